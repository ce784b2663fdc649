import { type EscrowTerms, hopRouteAbi, nativeToken } from '@tandem/escrow'
import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, isAddressEqual } from 'viem'
import { call, readContract } from 'viem/actions'
import type { Intent } from '../client/types.ts'
import { termsOf } from '../verify/verify-order.ts'
import { askMajority, type ChainEvidence, evidenceRequired } from './evidence-options.ts'

/**
 * Whether the token would pay the recipient now. With a paused token or a blocked recipient, the claim would fail, and
 * would publish the secret.
 */
export function readIsPayable(evidence: ChainEvidence, { vault, terms }: { vault: Address; terms: EscrowTerms }) {
  const { recipient, amount, token } = terms
  return askWhether(evidence, 'payable', async (client) => {
    const transaction = isAddressEqual(token, nativeToken)
      ? { to: recipient, value: amount }
      : { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] }) }
    const { data } = await call(client, { account: vault, ...transaction })
    // Some tokens answer with false, and some with nothing.
    return data === undefined || BigInt(data) !== 0n || isAddressEqual(token, nativeToken)
  })
}

/** @throws `EVIDENCE_REQUIRED`. */
export async function readIsRouteOpen(evidence: ChainEvidence, hub: Intent): Promise<boolean> {
  const { chain, hop_bridge_address: bridge } = evidence.chain
  if (bridge == null) throw evidenceRequired(`hop_bridge_address of ${chain}`)
  return askWhether(evidence, 'route', (client) =>
    readContract(client, {
      address: bridge as Address,
      abi: hopRouteAbi,
      functionName: 'isRouteOpen',
      args: [termsOf(hub).token, hub.hop_dest_blockchain_id as Hex],
    }),
  )
}

/** Asks a question that a contract answers by reverting or not: a revert means no. */
export const askWhether = (evidence: ChainEvidence, name: string, ask: (client: Client) => Promise<boolean>) =>
  askMajority(evidence, name, (client) =>
    ask(client).catch((error: unknown) => {
      if (isRevert(error)) return false
      throw error
    }),
  )

const isRevert = (error: unknown): boolean =>
  error instanceof Error &&
  /CallExecutionError|ContractFunctionExecutionError/.test(error.name) &&
  /revert/i.test(error.message)
