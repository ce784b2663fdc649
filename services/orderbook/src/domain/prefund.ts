import { encodeCreateEscrow, encodeRecoverPrefund, nativeToken } from '@tandem/escrow'
import { escrowTerms, type NextAction, transferCall } from './next-action.ts'
import type { Intent, Order } from './order.ts'

/** What lies at the predicted address of a source vault that does not exist. */
export type Prefund = {
  /** Base units of the order's token. */
  readonly amount: bigint
  /** Wei, which came there by mistake when the order's token is another one. */
  readonly native: bigint
}

export type FundingView = {
  /** `null`: not read. */
  readonly prefund: Prefund | null
  /** Unix seconds from which on money that is put into the source is not matched in time. */
  readonly fillBefore: number
  readonly nowSecs: number
}

/** Whether money may lie at the address of the source vault that only `recoverPrefund` or a creation moves. */
export const canHoldPrefund = ({ source }: Order): boolean => source.create === null && source.cancel === null

/**
 * What must be done next, with what lies at the predicted address: create the escrow, send what is short, or take back
 * what came too late. `action` is what the facts of the chain alone say.
 */
export function withPrefund(order: Order, action: NextAction | null, view: FundingView): NextAction | null {
  if (!canHoldPrefund(order)) return action
  const { source } = order
  const held = view.prefund?.amount ?? 0n
  const isFundable = action?.action === 'initiate_source' && view.nowSecs < view.fillBefore
  if (!isFundable && held > 0n) return recover(source, held)
  if (action?.action !== 'initiate_source') return action
  if (!isFundable) return null
  const open = { ...action, deadline: Math.min(view.fillBefore, action.deadline ?? view.fillBefore) }
  if (held === 0n || source.tokenAddress === nativeToken) return open
  return { ...open, ...(held < source.amount ? sendRest(source, held) : create(source, held)) }
}

function create(source: Intent, held: bigint): Pick<NextAction, 'description' | 'call'> {
  const surplus =
    held > source.amount ? ` The ${held - source.amount} above it go back with sweep, once it has settled.` : ''
  return {
    description: `The source vault holds its amount: create the escrow (createEscrow), or let the relayer do it.${surplus}`,
    call: { to: source.registryAddress, data: encodeCreateEscrow(escrowTerms(source)), value: 0n },
  }
}

function sendRest(source: Intent, held: bigint): Pick<NextAction, 'description' | 'call'> {
  return {
    description:
      `The source vault holds ${held} of ${source.amount}: send the rest (this call), then create the escrow; or take ` +
      'it back with recoverPrefund.',
    call: transferCall(source, source.amount - held),
  }
}

/** The creator at any time, anyone from `cancelAfter` on; the money goes to the creator. */
function recover(source: Intent, held: bigint): NextAction {
  return {
    actor: 'user',
    action: 'recover_prefund',
    chain: source.chain,
    deadline: null,
    description:
      `${held} base units of ${source.asset} lie at the source vault's address, and the order is no longer filled: ` +
      `take them back with recoverPrefund. They go to ${source.creator}.`,
    call: { to: source.registryAddress, data: encodeRecoverPrefund(escrowTerms(source)), value: 0n },
  }
}

/** What the user can do about a prefund, beside the next action. */
export function prefundOptions(order: Order, { prefund }: FundingView): string[] {
  if (!canHoldPrefund(order) || prefund === null) return []
  const { source } = order
  const options: string[] = []
  if (prefund.amount > 0n)
    options.push(
      `Take back the ${prefund.amount} base units at ${source.swapId}: ${source.creator} calls recoverPrefund on the ` +
        'registry at any time, anyone once cancel_after has passed.',
    )
  if (prefund.native > 0n && source.tokenAddress !== nativeToken)
    options.push(
      `Take back the ${prefund.native} wei at ${source.swapId}, which this escrow does not use: recoverPrefund on the ` +
        'registry, then sweep on the vault. Both pay the creator.',
    )
  return options
}
