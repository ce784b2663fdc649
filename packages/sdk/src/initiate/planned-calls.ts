import type { InitiationPath } from '@tandem/contracts/rules'
import { encodeCreateEscrowNative, encodeCreateEscrowSigned, measuredGas, permit2Address } from '@tandem/escrow'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { Wallet, WalletCall } from '../wallet/wallet.ts'
import { approvalsOf } from './approvals.ts'
import type { SourceSide, Submitter } from './source-side.ts'

/** The transactions that the wallet has to send for a path. */
export interface PlannedCalls {
  /** The first transaction; `undefined` when the wallet sends none, or has to sign something before it. */
  first: WalletCall | undefined
  /** The gas that all other transactions used when it was measured. */
  laterGas: bigint
}

const approvalGas = 46_000n

export const nativeCreation = ({ registry, terms }: SourceSide): WalletCall => ({
  to: registry,
  data: encodeCreateEscrowNative(terms),
  value: terms.amount,
})

/** The creation of the escrow by the creator's own transaction, which needs no signature. */
export const ownCreation = ({ registry, terms }: SourceSide): WalletCall => ({
  to: registry,
  data: encodeCreateEscrowSigned({ terms, deadline: 0, creatorSignature: '0x' }),
})

export const transferTo = ({ vault, terms }: SourceSide, amount: bigint): WalletCall => ({
  to: terms.token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault, amount] }),
})

/**
 * Plans the transactions of a path.
 *
 * @param plan.missing how much the vault still needs, in base units.
 */
export async function plannedCalls(
  wallet: Wallet,
  source: SourceSide,
  { path, by, missing }: { path: InitiationPath; by: Submitter['by']; missing: bigint },
): Promise<PlannedCalls> {
  const ifOwn = (gas: bigint) => (by === 'wallet' ? gas : 0n)
  const approving = (approvals: readonly WalletCall[], creation: WalletCall | undefined, creationGas: bigint) =>
    approvals.length === 0
      ? { first: creation, laterGas: creation === undefined ? creationGas : 0n }
      : { first: approvals[0], laterGas: BigInt(approvals.length - 1) * approvalGas + creationGas }
  switch (path) {
    case 'native':
      return { first: nativeCreation(source), laterGas: 0n }
    case 'prefunded':
      return { first: transferTo(source, missing), laterGas: ifOwn(measuredGas.createEscrow) }
    case 'signed': {
      const approvals = await approvalsOf(wallet, source, { spender: source.registry })
      const creation = by === 'wallet' ? ownCreation(source) : undefined
      return approving(approvals, creation, ifOwn(measuredGas.createEscrowByCreator))
    }
    case 'permit2': {
      const approvals = await approvalsOf(wallet, source, { spender: permit2Address, amount: maxUint256 })
      return approving(approvals, undefined, ifOwn(measuredGas.createEscrowPermit2))
    }
    case 'permit':
      return { first: undefined, laterGas: ifOwn(measuredGas.createEscrowPermit) }
    case 'eip3009':
      return { first: undefined, laterGas: ifOwn(measuredGas.createEscrowAuthorized) }
  }
}
