import {
  encodeCancel,
  encodeCancelWithConsent,
  encodeClaim,
  encodeCreateEscrowNative,
  encodeCreateEscrowSigned,
  nativeToken,
} from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import type { Call } from '../chain/call.ts'
import type { Mined } from '../chain/send-until-mined.ts'
import type { Decision } from '../domain/decide.ts'
import type { Ledger } from '../domain/ledger.ts'
import type { Journal } from '../journal.ts'
import type { Promises } from '../maker/promises.ts'
import type { OrderRisk } from '../risk/order-risk.ts'
import { promiseFunds, releaseFunds, tokenKey } from './promise-funds.ts'
import { requireAllowance } from './require-allowance.ts'
import type { Side, Sides } from './sides.ts'

export const actions = [
  'fund_destination',
  'claim_source',
  'cancel_destination',
  'refund_source',
] as const satisfies Decision['do'][]
export type Action = (typeof actions)[number]

export interface ActDeps {
  decideAgain: (order: Order, sides: Sides, action: Action) => Promise<{ decision: Decision; secret: Hex | undefined }>
  journal: Pick<Journal, 'noteFunding' | 'noteOrder' | 'noteConsent' | 'fundings'>
  ledger: Pick<Ledger, 'promise' | 'release'>
  promises: Pick<Promises, 'keyOf' | 'spent'> | undefined
  risk: Pick<OrderRisk, 'take' | 'fund' | 'giveUp' | 'recordOf'>
}

/**
 * Carries out an action of an order.
 *
 * @returns `undefined` when the second decision differed, so nothing was sent.
 * @throws what {@link Sender.send} and the journal throw.
 */
export type Act = (order: Order, sides: Sides, action: Action) => Promise<{ side: Side; mined: Mined } | undefined>

export function makeAct({ decideAgain, journal, ledger, promises, risk }: ActDeps): Act {
  const allowances = new Map<string, Promise<unknown>>()

  return async (order, sides, action) => {
    const { source, destination } = sides
    const side = sideOf(action, sides)
    const putsMoneyIn = action === 'fund_destination'
    // The later of both deadlines is used, because either chain's clock may be behind.
    const until = Math.max(source.terms.cancelAfter, destination.terms.cancelAfter)
    const reserved = promises?.keyOf(order)
    if (putsMoneyIn) await allow(destination)
    try {
      const mined = await side.sender.send({
        kind: action,
        deadline: deadlineOf(order, sides, action),
        needsDecision: putsMoneyIn,
        async prepare() {
          const { decision, secret } = await decideAgain(order, sides, action)
          if (decision.do !== action) return undefined
          if (
            putsMoneyIn &&
            !(await promiseFunds(ledger, destination, {
              key: reserved ?? destination.vault,
              amount: destination.terms.amount,
            }))
          )
            return undefined
          if (putsMoneyIn && risk.take(order, sides) !== undefined) return undefined
          if (action === 'refund_source') await journal.noteConsent(source.vault, until)
          return callFor(action, sides, secret)
        },
        async onNonce(nonce) {
          if (!putsMoneyIn) return
          const { vault, chain } = side
          if (journal.fundings(source.vault).length === 0) await journal.noteOrder(risk.recordOf(order, sides), until)
          await journal.noteFunding(source.vault, { vault, chain: chain.config.chain, nonce }, until)
          risk.fund(order)
        },
      })
      if (putsMoneyIn && mined !== undefined) promises?.spent(order.quote_id)
      return mined === undefined ? undefined : { side, mined }
    } catch (error) {
      // The call may have failed because an allowance is missing, so the allowance is checked again the next time.
      allowances.delete(tokenKey(destination.chain, destination.terms.token))
      throw error
    } finally {
      // The reservation of a quote stays, because a failed funding is tried again.
      if (putsMoneyIn && reserved === undefined) releaseFunds(ledger, destination)
      if (putsMoneyIn && journal.fundings(source.vault).length === 0) risk.giveUp(order)
    }
  }

  /**
   * Gives the registry its allowance, once for each token. An allowance that stays is safe, because the registry moves
   * our tokens only for terms that we fund ourselves.
   */
  function allow(side: Side): Promise<unknown> {
    const key = tokenKey(side.chain, side.terms.token)
    const found = allowances.get(key)
    if (found !== undefined) return found
    const asked = requireAllowance(side).catch((error: unknown) => {
      allowances.delete(key)
      throw error
    })
    allowances.set(key, asked)
    return asked
  }
}

const sideOf = (action: Action, { source, destination }: Sides): Side =>
  action === 'claim_source' || action === 'refund_source' ? source : destination

/** The unix second after which the transaction is of no use; the most urgent one is sent first. */
function deadlineOf(order: Order, { source, destination }: Sides, action: Action): number {
  if (action === 'claim_source') return source.terms.cancelAfter
  if (action === 'fund_destination') return order.fill_by ?? destination.terms.cancelAfter
  return action === 'refund_source' ? (order.fill_by ?? 0) : destination.terms.cancelAfter
}

function callFor(action: Action, sides: Sides, secret: Hex | undefined): Call {
  const { terms, chain } = sideOf(action, sides)
  if (action === 'cancel_destination') return { to: chain.registry, data: encodeCancel(terms) }
  if (action === 'refund_source')
    return { to: chain.registry, data: encodeCancelWithConsent(terms, { deadline: 0, signature: '0x' }) }
  if (action === 'claim_source') {
    if (secret === undefined) throw new Error('the secret is not public')
    return { to: chain.registry, data: encodeClaim(terms, secret) }
  }
  if (terms.token === nativeToken)
    return { to: chain.registry, data: encodeCreateEscrowNative(terms), value: terms.amount }
  // No signature is needed, because the creator sends this itself.
  return { to: chain.registry, data: encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }) }
}
