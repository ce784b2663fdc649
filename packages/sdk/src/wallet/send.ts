import {
  BaseError,
  ChainMismatchError,
  type Hex,
  type ReplacementReason,
  WaitForTransactionReceiptTimeoutError,
} from 'viem'
import { getChainId, sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { sleep } from '../sleep.ts'
import { refusedByUser, TandemError } from '../tandem-error.ts'
import { ensureChain, viemChainOf, type Wallet, type WalletCall, type WantedChain, wrongChain } from './wallet.ts'

const isChainMismatch = (error: unknown): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof ChainMismatchError) !== null

/**
 * Sends a call and waits until it is mined. The request names the chain, so that a wallet which has just switched
 * refuses it. While it is unknown what became of a call, it is not sent again: a multisig may execute it days later.
 *
 * @param isDone reads whether the chain shows the effect. Without it, a call whose hash never appears on chain would
 * count as not sent, although a contract wallet may have executed it in another transaction.
 * @returns the hash of the mined transaction, also if the user has sped it up; the wallet's hash if the effect came
 * first.
 * @throws `WRONG_CHAIN` (nothing was sent), `TRANSACTION_REVERTED`, `CANCELLED_IN_WALLET`; `NOT_ON_CHAIN` when neither
 * the transaction nor its effect appears in three minutes; viem's errors (nothing was sent).
 */
export async function send(wallet: Wallet, chain: WantedChain, call: WalletCall, isDone?: IsDone): Promise<Hex> {
  await ensureChain(wallet, chain)
  const key = [chain.chain_id, wallet.account.address, call.to, call.value ?? 0n, call.data].join(' ')
  const hash = taken.get(key) ?? (await ask(wallet, chain, call))
  taken.set(key, hash)
  try {
    const mined = await confirmed(wallet, { hash, chain, isDone })
    taken.delete(key)
    return mined
  } catch (error) {
    if (!(error instanceof TandemError && error.code === 'NOT_ON_CHAIN')) taken.delete(key)
    throw error
  }
}

/** Reads whether the chain shows the effect of a call. */
export type IsDone = () => Promise<boolean>

/** The hashes of calls of which it is unknown what became. The keys name chain, account and call. */
const taken = new Map<string, Hex>()

const ask = (wallet: Wallet, chain: WantedChain, call: WalletCall): Promise<Hex> =>
  sendTransaction(wallet, {
    account: wallet.account,
    chain: viemChainOf(wallet, chain),
    to: call.to,
    data: call.data,
    value: call.value ?? 0n,
    ...(call.gas === undefined ? {} : { gas: call.gas }),
  }).catch(async (error: unknown) => {
    if (isChainMismatch(error)) throw wrongChain(chain, await getChainId(wallet).catch(() => undefined))
    throw error
  })

/**
 * Sends a call like {@link send}, when another party may do the same.
 *
 * @returns `null` when the call failed because the other party was first.
 */
export async function sendUnlessDone(
  wallet: Wallet,
  chain: WantedChain,
  call: WalletCall,
  isDone: () => Promise<boolean>,
): Promise<Hex | null> {
  try {
    return await send(wallet, chain, call, isDone)
  } catch (error) {
    // The endpoint of a wallet on another chain cannot say whether it is done.
    const isElsewhere = error instanceof TandemError && error.code === 'WRONG_CHAIN'
    if (!isElsewhere && (await isDone().catch(() => false))) return null
    throw error
  }
}

const minedMs = 180_000
const doneEveryMs = 2_000

interface Awaited {
  hash: Hex
  chain: WantedChain
  isDone?: IsDone | undefined
}

/** Waits for the transaction, or for the one by which the user has replaced it. */
async function confirmed(wallet: Wallet, { hash, chain, isDone = async () => false }: Awaited): Promise<Hex> {
  let replaced: 'repriced' | ReplacementReason = 'repriced'
  const onReplaced = ({ reason }: { reason: ReplacementReason }) => {
    replaced = reason
  }
  const mined = waitForTransactionReceipt(wallet, { hash, pollingInterval: 250, timeout: minedMs, onReplaced })
  const receipt = await beforeEffect(mined, isDone).catch((cause: unknown) => {
    if (!(cause instanceof WaitForTransactionReceiptTimeoutError)) throw cause
    const message = `${chain.chain} does not show ${hash}, which the wallet gave: carry it out, speed it up or cancel it in the wallet`
    throw new TandemError('NOT_ON_CHAIN', message, { retryable: true, details: { tx_hash: hash }, cause })
  })
  if (receipt === undefined) return hash
  const { transactionHash, status } = receipt
  if (replaced !== 'repriced') {
    const confirmations = Math.max(1, chain.confirmations ?? 1)
    await waitForTransactionReceipt(wallet, { hash: transactionHash, pollingInterval: 250, timeout: 0, confirmations })
    if (await isDone()) return transactionHash
    throw new TandemError(
      'CANCELLED_IN_WALLET',
      `the wallet ${replaced} transaction ${hash}: nothing of it was carried out`,
      {
        details: { tx_hash: hash, replaced_by: transactionHash },
        cause: { code: refusedByUser },
      },
    )
  }
  if (status !== 'success')
    throw new TandemError('TRANSACTION_REVERTED', `transaction ${transactionHash} was mined and reverted`, {
      details: { tx_hash: transactionHash },
    })
  return transactionHash
}

/** @returns the receipt; `undefined` when the chain shows the effect before the receipt is there. */
async function beforeEffect<T>(mined: Promise<T>, isDone: IsDone): Promise<T | undefined> {
  let isOver = false
  const effect = async () => {
    while (!isOver) {
      await sleep(doneEveryMs)
      if (!isOver && (await isDone().catch(() => false))) return undefined
    }
    return undefined
  }
  try {
    return await Promise.race([mined, effect()])
  } finally {
    isOver = true
    mined.catch(() => undefined)
  }
}
