import { randomBytes, randomUUID } from 'node:crypto'
import {
  chainOfAsset,
  fillSecs,
  isSignedBy,
  type MakerAnswer,
  type MakerQuoteMessage,
  makerAnswerSchema,
  type Network,
  type QuoteAsk,
  refundAnswerSchema,
  type SignedMakerQuote,
  type z,
} from '@tandem/contracts'
import { UsageError } from '../failure.ts'
import type { MakerClient, MakerPath } from './maker-client.ts'

/**
 * One thing that the orderbook expects of a maker, and whether the maker did it. The fields are those of the JSON
 * answer.
 */
export interface MakerCheck {
  request: MakerPath
  /** What the maker has to do, such as "the maker declines a route that does not exist". */
  expected: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** What the maker did instead, or why the check was skipped. */
  found: string | null
}

/** The trade for which the maker is asked to quote. */
export interface MakerTrade {
  network: Network
  /** The source asset. */
  source: string
  /** The destination asset. */
  destination: string
  /** The amount of the source asset, in base units. */
  amount: bigint
  /** The address of the key that signs the maker's quotes. */
  signer: string
  /** The milliseconds that the request tells the maker it has for a quote. */
  answerWithinMs: number
}

const untilInitiatedSecs = 600
const untilExpiredSecs = 60
/** The age of a request that the maker must refuse, in seconds. Standard Webhooks allows five minutes. */
const staleSecs = 3_600

/** Thrown by a check that cannot run because an earlier check gave no signed quote. */
class Skipped extends Error {}

/**
 * Sends a maker the requests of an orderbook, good ones and bad ones, and checks its answers. After a failed check, the
 * others still run. The maker sets the amount aside, as for a real order, until it finds that the orderbook does not
 * know the order.
 *
 * @throws UsageError when the network file has no route for this trade.
 */
export async function checkMaker(client: MakerClient, trade: MakerTrade): Promise<MakerCheck[]> {
  const context = makeCheckContext(client, trade)
  const quote = await checkQuotes(context)
  await checkOrders(context, quote)
  await checkRefunds(context, quote)
  return context.checks
}

/** @returns the quote that the maker signed for the exact source amount; `undefined` when that check failed. */
async function checkQuotes({
  check,
  ask,
  client,
  aQuoteAsk,
  quoteProblem,
}: CheckContext): Promise<SignedMakerQuote | undefined> {
  let quote: SignedMakerQuote | undefined
  await check('quotes', 'the maker signs a firm quote for an exact source amount', async () => {
    const question = aQuoteAsk()
    const signed = signedOf(await ask('quotes', makerAnswerSchema, question))
    const problem = await quoteProblem(signed, question)
    if (problem === undefined) quote = signed
    return problem
  })
  await check('quotes', 'the maker signs a firm quote for an exact destination amount', async () => {
    const { destination_amount } = needed(quote).message
    const question = aQuoteAsk({ source_amount: null, destination_amount })
    return quoteProblem(signedOf(await ask('quotes', makerAnswerSchema, question)), question)
  })
  await check('quotes', 'the maker declines a route that does not exist', async () => {
    const question = aQuoteAsk({ destination_asset: 'nowhere:none' })
    return 'declined' in (await ask('quotes', makerAnswerSchema, question)) ? undefined : 'it signed a quote'
  })
  await check('quotes', 'the maker refuses a request that was signed with another secret', () =>
    refusalProblem(client, 'quotes', aQuoteAsk(), { secret: anotherSecret() }),
  )
  await check('quotes', 'the maker refuses a request that was signed an hour ago', () =>
    refusalProblem(client, 'quotes', aQuoteAsk(), { ageSecs: staleSecs }),
  )
  await check('quotes', 'the maker refuses a body that is not JSON, and answers the next request', async () => {
    const { status } = await client.post('quotes', '{"rfq_id":')
    if (status === 200) return 'it answered 200'
    await ask('quotes', makerAnswerSchema, aQuoteAsk())
    return undefined
  })
  return quote
}

