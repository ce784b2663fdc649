import type { MakerQuoteMessage } from '@tandem/contracts'
import type { Quote } from '../quotes/domain/quote.ts'
import type { Maker } from './domain/maker.ts'
import { isSignedByMaker } from './is-signed-by-maker.ts'
import type { MarketDeps } from './rfq.ts'

export type AskedOrder = {
  readonly orderId: string
  readonly commitmentHash: string
  /**
   * True when the order was begun before with the same hash. A refusal then breaks no promise, because the quote that the
   * maker accepted may be over by now.
   */
  readonly isRepeated: boolean
}

export async function confirmWithMaker(
  deps: MarketDeps,
  quote: Quote,
  { orderId, commitmentHash, isRepeated }: AskedOrder,
): Promise<Quote | undefined> {
  const { makerQuote, quoteId } = quote
  if (makerQuote === null) return quote
  const maker = deps.listed().makers.find(({ makerId }) => makerId === makerQuote.maker_id)
  if (maker === undefined || maker.isSuspended) return undefined
  const { message } = makerQuote
  const signature = await accept(deps, maker, { order_id: orderId, commitment_hash: commitmentHash, message })
  if (signature !== undefined)
    return { ...quote, makerQuote: { maker_id: maker.makerId, signer: maker.signer, message, signature } }
  if (!isRepeated) await deps.cooldowns.refused({ makerId: maker.makerId, quoteId })
  return undefined
}

/** @returns the signature by which the maker binds itself to the order. */
async function accept(
  { endpointTo, observer }: MarketDeps,
  maker: Maker,
  ask: { order_id: string; commitment_hash: string; message: MakerQuoteMessage },
): Promise<string | undefined> {
  const { makerId, signer } = maker
  try {
    const answer = await endpointTo(maker).askOrder(ask)
    if ('declined' in answer) {
      observer.answered(makerId, 'declined', 'at the order')
      return undefined
    }
    // The message is the one that was asked about, so only the signature needs a check.
    const { signature } = answer
    if (await isSignedByMaker(signer, { message: ask.message, signature })) return signature
    observer.answered(makerId, 'invalid', 'the signature is not by its key')
  } catch (error) {
    observer.answered(makerId, 'failed', error instanceof Error ? error.message : undefined)
  }
  return undefined
}

/**
 * The next runner-up that can be accepted. Signatures are checked here, because those of losing offers were not checked in
 * the auction.
 */
export async function nextHonest({ listed, observer, now }: MarketDeps, quote: Quote): Promise<Quote | undefined> {
  const makers = new Map(listed().makers.map((maker) => [maker.makerId, maker]))
  for (const [index, next] of quote.runnersUp.entries()) {
    const offered = { ...next, runnersUp: quote.runnersUp.slice(index + 1) }
    if (next.expiresAt.getTime() <= now()) continue
    if (next.makerQuote === null) return offered
    const { maker_id: makerId } = next.makerQuote
    const maker = makers.get(makerId)
    if (maker === undefined || maker.isSuspended) continue
    if (await isSignedByMaker(maker.signer, next.makerQuote)) return offered
    observer.answered(makerId, 'invalid', 'the signature is not by its key')
  }
  return undefined
}
