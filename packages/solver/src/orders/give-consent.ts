import type { RefundAnswer, RefundAsk } from '@tandem/contracts'
import { consentCancelTypedData } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Journal } from '../journal.ts'
import type { DecideOrder } from './decide-order.ts'
import { type Side, type Sides, sidesOf, type TradedChain } from './sides.ts'

export interface GiveConsentDeps {
  chains: ReadonlyMap<string, TradedChain>
  decideOrder: DecideOrder
  journal: Pick<Journal, 'isConsented' | 'noteConsent'>
}

const declined = (reason: string): RefundAnswer => ({ declined: reason })

/**
 * Signs a consent to a refund when `domain/refund.ts` allows one. The consent is stored before it is signed.
 *
 * @param alone answers `undefined` while other work on the source is running.
 * @throws errors of the chains and of the journal; then nothing was signed.
 */
export async function giveConsent(
  { chains, decideOrder, journal }: GiveConsentDeps,
  { order, ask }: { order: Order; ask: RefundAsk },
  alone: (work: () => Promise<RefundAnswer>) => Promise<RefundAnswer> | undefined,
): Promise<RefundAnswer> {
  const sides = sidesOf(order, chains)
  if (sides === undefined) return declined('not ours')
  if (!isAskedFor(sides.source, ask)) return declined('another escrow')
  if (journal.isConsented(sides.source.vault)) return sign(sides.source)
  return (await alone(() => decideAndSign(order, sides))) ?? declined('the order is being worked on')

  async function decideAndSign(order: Order, { source, destination }: Sides): Promise<RefundAnswer> {
    const { decision } = await decideOrder(order, { source, destination })
    if (decision.do !== 'refund_source') return declined('reason' in decision ? decision.reason : decision.do)
    await journal.noteConsent(source.vault, Math.max(source.terms.cancelAfter, destination.terms.cancelAfter))
    return sign(source)
  }
}

const isAskedFor = ({ chain, vault }: Side, ask: RefundAsk): boolean =>
  ask.source_chain_id === chain.config.chain_id &&
  ask.registry_address.toLowerCase() === chain.registry.toLowerCase() &&
  ask.swap_id.toLowerCase() === vault.toLowerCase()

async function sign({ chain, vault, terms }: Side): Promise<RefundAnswer> {
  const deadline = terms.cancelAfter
  const typedData = consentCancelTypedData({
    chainId: chain.config.chain_id,
    registry: chain.registry,
    vault,
    deadline,
  })
  return { consent: { deadline, signature: await chain.account.signTypedData(typedData) } }
}
