import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { hashSecret, nativeToken } from '@tandem/escrow'
import type { Asset, Chain, Order, Quote, Route } from '@tandem/sdk'
import type { Address, Hex } from 'viem'
import { needed, type RunCheck } from '../checks.ts'
import type { DocumentedClient } from './documented-client.ts'
import type { Payer } from './payer.ts'

/** Assets by their names, and how much of the source, in base units. */
export interface Trade {
  source: string
  destination: string
  amount: string
}

/** The deployment under test, with the facts found so far. */
export interface Deployment {
  check: RunCheck
  book: DocumentedClient
  relayer: DocumentedClient
  /** The user of every order. Without a payer nothing is paid to this address. */
  user: Address
  payer: Payer | undefined
  /** A receiver of webhooks. */
  webhookUrl: string | undefined
  withinMs: number
  lists: Partial<{ chains: Chain[]; assets: Asset[]; routes: Route[] }>
  /** The trade of every order, where nothing else is said. */
  trade?: Trade | undefined
}

/** A secret, and its hash. */
export function newSecret(): { secret: Hex; hash: Hex } {
  const secret: Hex = `0x${randomBytes(32).toString('hex')}`
  return { secret, hash: hashSecret(secret) }
}

/** A little more than the least that a route takes: prices move. */
export function tradeOf({ source, destination, limits }: Route): Trade {
  const [least, most] = [BigInt(limits.min_source_amount), BigInt(limits.max_source_amount)]
  const amount = least + least / 20n
  return { source, destination, amount: String(amount < most ? amount : most) }
}

/** The first open route of its kind. */
export function findTrade({ lists }: Deployment, kind: 'token' | 'native' | 'hop'): Trade | undefined {
  const isNative = (asset: string) =>
    lists.assets?.some((one) => one.asset === asset && one.token_address.toLowerCase() === nativeToken.toLowerCase())
  const route = lists.routes?.find(
    ({ source, route_type: type, closed_by: closedBy }) =>
      closedBy === null &&
      (kind === 'hop' ? type === 'hop' : type === 'direct' && isNative(source) === (kind === 'native')),
  )
  return route && tradeOf(route)
}

/** Asks for a quote. @throws Error unless it is given. */
export function askQuote({ book, ...deployment }: Deployment, trade?: Trade): Promise<Quote> {
  const { source, destination, amount } = needed(trade ?? deployment.trade, 'route to trade on')
  const body = { source_asset: source, destination_asset: destination, source_amount: amount }
  return book.succeed('createQuote', { body }, [201])
}

/** The body that makes an order of a quote. */
export const orderBody = (quote: Quote, hash: string, user: string, over: object = {}) => ({
  user_id: 'conformance',
  quote_id: quote.quote_id,
  source: { ...quote.source, recipient: user },
  destination: { ...quote.destination, recipient: user },
  commitment_hash: hash,
  ...over,
})

export interface MadeOrder {
  order: Order
  secret: string
}

/** A new order, which nothing has been paid for. */
export async function newOrder(deployment: Deployment, trade?: Trade): Promise<MadeOrder> {
  const { secret, hash } = newSecret()
  const body = orderBody(await askQuote(deployment, trade), hash, deployment.user)
  return { order: await deployment.book.succeed<Order>('createOrder', { body }, [201]), secret }
}

const pollMs = 500

/** Asks until the answer is as wanted. @throws Error past the deadline, with what was waited for. */
export async function pollUntil<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  { what, withinMs }: { what: string; withinMs: number },
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; ) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (Date.now() > deadline) throw new Error(`${what} did not happen in ${withinMs / 1000} s`)
    await pause(pollMs)
  }
}
