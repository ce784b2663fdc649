import type { KnownNetwork } from '../known-network.ts'
import { readBalance } from '../read-balance.ts'
import type { SwapState } from '../swap-state.ts'
import type { EvidenceOptions } from './evidence-options.ts'
import { judgeEnd, type SwapEnd } from './judge-end.ts'
import { readSide } from './read-side.ts'

/**
 * How a kept swap ended, by the application's endpoints alone: with an answer its state may be forgotten, and no server's
 * word is in it.
 *
 * @returns `undefined` as long as the state may still be needed, or when the chains cannot be asked.
 */
export async function readEnd(
  { order, fundableUntil = 0 }: Pick<SwapState, 'order' | 'fundableUntil'>,
  network: KnownNetwork,
  options: EvidenceOptions | undefined,
): Promise<SwapEnd | undefined> {
  if (order === undefined) return undefined
  try {
    const source = await readEndSide(order, 'source_intent', network, options)
    const { chain } = order.destination_intent
    const isAsked = source.atDepth.state === 'claimed' && chain !== ''
    const destination = isAsked ? await readEndSide(order, 'destination_intent', network, options) : undefined
    return judgeEnd({ source, destination, fundableUntil })
  } catch {
    // Without an answer of the chains nothing is forgotten.
    return undefined
  }
}

async function readEndSide(...asked: Parameters<typeof readSide>) {
  const { evidence, vault, terms, views } = await readSide(...asked)
  // Each endpoint that is named must answer: a single one could hide money.
  const helds = await Promise.all(evidence.clients.map((client) => readBalance(client, terms.token, vault)))
  return { ...views, held: helds.reduce((sum, held) => sum + held, 0n), cancelAfter: terms.cancelAfter }
}
