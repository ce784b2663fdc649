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
 * Pays for the source escrow. Call it only after `verifyOrder`, because the user's money is spent here. It can be
 * repeated: an escrow that exists is not paid again. If the vault holds a part of the amount already, `prefunded` sends
 * the rest, and every other path pays the whole amount. Those paths must not refuse, because anybody could then block
 * an order by sending a single base unit to its vault.
 *
 * @throws `WRONG_ACCOUNT`, `CLOCK_SKEWED`, `INSUFFICIENT_TOKENS`, `INSUFFICIENT_GAS`, `STILL_PAYABLE`: nothing was
 * signed or sent.
 * @param options.decimals of the source token, to write amounts in error messages.
 * @param options.isUnderWay true when something that was signed or sent before may still pay the vault.
 * @param options.signature keeps the signature of an earlier try, so that the user does not sign again.
 * @param options.earlier an earlier signature. Another path is refused while that one can still pay.
 * @param options.onFunding called before anything may pay the vault, and again when the chain shows the payment.
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
  // Checked first, because a kept signature would pay a second time.
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
    // An earlier signature may have paid between the two readings, so the chain is read once more before the refusal.
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

/** The signature of an earlier try, unless the payment of another swap has made it worthless. */
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
 * Refuses an account that is not the order's creator. The registry would refuse its signature, and a refund of what it
 * sent would go to the creator.
 *
 * @throws `WRONG_ACCOUNT`. The wallet was not asked for anything.
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
 * Refuses a second path while the first one can still pay: with valid signatures for two paths, the amount can be taken
 * twice. Two signatures for the same path can only pay once.
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
 * Reads the source vault until it shows the effect of the transactions, for ten seconds at most.
 *
 * @throws a retryable `NOT_ON_CHAIN` when it does not show it.
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
