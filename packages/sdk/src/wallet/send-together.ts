import {
  AtomicityNotSupportedError,
  AtomicReadyWalletRejectedUpgradeError,
  BaseError,
  type Hex,
  isHash,
  MethodNotFoundRpcError,
  UnsupportedChainIdError,
  UnsupportedProviderMethodError,
  UserRejectedRequestError,
} from 'viem'
import { getCallsStatus, getCapabilities, sendCalls } from 'viem/actions'
import { sleep } from '../sleep.ts'
import { TandemError } from '../tandem-error.ts'
import { ensureChain, viemChainOf, type Wallet, type WalletCall, type WantedChain } from './wallet.ts'

/** How long to wait for a batch, in milliseconds. Tests use shorter times. */
export interface Patience {
  /** How long an answer of the wallet may take that needs no action of the user. */
  answerMs: number
  pollMs: number
  minedMs: number
  /** How long the chain may take to show the effect, once the wallet says that the batch has ended. */
  shownMs: number
}
const patient: Patience = { answerMs: 3_000, pollMs: 500, minedMs: 180_000, shownMs: 10_000 }

const taken = new Set<Hex | undefined>()
const nameOf = (calls: readonly WalletCall[]) => calls.at(-1)?.data

/**
 * Refuses to send calls one by one that a wallet may have accepted as a batch before, because they could pay twice.
 *
 * @throws a retryable `NOT_ON_CHAIN`.
 */
export function requireNotTaken(chain: WantedChain, calls: readonly WalletCall[]): void {
  if (taken.has(nameOf(calls))) throw notDone(chain, undefined)
}

/**
 * Sends calls as one atomic batch (EIP-5792). Unless the wallet clearly refuses the batch, its calls are never sent one
 * by one afterwards: the wallet may still send the batch, and both would pay.
 *
 * @param calls the last one must be able to succeed only once. The batch is remembered by it.
 * @param isDone reads whether the chain shows the effect.
 * @returns the hashes of the batch; `undefined` when the wallet cannot send batches, and nothing was sent.
 * @throws `WRONG_CHAIN`, `TRANSACTION_REVERTED`, `NOT_ON_CHAIN`; the user's refusal.
 */
export async function sendTogether(
  wallet: Wallet,
  chain: WantedChain,
  calls: readonly WalletCall[],
  isDone: () => Promise<boolean>,
  patience: Patience = patient,
): Promise<Hex[] | undefined> {
  if (!(await isAtomic(wallet, chain, patience))) {
    requireNotTaken(chain, calls)
    return undefined
  }
  await ensureChain(wallet, chain)
  const name = nameOf(calls)
  const isFirst = !taken.has(name)
  taken.add(name)
  let sent: { id?: unknown } | null | undefined
  try {
    sent = await sendCalls(wallet, {
      account: wallet.account,
      chain: viemChainOf(wallet, chain),
      calls: calls.map(({ to, data, value }) => ({ to, data, value: value ?? 0n })),
      forceAtomic: true,
    })
  } catch (error) {
    if (!isFirst || !isOf(error, [...unsupported, UserRejectedRequestError])) throw error
    taken.delete(name)
    if (isOf(error, unsupported)) return undefined
    throw error
  }
  return untilDone(wallet, chain, { id: sent?.id, isDone, patience })
}

/** Whether the wallet can send several calls as one atomic batch (EIP-5792). */
export async function isAtomic(
  wallet: Wallet,
  { chain_id: chainId }: WantedChain,
  { answerMs }: Patience = patient,
): Promise<boolean> {
  if (wallet.account.type === 'local') return false
  const asked = getCapabilities(wallet, { account: wallet.account, chainId })
  const capabilities = await within(answerMs, asked)
  return capabilities?.atomic?.status === 'supported'
}

const unsupported = [
  AtomicityNotSupportedError,
  AtomicReadyWalletRejectedUpgradeError,
  UnsupportedChainIdError,
  MethodNotFoundRpcError,
  UnsupportedProviderMethodError,
]
const isOf = (error: unknown, kinds: readonly (new (...given: never[]) => Error)[]): boolean =>
  error instanceof BaseError && error.walk((cause) => kinds.some((kind) => cause instanceof kind)) !== null

async function untilDone(
  wallet: Wallet,
  chain: WantedChain,
  { id, isDone, patience }: { id: unknown; isDone: () => Promise<boolean>; patience: Patience },
): Promise<Hex[]> {
  let until = Date.now() + patience.minedMs
  let last: Awaited<ReturnType<typeof statusOf>>
  for (;;) {
    const isShown = await isDone().catch(() => false)
    const status = await statusOf(wallet, id, patience)
    if (isShown) return status?.isElsewhere(chain) === false ? status.hashes : []
    // The wallet says that the batch has ended. The endpoint may be behind, so the wait goes on for a while.
    if (last === undefined && status !== undefined && status.statusCode >= 200) {
      last = status
      until = Math.min(until, Date.now() + patience.shownMs)
    }
    if (Date.now() >= until) throw notDone(chain, last, id)
    await sleep(patience.pollMs)
  }
}

async function statusOf(wallet: Wallet, id: unknown, { answerMs }: Patience) {
  const answer = await within(answerMs, getCallsStatus(wallet, { id: id as string }))
  if (answer === undefined) return undefined
  const { chainId, receipts = [], statusCode } = answer
  const hashes = receipts.map(({ transactionHash }) => transactionHash).filter((hash) => isHash(hash))
  const isElsewhere = (chain: WantedChain) => chainId !== undefined && chainId !== chain.chain_id
  return { chainId, hashes, isElsewhere, statusCode }
}

function notDone(chain: WantedChain, last: Awaited<ReturnType<typeof statusOf>>, id: unknown = null): TandemError {
  const details = { calls_id: id, tx_hashes: last?.hashes ?? [], given_chain_id: last?.chainId ?? null }
  return last !== undefined && last.statusCode >= 300 && !last.isElsewhere(chain)
    ? new TandemError('TRANSACTION_REVERTED', 'the wallet says that they failed', { details })
    : new TandemError('NOT_ON_CHAIN', `the wallet may have taken the calls: ${chain.chain} shows nothing`, {
        retryable: true,
        details,
      })
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([answer.catch(() => undefined), over])
  } finally {
    clearTimeout(timer)
  }
}
