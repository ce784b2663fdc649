import { encodeCreateEscrow, encodeRecoverPrefund, encodeSweep, nativeToken } from '@tandem/escrow'
import { escrowTerms, type NextAction, transferCall } from './next-action.ts'
import type { Intent, Order } from './order.ts'

/** Money at the address of a source vault that belongs to no escrow. */
export type Prefund = {
  /** How much of the order's token there is, in base units. */
  readonly amount: bigint
  /** How much of the chain's native token was sent there by mistake, in wei. */
  readonly native: bigint
}

export type FundingView = {
  /** The money at the source vault's address that belongs to no escrow; null when the address was not read. */
  readonly prefund: Prefund | null
  /**
   * Unix seconds after which the maker does not fund an order. Null when the network file lacks a chain of the order; then
   * nobody funds it.
   */
  readonly fillBefore: number | null
  readonly nowSecs: number
}

/** True while only `recoverPrefund` or a creation can move money at the address. */
export const canHoldPrefund = ({ source }: Order): boolean => source.create === null && source.cancel === null

/** A settled vault can still hold money that was too much, or came late. */
const isSettled = ({ source }: Order): boolean => source.claim !== null || source.cancel !== null

/** How long after the settlement the address is still checked for late deposits. */
const lateSecs = 7 * 86_400

/** Whether to read the money at the vault's address. For a completed order the address is not read. */
export function isFundingRead(order: Order, nowSecs: number): boolean {
  if (order.status === 'completed') return false
  const settledAt = (order.source.cancel ?? order.source.claim)?.timestamp
  return canHoldPrefund(order) || (settledAt !== undefined && nowSecs < settledAt.getTime() / 1000 + lateSecs)
}

/**
 * Adapts the next action to the money at the vault's address: create the escrow, send what is missing, or take the money
 * back.
 * @param action the next action by the facts of the chains.
 */
export function withPrefund(order: Order, action: NextAction | null, view: FundingView): NextAction | null {
  const { source } = order
  const held = view.prefund?.amount ?? 0n
  if (isSettled(order)) return action === null && held > 0n ? sweep(source, held) : action
  if (!canHoldPrefund(order)) return action
  const { fillBefore } = view
  const isFundable = action?.action === 'initiate_source' && fillBefore !== null && view.nowSecs < fillBefore
  if (!isFundable && held > 0n) return recover(source, held)
  if (action?.action !== 'initiate_source') return action
  if (!isFundable) return null
  const open = { ...action, deadline: Math.min(fillBefore, action.deadline ?? fillBefore) }
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

/** The creator may recover the money at any time, and anyone from `cancelAfter` on. The creator is paid. */
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

/** Anyone may send the sweep, which pays the creator. */
function sweep(source: Intent, held: bigint): NextAction {
  return {
    actor: 'user',
    action: 'recover_prefund',
    chain: source.chain,
    deadline: null,
    description:
      `${held} base units of ${source.asset} lie at the source vault, which has settled: take them back with sweep. ` +
      `They go to ${source.creator}.`,
    call: { to: source.registryAddress, data: encodeSweep(escrowTerms(source), source.tokenAddress), value: 0n },
  }
}

/** What else can be done with the money at the vault's address, in words. */
export function prefundOptions(order: Order, { prefund }: FundingView): string[] {
  if (prefund === null) return []
  const { source } = order
  if (isSettled(order)) return restOptions(source, prefund)
  if (!canHoldPrefund(order)) return []
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

function restOptions({ tokenAddress, swapId, creator }: Intent, { amount, native }: Prefund): string[] {
  const rests: [bigint, string, string][] = [[amount, tokenAddress, 'base units']]
  if (tokenAddress !== nativeToken) rests.push([native, nativeToken, 'wei'])
  return rests
    .filter(([held]) => held > 0n)
    .map(
      ([held, token, unit]) =>
        `Take back the ${held} ${unit} at ${swapId}, which has settled: sweep(terms, ${token}) on the registry, by ` +
        `anyone. It pays ${creator}.`,
    )
}