async function checkOrders(
  { check, ask, client, signer }: CheckContext,
  quote: SignedMakerQuote | undefined,
): Promise<void> {
  await check('orders', 'the maker signs the order of its own quote, also when the request is repeated', async () => {
    const order = anOrderAsk(needed(quote).message)
    for (const _ of ['first', 'repeated']) {
      const { signature } = signedOf(await ask('orders', makerAnswerSchema, order))
      if (!(await isSignedBy(signer, { message: order.message, signature })))
        return `the signature is not by ${signer} over the message that was sent`
    }
    return undefined
  })
  await check('orders', 'the maker declines terms that it has not signed', async () => {
    const { message } = needed(quote)
    const twice = String(BigInt(message.destination_amount) * 2n)
    const answer = await ask('orders', makerAnswerSchema, anOrderAsk({ ...message, destination_amount: twice }))
    return 'declined' in answer ? undefined : 'it signed twice the amount that it had quoted'
  })
  await check('orders', 'the maker declines a quote that it never gave', async () => {
    const message = { ...needed(quote).message, quote_id: randomUUID() }
    const answer = await ask('orders', makerAnswerSchema, anOrderAsk(message))
    return 'declined' in answer ? undefined : 'it signed the order'
  })
  await check('orders', 'the maker refuses a request that was signed with another secret', () =>
    refusalProblem(client, 'orders', anOrderAsk(needed(quote).message), { secret: anotherSecret() }),
  )
}

async function checkRefunds({ check, ask, client }: CheckContext, quote: SignedMakerQuote | undefined): Promise<void> {
  const aRefundAsk = () => ({
    order_id: randomUUID(),
    quote_id: quote?.message.quote_id ?? randomUUID(),
    source_chain_id: quote?.message.source_chain_id ?? 1,
    registry_address: anAddress(),
    swap_id: anAddress(),
  })
  await check('refunds', 'the maker gives no consent for an order that it does not know', async () => {
    const answer = await ask('refunds', refundAnswerSchema, aRefundAsk())
    return 'declined' in answer ? undefined : 'it signed a consent'
  })
  await check('refunds', 'the maker refuses a request that was signed with another secret', () =>
    refusalProblem(client, 'refunds', aRefundAsk(), { secret: anotherSecret() }),
  )
}

type CheckContext = ReturnType<typeof makeCheckContext>

