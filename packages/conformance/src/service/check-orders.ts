import { randomUUID } from 'node:crypto'
import { type Order, type Quote, verifyOrder } from '@tandem/sdk'
import { needed } from '../checks.ts'
import { askQuote, type Deployment, type MadeOrder, newSecret, orderBody } from './deployment.ts'

/**
 * Quotes and orders, and the refusals that cost no money.
 *
 * @returns the order that was made, and its secret.
 */
export async function checkOrders(deployment: Deployment): Promise<MadeOrder | undefined> {
  const { check, book, lists, user } = deployment
  const trade = () => needed(deployment.trade, 'route to trade on')
  const { secret, hash } = newSecret()
  let quote: Quote | undefined
  let order: Order | undefined
  await check('shows a price', async () => {
    const { source: source_asset, destination: destination_asset, amount: source_amount } = trade()
    await book.succeed('getIndicativeQuote', { query: { source_asset, destination_asset, source_amount } })
  })
  await check('quotes what was asked for', async () => {
    const { source, destination, amount } = trade()
    const given = await askQuote(deployment)
    if (given.source.asset !== source || given.destination.asset !== destination)
      throw new Error('the quote is for other assets')
    if (given.source.amount !== amount) throw new Error(`the quote is for ${given.source.amount}, not for ${amount}`)
    quote = given
  })
  await check('answers a quote by its identifier', async () => {
    await book.succeed('getQuote', { path: { quote_id: needed(quote, 'quote').quote_id } })
  })
  await checkQuoteRefusals(deployment)
  await checkOrderRefusals(deployment)
  await check('makes an order of a quote, with the vaults of its terms', async () => {
    const from = needed(quote, 'quote')
    const made = await book.succeed<Order>('createOrder', { body: orderBody(from, hash, user) }, [201])
    const { chains, assets, routes } = lists
    const network = { chains: needed(chains, 'list of chains'), assets: needed(assets, 'list of assets'), routes }
    const expected = { quote: from, commitmentHash: hash, sourceAddress: user, destinationAddress: user }
    verifyOrder(made, expected, { ...network, routes: needed(routes, 'list of routes') })
    order = made
  })
  await check('makes one order of a quote', async () => {
    needed(order, 'order')
    const body = orderBody(needed(quote, 'quote'), newSecret().hash, user)
    await book.refuse('createOrder', { body }, 409, 'QUOTE_CONSUMED')
  })
  await check('takes the hash of a secret once', async () => {
    needed(order, 'order')
    const body = orderBody(await askQuote(deployment), hash, user)
    await book.refuse('createOrder', { body }, 409, 'COMMITMENT_REUSED')
  })
  return order && { order, secret }
}

async function checkQuoteRefusals({ check, book, ...deployment }: Deployment): Promise<void> {
  const trade = () => needed(deployment.trade, 'route to trade on')
  const ask = (over: object = {}) => {
    const { source: source_asset, destination: destination_asset } = trade()
    return { source_asset, destination_asset, source_amount: '1', ...over }
  }
  await check('quotes no amount that is too small', async () => {
    await book.refuse('createQuote', { body: ask() }, 422, 'AMOUNT_OUT_OF_BOUNDS')
    await book.refuse('getIndicativeQuote', { query: ask() }, 422, 'AMOUNT_OUT_OF_BOUNDS')
  })
  await check('quotes no asset that is not listed', async () => {
    const body = ask({ source_asset: `${trade().source.split(':')[0]}:nosuchtoken` })
    await book.refuse('createQuote', { body }, 422, 'UNSUPPORTED_ASSET')
  })
  await check('quotes no route that is not listed', async () => {
    const body = ask({ destination_asset: trade().source })
    await book.refuse('createQuote', { body }, 422, 'UNSUPPORTED_ROUTE')
  })
}

async function checkOrderRefusals(deployment: Deployment): Promise<void> {
  const { check, book, lists, user } = deployment
  const { hash } = newSecret()
  /** An order with a fault of its own, made of a fresh quote. */
  const refused = async (fault: (quote: Quote) => object, status: number, code: Parameters<typeof book.refuse>[3]) => {
    const quote = await askQuote(deployment)
    const body = { ...orderBody(quote, hash, user), ...fault(quote) }
    await book.refuse('createOrder', { body }, status, code)
  }
  await check('makes no order of an unknown quote', () =>
    refused(() => ({ quote_id: randomUUID() }), 404, 'QUOTE_NOT_FOUND'),
  )
  await check('makes no order of other amounts than the quote’s', () =>
    refused(({ source }) => ({ source: { ...source, amount: '1', recipient: user } }), 422, 'QUOTE_MISMATCH'),
  )
  await check('makes no order that pays its solver', async () => {
    const chain = needed(deployment.trade, 'route to trade on').destination.split(':')[0]
    const solver = lists.chains?.find((one) => one.chain === chain)?.solver_address ?? undefined
    const recipient = needed(solver, 'solver of the destination chain')
    await refused(({ destination }) => ({ destination: { ...destination, recipient } }), 422, 'INVALID_RECIPIENT')
  })
  await check('makes no order with the hash of no secret', () =>
    refused(() => ({ commitment_hash: `0x${'0'.repeat(64)}` }), 400, 'INVALID_REQUEST'),
  )
}
