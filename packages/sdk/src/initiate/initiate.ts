import type { InitiationPath } from '@tandem/contracts/rules'
import { nativeToken } from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { CreateInitiation, Order } from '../client/types.ts'
import type { VerifiedChain } from '../known-network.ts'
import { untilShown } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import { send } from '../wallet/send.ts'
import { ensureChain, type Wallet } from '../wallet/wallet.ts'
import { initiateEip3009 } from './initiate-eip3009.ts'
import { initiatePermit } from './initiate-permit.ts'
import { initiatePermit2 } from './initiate-permit2.ts'
import { createFunded, initiatePrefunded } from './initiate-prefunded.ts'
import { initiateSigned } from './initiate-signed.ts'
import { isSpent } from './is-spent.ts'
import { type KeptSignature, keptSignature, neverExpires, type OnFunding } from './kept-signature.ts'
import { nativeCreation } from './planned-calls.ts'
import { requireTime } from './require-fundable.ts'
import { requirePayable } from './require-payable.ts'
import {
  chainTime,
  type EarlierSignature,
  ensureRegistry,
  type Initiated,
  isFunded,
  readShown,
  type Sent,
  type SourceSide,
  type StepOptions,
  type Submitter,
  sourceSideOf,
} from './source-side.ts'

type Step = (wallet: Wallet, source: SourceSide, submitter: Submitter) => Promise<Sent>

const steps: Record<InitiationPath, Step> = {
  native: async (wallet, source) => {
    const isCreated = async () => (await readShown(wallet, source)) === 'created'
    const hash = await send(wallet, source.chain, nativeCreation(source), isCreated)
    return { walletTxHashes: [hash], createTxHash: hash }
  },
  prefunded: initiatePrefunded,
  permit: initiatePermit,
  signed: initiateSigned,
  permit2: initiatePermit2,
  eip3009: initiateEip3009,
}

/**
 * Pays for the source escrow. Call it only after `verifyOrder`, because money moves here. It can be repeated: what is
 * on chain is left alone. `prefunded` tops up what is missing; other paths pay the whole amount, because with a refusal
 * anybody's dust could block an order.
 *
 * @throws `WRONG_ACCOUNT`, `CLOCK_SKEWED`, `INSUFFICIENT_TOKENS`, `INSUFFICIENT_GAS`, `STILL_PAYABLE`: nothing was
 * signed or sent.
 * @param options.decimals of the source token, for the sentences of errors.
 * @param options.isUnderWay something that was signed or sent before may still pay the vault.
 * @param options.signature keeps the signature of an earlier try, so that the user does not sign again.
 * @param options.onFunding told before anything may pay the vault, and when the chain shows it.
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
    decimals?: number | undefined
    isUnderWay?: boolean
    signature?: KeptSignature
    earlier?: EarlierSignature | undefined
    onFunding?: OnFunding
  },
): Promise<Initiated> {
  const {
    wallet,
    chain,
    destination,
    valueUsd,
    decimals,
    isUnderWay,
    switchChain,
    signature = keptSignature(),
    onFunding,
  } = options
  const source = sourceSideOf(order, chain)
  const isNative = isAddressEqual(source.terms.token, nativeToken)
  if (isNative !== (path === 'native'))
    throw new TandemError('UNSUPPORTED_INITIATION', `${order.source_intent.asset} cannot be initiated by "${path}"`)
  requireCreator(source.terms.creator, wallet.account.address)
  await ensureChain(wallet, chain, switchChain)
  await ensureRegistry(wallet, source)
  if ((await readShown(wallet, source)) === 'created')
    return { path, walletTxHashes: [], createTxHash: null, shown: 'created' }
  const times = { chain: await chainTime(wallet), own: Math.floor(Date.now() / 1000) }
  requireTime(order, { source: chain, destination, valueUsd }, times)
  // Checked before a kept signature is used, which would pay once more.
  if (await isFunded(wallet, source, 'pending')) {
    const done = await createFunded(wallet, source, options.submitter)
    const shown = await shownAfter(wallet, source, { path: 'prefunded', ...done })
    await onFunding?.(0)
    return { path: 'prefunded', ...done, shown }
  }
  if (options.allowSecondPayment !== true) requireOnePath(path, options.earlier, Math.max(times.chain, times.own))
  const payment = { path, by: options.submitter.by, decimals, isUnderWay }
  const refusal = await requirePayable(wallet, source, payment).catch((error: unknown) => error)
  if (refusal !== undefined) {
    // Read once more: what was handed over before may have paid between the two readings.
    if ((await readShown(wallet, source)) === 'created')
      return { path, walletTxHashes: [], createTxHash: null, shown: 'created' }
    throw refusal
  }
  const submitter = signature.wrap(path, options.submitter, onFunding)
  const kept = submitter.by === 'relayer' ? await keptBody(wallet, source, { path, signature, times }) : undefined
  const isSending = submitter.by === 'wallet' || path === 'prefunded'
  if (isSending) await onFunding?.(neverExpires)
  const done = await (submitter.by === 'relayer' && kept !== undefined
    ? submitter.client.createInitiation(kept).then(() => ({ walletTxHashes: [], createTxHash: null }))
    : steps[path](wallet, source, submitter))
  const shown = await shownAfter(wallet, source, { path, ...done })
  if (isSending && shown !== 'nothing') await onFunding?.(0)
  return { path, ...done, shown }
}

/** The signature of an earlier try, unless another swap has used up what it depends on. */
async function keptBody(
  wallet: Wallet,
  source: SourceSide,
  { path, signature, times }: { path: InitiationPath; signature: KeptSignature; times: { chain: number; own: number } },
): Promise<CreateInitiation | undefined> {
  const kept = signature.get(path, Math.max(times.chain, times.own))
  if (kept === undefined || !(await isSpent(wallet, source, kept))) return kept
  await signature.drop()
  return undefined
}

/**
 * Refuses another account than the order's creator: its money would go back to the creator, and its signature would be
 * refused.
 *
 * @throws `WRONG_ACCOUNT`; nothing was asked of the wallet.
 */
function requireCreator(creator: Address, owner: Address): void {
  if (isAddressEqual(creator, owner)) return
  throw new TandemError(
    'WRONG_ACCOUNT',
    `the order is of ${creator}, and the wallet gives ${owner}: choose ${creator} in the wallet`,
    { details: { wanted_address: creator, given_address: owner } },
  )
}

/**
 * Refuses a second path: two valid signatures for different paths can take the amount twice. A second one for the same
 * path is the same payment.
 */
function requireOnePath(path: InitiationPath, earlier: EarlierSignature | undefined, now: number): void {
  if (earlier === undefined || earlier.path === path || earlier.until <= now) return
  const { until } = earlier
  throw new TandemError(
    'STILL_PAYABLE',
    `your signature by "${earlier.path}" can still pay this order: wait, or set allowSecondPayment`,
    { retryable: true, details: { path: earlier.path, payable_until: until } },
  )
}

/**
 * Reads what the chain shows after the transactions.
 *
 * @throws when it shows less than they must have brought.
 */
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
