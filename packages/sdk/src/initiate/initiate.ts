import { nativeToken } from '@tandem/escrow'
import { type Hex, isAddressEqual } from 'viem'
import type { Order } from '../client/types.ts'
import { ensureChain } from '../ensure-chain.ts'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { untilShown } from '../until-shown.ts'
import type { Wallet } from '../wallet.ts'
import { initiateEip3009 } from './initiate-eip3009.ts'
import { initiateNative } from './initiate-native.ts'
import { initiatePermit } from './initiate-permit.ts'
import { initiatePermit2 } from './initiate-permit2.ts'
import { createFunded, initiatePrefunded } from './initiate-prefunded.ts'
import { initiateSigned } from './initiate-signed.ts'
import { requireFundable } from './require-fundable.ts'
import { noEnd, type OnFunding, type SignedOnce, signedOnce } from './signed-once.ts'
import {
  ensureRegistry,
  type Initiated,
  type InitiationPath,
  latestTime,
  readHeld,
  readShown,
  type SourceSide,
  type StepOptions,
  type Submitter,
  sourceSideOf,
} from './source-side.ts'

type Step = (
  wallet: Wallet,
  source: SourceSide,
  submitter: Submitter,
) => Promise<{ walletTxHashes: Hex[]; createTxHash: Hex | null }>

const steps: Record<InitiationPath, Step> = {
  native: initiateNative,
  prefunded: initiatePrefunded,
  permit: initiatePermit,
  signed: initiateSigned,
  permit2: initiatePermit2,
  eip3009: initiateEip3009,
}

/**
 * Brings the source escrow of a verified order on chain. Money moves here: call it only after `verifyOrder`. It can be
 * repeated: an escrow that exists is left alone, and a vault that holds its amount, also by a transfer that is not mined
 * yet, is only created, whatever path is asked for: the result's path is `prefunded` then. Less than the amount is topped
 * up by `prefunded` alone; every other path pays the whole amount, and what is too much goes back to the creator once the
 * escrow is settled. To refuse would let anyone block an order with dust.
 *
 * @param options.chain the source chain, from the application's pinned network.
 * @param options.destination the destination chain, from the same.
 * @param options.valueUsd the order's worth by the same; `undefined` counts as more than any step of a chain.
 * @param options.signed what the wallet signed before and the relayer could not take: it is not asked again.
 * @param options.onFunding told before anything leaves that may pay the vault, and when the chain shows it.
 * @throws TandemError `WRONG_CHAIN`, `ORDER_EXPIRED` and `TOO_LATE` (nothing was signed or sent), `UNSUPPORTED_INITIATION` when the token does not allow
 * the path, `NOT_ON_CHAIN` when a transaction was mined, or a wallet may have taken calls at once, and the chain does not show
 * the escrow; the services' and viem's errors.
 */
export async function initiate(
  order: Order,
  path: InitiationPath,
  options: StepOptions & {
    wallet: Wallet
    submitter: Submitter
    chain: VerifiedChain
    destination: VerifiedChain
    valueUsd?: number | undefined
    signed?: SignedOnce
    onFunding?: OnFunding
  },
): Promise<Initiated> {
  const { wallet, chain, destination, valueUsd, switchChain, signed = signedOnce(), onFunding } = options
  const source = sourceSideOf(order, chain)
  const isNative = isAddressEqual(source.terms.token, nativeToken)
  if (isNative !== (path === 'native'))
    throw new TandemError('UNSUPPORTED_INITIATION', `${order.source_intent.asset} cannot be initiated by "${path}"`)
  await ensureChain(wallet, chain, switchChain)
  await ensureRegistry(wallet, source)
  if ((await readShown(wallet, source)) === 'created')
    return { path, walletTxHashes: [], createTxHash: null, shown: 'created' }
  const now = await latestTime(wallet)
  requireFundable(order, { source: chain, destination, valueUsd }, now, Math.floor(Date.now() / 1000))
  const { terms, vault } = source
  // Before a signature that is kept: it would pay the amount once more.
  if ((await readHeld(wallet, terms.token, vault, 'pending')) >= terms.amount) {
    const done = await createFunded(wallet, source, options.submitter)
    const shown = await shownAfter(wallet, source, { path: 'prefunded', ...done })
    await onFunding?.(0)
    return { path: 'prefunded', ...done, shown }
  }
  const submitter = signed.watch(path, options.submitter, onFunding)
  const kept = submitter.by === 'relayer' ? signed.kept(path, now) : undefined
  const isSending = submitter.by === 'wallet' || path === 'prefunded'
  if (isSending) await onFunding?.(noEnd)
  const done = await (submitter.by === 'relayer' && kept !== undefined
    ? submitter.client.createInitiation(kept).then(() => ({ walletTxHashes: [], createTxHash: null }))
    : steps[path](wallet, source, submitter))
  const shown = await shownAfter(wallet, source, { path, ...done })
  if (isSending && shown !== 'nothing') await onFunding?.(0)
  return { path, ...done, shown }
}

/** The state that the chain shows once the step is done; an error when it is less than the transactions must yield. */
async function shownAfter(
  wallet: Wallet,
  source: SourceSide,
  { path, createTxHash }: { path: InitiationPath; createTxHash: Hex | null },
): Promise<Initiated['shown']> {
  await ensureChain(wallet, source.chain)
  const wanted: readonly Initiated['shown'][] =
    createTxHash !== null
      ? ['created']
      : path === 'prefunded'
        ? ['created', 'funded']
        : ['created', 'funded', 'nothing']
  const shown = await untilShown(
    () => readShown(wallet, source),
    (reading) => wanted.includes(reading),
  )
  if (!wanted.includes(shown))
    throw new TandemError(
      'NOT_ON_CHAIN',
      `the transaction was mined, and ${source.chain.chain} does not show the escrow at ${source.vault}`,
      { retryable: true, details: { tx_hash: createTxHash, shown } },
    )
  return shown
}