function makeCheckContext(client: MakerClient, trade: MakerTrade) {
  const fixed = fixedTerms(trade)
  const checks: MakerCheck[] = []

  /** @param run returns what is wrong, or `undefined` when the check passes. An error counts as a failed check. */
  async function check(request: MakerPath, expected: string, run: () => Promise<string | undefined>): Promise<void> {
    try {
      const found = await run()
      checks.push({ request, expected, outcome: found === undefined ? 'passed' : 'failed', found: found ?? null })
    } catch (error) {
      const found = error instanceof Error ? reasonOf(error) : String(error)
      checks.push({ request, expected, outcome: error instanceof Skipped ? 'skipped' : 'failed', found })
    }
  }

  /**
   * Sends a request to the maker.
   *
   * @throws Error when the status is not 200, or the answer does not fit the makers' protocol.
   */
  async function ask<T>(path: MakerPath, schema: z.ZodType<T>, question: object): Promise<T> {
    const { status, text } = await client.post(path, JSON.stringify(question))
    if (status !== 200) throw new Error(`it answered ${status}`)
    const parsed = schema.safeParse(jsonOf(text))
    if (!parsed.success) throw new Error('its answer does not fit the protocol')
    return parsed.data
  }

  function aQuoteAsk(over: Partial<QuoteAsk> = {}): QuoteAsk {
    const initiateBy = Math.floor(Date.now() / 1000) + untilInitiatedSecs
    return {
      rfq_id: randomUUID(),
      source_asset: trade.source,
      destination_asset: trade.destination,
      source_amount: String(trade.amount),
      destination_amount: null,
      route_type: fixed.routeType,
      hop_relayer_fee: fixed.message.hop_relayer_fee,
      initiate_by: initiateBy,
      fill_by: initiateBy + fixed.fillSecs,
      expires_at: initiateBy - untilInitiatedSecs + untilExpiredSecs,
      answer_within_ms: trade.answerWithinMs,
      ...over,
    }
  }

  async function quoteProblem(signed: SignedMakerQuote, question: QuoteAsk): Promise<string | undefined> {
    const { initiate_by, fill_by, expires_at, source_amount, destination_amount } = question
    const wanted: Partial<MakerQuoteMessage> = {
      ...fixed.message,
      quote_id: question.rfq_id,
      initiate_by,
      fill_by,
      expires_at,
      ...(source_amount === null ? {} : { source_amount }),
      ...(destination_amount === null ? {} : { destination_amount }),
    }
    const names = Object.keys(wanted) as (keyof MakerQuoteMessage)[]
    const wrong = names.find((name) => !isSame(signed.message[name], wanted[name]))
    if (wrong !== undefined) return `${wrong} is ${signed.message[wrong]}, not ${wanted[wrong]}`
    return (await isSignedBy(trade.signer, signed)) ? undefined : `the signature is not by ${trade.signer}`
  }

  return { checks, check, ask, client, signer: trade.signer, aQuoteAsk, quoteProblem }
}

/**
 * The fields of a quote that follow from the network file.
 *
 * @throws UsageError when the network file has no route for this trade.
 */
function fixedTerms({ network: { chains, assets, routes }, source, destination }: MakerTrade) {
  const route = routes.find((one) => one.source === source && one.destination === destination)
  const held = route?.hub_asset ?? destination
  const chainOf = (asset: string) => chains.find(({ chain }) => chain === chainOfAsset(asset))
  const tokenOf = (asset: string) => assets.find((one) => one.asset === asset)?.token_address
  const [from, to, sourceToken, destinationToken] = [chainOf(source), chainOf(held), tokenOf(source), tokenOf(held)]
  if (!route || !from || !to || !sourceToken || !destinationToken)
    throw new UsageError(`the network file has no route from ${source} to ${destination}`)
  return {
    routeType: route.route_type,
    fillSecs: fillSecs(from, undefined),
    message: {
      source_asset: source,
      source_chain_id: from.chain_id,
      source_token: sourceToken,
      destination_asset: destination,
      destination_chain_id: to.chain_id,
      destination_token: destinationToken,
      hop_relayer_fee: route.hop_relayer_fee ?? '0',
    },
  }
}

async function refusalProblem(
  client: MakerClient,
  path: MakerPath,
  question: object,
  signing: { secret?: string; ageSecs?: number },
): Promise<string | undefined> {
  const { status } = await client.post(path, JSON.stringify(question), signing)
  return status === 200 ? 'it answered 200' : undefined
}

const anOrderAsk = (message: MakerQuoteMessage) => ({
  order_id: randomUUID(),
  commitment_hash: `0x${randomBytes(32).toString('hex')}`,
  message,
})

const anAddress = () => `0x${randomBytes(20).toString('hex')}`
const anotherSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const isSame = (one: unknown, other: unknown) => String(one).toLowerCase() === String(other).toLowerCase()

/** @throws Error with the maker's reason, if it declined. */
function signedOf(answer: MakerAnswer): SignedMakerQuote {
  if ('declined' in answer) throw new Error(`it declined: ${answer.declined}`)
  return answer
}

function needed(quote: SignedMakerQuote | undefined): SignedMakerQuote {
  if (quote === undefined) throw new Skipped('there is no signed quote to try it with')
  return quote
}

const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
