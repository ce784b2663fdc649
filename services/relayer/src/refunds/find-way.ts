import type { CancelConsentWire, Network, OrderWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Escrow } from '../vaults/domain/escrow.ts'
import { minStray } from '../work/min-stray.ts'
import { type Chains, chainOf, requireBelief, type WorkStore } from '../work/ports.ts'
import { type AskConsentDeps, askConsent, type NoConsent } from './ask-consent.ts'
import { type RefundWay, wayOfRefund } from './domain/refund-way.ts'

export interface FindWayDeps extends AskConsentDeps {
  store: Pick<WorkStore, 'findByOrder'>
  chains: Chains
  network: Pick<Network, 'assets'>
}

export interface Way {
  way: RefundWay
  /**
   * The money at the source's address that belongs to no open escrow, in base units; undefined for a way that does not
   * give back such money.
   */
  stray?: bigint | undefined
  /** The maker's consent, when the maker was asked and gave one. Its signature is checked already. */
  asked?: CancelConsentWire
}

/**
 * Finds a way to refund the source now.
 * @throws AppError when there is none. The error says when the source can next be refunded.
 */
export type FindWay = (
  order: OrderWire,
  source: Escrow,
  consent: CancelConsentWire | undefined,
) => Promise<'settled' | Way>

const askAgainSecs = 5

export function makeFindWay(deps: FindWayDeps): FindWay {
  return async (order, source, consent) => {
    const chain = chainOf(deps.chains, source)
    const { token, cancelAfter } = source.terms
    const { latest, chainTime } = requireBelief(source, await chain.readVault(source))
    // The balance is read in the same block as the state: that of an older block may include money that was paid out
    // since.
    const balance = latest.state === 'missing' ? await chain.balanceOf(token, source.vault) : latest.balance
    const found = wayOfRefund({
      state: latest.state,
      balance,
      least: minStray(deps.network, order.source_intent.asset, source),
      isOver: chainTime >= cancelAfter,
      isConsented: consent !== undefined,
    })
    switch (found) {
      case 'nothing_there':
        throw new AppError('SOURCE_NOT_INITIATED', 'no tokens worth their gas were sent to the source escrow', {
          retryAfterSecs: 2,
        })
      case 'settled':
        return found
      case 'too_early': {
        const asked = latest.state === 'open' ? await askOnce(order, { source, chainTime }) : undefined
        if (typeof asked === 'object') return { way: 'consent', ...asked }
        throw new AppError('REFUND_TOO_EARLY', 'the source escrow can be cancelled later, or with consent', {
          // A maker that declined may agree later, so its answer is asked for again soon.
          retryAfterSecs: asked === undefined || asked === 'no_maker' ? cancelAfter - chainTime : askAgainSecs,
          details: {
            cancel_after: cancelAfter,
            fill_by: order.fill_by,
            ...(asked === undefined ? {} : { consent: asked }),
          },
        })
      }
      default:
        return { way: found, stray: found === 'sweep' || found === 'recover_prefund' ? balance : undefined }
    }
  }

  /** Asks the maker for its consent, unless a refund by consent is under way. */
  async function askOnce(
    order: OrderWire,
    where: { source: Escrow; chainTime: number },
  ): Promise<Pick<Way, 'asked'> | NoConsent | undefined> {
    const underWay = await deps.store.findByOrder(order.order_id, 'consent_source')
    if (underWay !== undefined && underWay.state !== 'rejected') return {}
    const asked = await askConsent(deps, order, where)
    return typeof asked === 'object' ? { asked } : asked
  }
}
