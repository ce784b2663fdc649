import { type EscrowTerms, hopRouteAbi, nativeToken } from '@tandem/escrow'
import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, isAddressEqual } from 'viem'
import { call, readContract } from 'viem/actions'
import type { Intent } from '../client/types.ts'
import { termsOf } from '../verify/verify-order.ts'
import { askMajority, type ChainEvidence, evidenceRequired } from './evidence-options.ts'

/**
 * Simulates the payment of the recipient. If the token is paused or blocks the recipient, a claim would fail, and would
 * still make the secret public.
 */
export function readIsPayable(evidence: ChainEvidence, { vault, terms }: { vault: Address; terms: EscrowTerms }) {
  const { recipient, amount, token } = terms
  return askWhether(evidence, 'payable', async (client) => {
    const transaction = isAddressEqual(token, nativeToken)
      ? { to: recipient, value: amount }
      : { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] }) }
    const { data } = await call(client, { account: vault, ...transaction })
    // Some tokens return false instead of reverting. Others return nothing at all, which means success.
    return data === undefined || BigInt(data) !== 0n || isAddressEqual(token, nativeToken)
  })
}

/** @throws `EVIDENCE_REQUIRED` when the bridge's address is not pinned. */
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

/** Asks the endpoints a yes-or-no question. A call that reverts counts as no. */
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
