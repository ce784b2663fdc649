import { chainOfAsset } from '@tandem/contracts'
import {
  type Reason,
  type RunOptions,
  type RunResult,
  type RunStep,
  runWithRetries,
  Swap,
  type SwapState,
} from '@tandem/sdk'
import { type Address, isAddressEqual } from 'viem'
import { namingOf } from './amounts.ts'
import type { Context } from './context.ts'
import { describeFailure, exitCodes } from './failure.ts'
import { rowsOfOrder } from './order-rows.ts'
import { print } from './print.ts'
import type { Settings } from './settings.ts'
import { fromNow } from './times.ts'

const words: Record<RunStep, string> = {
  initiating: 'bringing the source escrow on chain',
  waiting_for_market_maker: 'waiting until the market maker has funded the destination',
  revealing: 'looking at both chains before the secret leaves',
  ensuring_claim: 'the secret is out; making sure that the destination is claimed',
  settling: 'claimed; waiting until the claim is confirmed and the order complete',
  waiting_for_expiry: 'nothing was paid; waiting until nothing can pay it any more',
  waiting_for_refund: 'waiting until the amount can be taken back',
  refunding: 'taking the amount back',
  completed: 'completed',
  refunded: 'refunded',
  ended: 'ended: there was nothing to take back',
}

type Drive = Omit<RunOptions, 'wallet' | 'destinationWallet'>

/**
 * The options of a run that only finishes a swap: it pays nothing, and claims with the wallet at once instead of
 * waiting for a relayer that may be gone.
 */
export const ending: Pick<Drive, 'initiates' | 'patienceSecs' | 'path' | 'submitter'> = {
  initiates: false,
  patienceSecs: Number.POSITIVE_INFINITY,
  path: 'signed',
  submitter: { by: 'wallet' },
}

/** Says in one line what a step waits for, and until when. */
export const reasonText = ({ code, message, until }: Reason): string =>
  `${message} (${code}${until === undefined ? '' : `, until ${fromNow(until)}`})`

/** Makes a `Swap` of a saved state. */
export async function resume(state: SwapState, settings: Settings): Promise<Swap> {
  const wallet = await settings.wallet(chainOfAsset(state.quote.source.asset))
  return Swap.resume(state, settings.swapOptions(wallet))
}

/**
 * Whether the source escrow was never created, as far as the orderbook knows. Tokens that were sent to its vault can
 * then be refunded at once. Once the secret is out, the orderbook is not believed about this.
 */
export async function isUnbegun(swap: Swap): Promise<boolean> {
  const order = await swap.refresh().catch(() => undefined)
  return order?.status === 'created' && !swap.isSecretOut
}

/**
 * Until when something the user signed can still fund the swap, in unix seconds; `undefined` when nothing can, or when
 * it was sent by the wallet, whose transactions never expire.
 */
export const signedUntil = ({ fundableUntil }: Swap): number | undefined =>
  fundableUntil > Date.now() / 1000 && fundableUntil < Number.MAX_SAFE_INTEGER ? fundableUntil : undefined

/**
 * Runs a swap once, and deletes its saved state if that is no longer needed.
 *
 * @returns how the run ended. `isKept` says that the state was not deleted.
 * @throws the errors of `Swap.run`.
 */
export async function drive(swap: Swap, settings: Settings, options: Drive): Promise<RunResult & { isKept: boolean }> {
  const { source_intent: source, destination_intent: destination } = swap.order
  const wallet = await settings.wallet(source.chain)
  // A hop can only be claimed by its recipient. Every other order can be claimed by any wallet, and pays its recipient.
  const isRecipient = isAddressEqual(destination.recipient as Address, wallet.account.address)
  const mayClaim = swap.hasDestination && (isRecipient || !destination.l1_hop)
  const claimer = mayClaim ? { destinationWallet: await settings.wallet(destination.chain) } : {}
  const result = await swap.run({ ...options, ...claimer, wallet })
  const isKept = !result.mayForget || result.outcome === 'paid'
  if (!isKept) await settings.store.remove(swap.state)
  return { ...result, isKept }
}

/**
 * Runs a swap to its end, and prints how it ended. As long as money may be at stake, the run is repeated after errors.
 * Ctrl-C leaves the swap as it is, and `tandem recover` goes on with it.
 *
 * @throws the errors of `Swap.run` after which nothing is at stake, or the user has to act.
 */
export async function runToEnd(
  swap: Swap,
  { io, end }: Context,
  settings: Settings,
  options: Omit<Drive, 'signal' | 'onProgress'>,
): Promise<void> {
  let stop = io.waiting('starting')
  let noted = ''
  try {
    const note = (text: string) => {
      stop()
      if (text !== noted) io.note(text)
      noted = text
    }
    const onProgress: RunOptions['onProgress'] = ({ step, reason, error }) => {
      const why = error === undefined ? reason && reasonText(reason) : describeFailure(error).message
      note(why === undefined ? words[step] : `still ${words[step]}: ${why}`)
      stop = io.waiting(words[step])
    }
    const run = (isRetry: boolean) =>
      drive(swap, settings, {
        ...options,
        ...(isRetry ? { initiates: false } : {}),
        signal: io.signal,
        onProgress,
      })
    const { outcome, order, isKept, unverified } = await runWithRetries(run, {
      known: () => ({ state: swap.state, order: swap.order }),
      onFailure: (error) => note(`trying again: ${describeFailure(error).message}`),
      signal: io.signal,
    })
    stop()
    if (isKept)
      io.note(`kept in ${settings.stateFolder} until the chains show the end for good; \`tandem recover\` looks again`)
    if (unverified !== undefined)
      io.note(`by the orderbook's word alone, for want of an endpoint: ${unverified.join(', ')}`)
    const rest = unverified === undefined ? {} : { unverified }
    const { order_id, status, source_intent, destination_intent } = order
    const answer = { outcome, order_id, status, source_intent, destination_intent, ...rest }
    const { next: _next, ...rows } = rowsOfOrder(order, await namingOf(settings))
    print(io, settings.json, answer, { outcome, ...rows })
    end(outcome === 'ended' ? exitCodes.failed : exitCodes.done)
  } finally {
    stop()
  }
}
