import type { InitiationPath } from '@tandem/contracts/rules'
import { nativeToken } from '@tandem/escrow'
import { type BaseError, ExecutionRevertedError, isAddressEqual } from 'viem'
import { estimateGas, getBalance, getGasPrice } from 'viem/actions'
import { amountText, insufficientTokens } from '../preflight/insufficient-tokens.ts'
import { TandemError } from '../tandem-error.ts'
import { isRevert } from '../wallet/is-revert.ts'
import { hasCode, readBalance } from '../wallet/read-account.ts'
import { isAtomic } from '../wallet/send-together.ts'
import type { Wallet, WalletCall } from '../wallet/wallet.ts'
import { plannedCalls } from './planned-calls.ts'
import type { SourceSide, Submitter } from './source-side.ts'

export interface Payment {
  path: InitiationPath
  by: Submitter['by']
  /** The decimals of the source token, if the network file names them. */
  decimals?: number | undefined
  /**
   * True when something that was signed or sent before may still pay the vault. If the account holds too few tokens,
   * that payment may have taken them.
   */
  isUnderWay?: boolean | undefined
}

/**
 * Checks through the wallet's endpoint that the account can pay by this path. The user is not asked for anything before
 * that.
 *
 * @throws `INSUFFICIENT_TOKENS`, `INSUFFICIENT_GAS`; a retryable `CREATION_REVERTS` when the first transaction would
 * revert now.
 */
export async function requirePayable(wallet: Wallet, source: SourceSide, payment: Payment): Promise<void> {
  const missing = await requireTokens(wallet, source, payment)
  // An earlier signature or transaction that may still pay needs no more gas from the wallet.
  if (payment.isUnderWay !== true) await requireGas(wallet, source, { ...payment, missing })
}

/**
 * Requires that the account has the tokens.
 *
 * @returns the base units that the vault does not hold yet.
 */
async function requireTokens(
  wallet: Wallet,
  { order, terms, vault }: SourceSide,
  { path, decimals, isUnderWay = false }: Payment,
): Promise<bigint> {
  const { address } = wallet.account
  const [held, inVault] = await Promise.all([
    readBalance(wallet, terms.token, address),
    path === 'prefunded' ? readBalance(wallet, terms.token, vault, 'pending') : 0n,
  ])
  const missing = terms.amount - inVault
  if (held >= missing) return missing
  const { asset } = order.source_intent
  throw insufficientTokens({ asset, decimals }, { address, held, required: missing, retryable: isUnderWay })
}

/**
 * Requires that the account can pay for gas. It counts the least that the transactions can cost, so that no account is
 * refused that could have paid. Somebody else may pay the gas of an account with code, or of a wallet that sends
 * batches, so these are not refused.
 */
async function requireGas(
  wallet: Wallet,
  source: SourceSide,
  { path, by, missing }: Payment & { missing: bigint },
): Promise<void> {
  const { address } = wallet.account
  const { first, laterGas } = await plannedCalls(wallet, source, { path, by, missing })
  if (first === undefined && laterGas === 0n) return
  const [firstGas, price, held] = await Promise.all([
    first === undefined ? 0n : gasOf(wallet, source, first),
    getGasPrice(wallet).catch(() => 0n),
    getBalance(wallet, { address }),
  ])
  const spent = isAddressEqual(source.terms.token, nativeToken) ? source.terms.amount : 0n
  const required = spent + (firstGas + laterGas) * price
  if (held >= required) return
  if ((await hasCode(wallet, address)) || (await isAtomic(wallet, source.chain))) return
  const text = (amount: bigint) => amountText(amount, `native token of ${source.chain.chain}`, 18)
  throw new TandemError(
    'INSUFFICIENT_GAS',
    `${address} holds ${text(held)}, and needs at least ${text(required)} with the gas of its transactions: send it some${spent > 0n ? ', or swap less' : ', or take a path without gas'}`,
    { details: { chain: source.chain.chain, held: String(held), required: String(required) } },
  )
}

async function gasOf(wallet: Wallet, { chain }: SourceSide, call: WalletCall): Promise<bigint> {
  try {
    return await estimateGas(wallet, { account: wallet.account.address, ...call })
  } catch (error) {
    if (!isRevert(error)) return 0n
    const { shortMessage } = error.walk((cause) => cause instanceof ExecutionRevertedError) as BaseError
    throw new TandemError('CREATION_REVERTS', `${chain.chain} would refuse the transaction: ${shortMessage}`, {
      retryable: true,
      cause: error,
    })
  }
}
