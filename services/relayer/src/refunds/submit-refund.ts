import {
  type CancelConsentWire,
  type CreateRefundWire,
  type Network,
  type OrderWire,
  refundWays,
} from '@tandem/contracts'
import { consentCancelTypedData } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { Sponsor } from '../budgets/sponsor.ts'
import type { Escrow } from '../vaults/domain/escrow.ts'
import { unusualForm } from '../vaults/unusual-signature.ts'
import type { JobWork, WorkRequest } from '../work/domain/work.ts'
import { escrowsOf } from '../work/escrows-of-order.ts'
import {
  chainOf,
  type HasSigner,
  registryOf,
  requireSigner,
  type Submitted,
  type WorkTransactions,
} from '../work/ports.ts'
import { type FindWayDeps, makeFindWay } from './find-way.ts'

export interface SubmitRefundDeps extends Omit<FindWayDeps, 'isSigned'> {
  transactions: Pick<WorkTransactions, 'submitAgain' | 'wake'>
  network: Network
  hasSigner: HasSigner
  sponsor: Sponsor
  /**
   * Archives an ended request.
   * @returns whether it was archived, so that its order may have another one.
   */
  putAway: (id: string) => Promise<boolean>
}

const consentOf = ({ deadline, signature }: CancelConsentWire) => ({ deadline, signature: signature as Hex })

/**
 * Refunds the source by the way that the chain allows. Every way pays the creator, so anyone may ask. The maker is asked where
 * only its consent allows a refund. Late money is swept again after an hour, from `minStray` up.
 * @throws AppError, by docs/errors.md.
 */
export function makeSubmitRefund(deps: SubmitRefundDeps) {
  const { store, transactions, network, hasSigner } = deps
  const isSigned = makeIsSigned(deps)
  const findWay = makeFindWay({ ...deps, isSigned })
  return async (order: OrderWire, { consent }: CreateRefundWire): Promise<Submitted> => {
    const { order_id: orderId } = order
    const { source } = escrowsOf(order, network)
    const found = await findWay(order, source, consent)
    if (found === 'settled') return { request: await requireRefund(orderId), isNew: false }
    const { way, stray, asked } = found
    const kind = `${way}_source` as const
    const existing = await store.findByOrder(orderId, kind)
    const isRepeated = existing !== undefined && way === 'sweep' && (await makesRoom(existing))
    if (existing !== undefined && existing.state !== 'rejected' && !isRepeated)
      return { request: existing, isNew: false }
    const signed = way === 'consent' ? (asked ?? (await requireConsent(source, consent))) : undefined
    const work: JobWork = {
      kind,
      job: way,
      escrow: source,
      ...(signed === undefined ? {} : { consent: consentOf(signed) }),
    }
    requireSigner(hasSigner, source)
    await deps.sponsor({ order, work, isPublic: false, ...(stray === undefined ? {} : { amount: stray }) })
    const refund = { orderId, work, commitmentHash: source.terms.commitmentHash, secret: null }
    const submitted = await transactions.submitAgain(refund)
    if (submitted.isNew) transactions.wake(submitted.request)
    return submitted
  }

  /** Archives an ended sweep, so that the order may have another. Of two requests at once only one archives it. */
  async function makesRoom({ id, state }: WorkRequest): Promise<boolean> {
    return (state === 'confirmed' || state === 'superseded') && deps.putAway(id)
  }

  async function requireRefund(orderId: string): Promise<WorkRequest> {
    for (const way of [...refundWays].reverse()) {
      const refund = await store.findByOrder(orderId, `${way}_source`)
      if (refund !== undefined && refund.state !== 'rejected') return refund
    }
    throw new AppError('ORDER_FINAL', 'the source escrow is settled, and nothing worth its gas is left at its address')
  }

  async function requireConsent(source: Escrow, consent: CancelConsentWire | undefined): Promise<CancelConsentWire> {
    if (consent !== undefined && (await isSigned(source, consent))) return consent
    const hint = consent === undefined ? '' : unusualForm(consent.signature as Hex)
    throw new AppError('SIGNATURE_INVALID', `the consent is not by the recipient of the source escrow${hint}`)
  }
}

const makeIsSigned =
  ({ chains, network }: Pick<SubmitRefundDeps, 'chains' | 'network'>) =>
  (source: Escrow, { deadline, signature }: CancelConsentWire): Promise<boolean> => {
    const typedData = consentCancelTypedData({ ...registryOf(network, source), vault: source.vault, deadline })
    return chainOf(chains, source).isSignedBy(source.terms.recipient, typedData, signature as Hex)
  }
