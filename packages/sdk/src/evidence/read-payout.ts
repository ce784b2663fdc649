import { type EscrowTerms, hopRouteAbi, nativeToken } from '@tandem/escrow'
import { type Address, type Client, encodeFunctionData, erc20Abi, type Hex, isAddressEqual } from 'viem'
import { call, readContract } from 'viem/actions'
import { TandemError } from '../tandem-error.ts'
import type { ChainEvidence } from './evidence-options.ts'

/**
 * Whether the escrow could pay its recipient now: the transfer is simulated from the vault, without the secret. A paused
 * token or a blocked recipient would otherwise make the secret public for nothing. Every endpoint must say yes.
 */
export function readIsPayable(evidence: ChainEvidence, { vault, terms }: { vault: Address; terms: EscrowTerms }) {
  const { recipient, amount, token } = terms
  return everyEndpoint(evidence, async (client) => {
    const transaction = isAddressEqual(token, nativeToken)
      ? { to: recipient, value: amount }
      : { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] }) }
    const { data } = await call(client, { account: vault, ...transaction })
    // A token may refuse by answering false as well as by reverting; some answer nothing at all.
    return data === undefined || BigInt(data) !== 0n || isAddressEqual(token, nativeToken)
  })
}

/** Whether the bridge of a hop takes the escrow's token to the final chain now. Every endpoint must say yes. */
export function readIsRouteOpen(
  evidence: ChainEvidence,
  { bridge, token, destBlockchainId }: { bridge: Address; token: Address; destBlockchainId: Hex },
): Promise<boolean> {
  return everyEndpoint(evidence, (client) =>
    readContract(client, {
      address: bridge,
      abi: hopRouteAbi,
      functionName: 'isRouteOpen',
      args: [token, destBlockchainId],
    }),
  )
}

/** Asks every endpoint: one that reverts says no, and so does the chain. */
export async function everyEndpoint(
  evidence: ChainEvidence,
  ask: (client: Client) => Promise<boolean>,
): Promise<boolean> {
  const settled = await Promise.allSettled(evidence.clients.map(ask))
  const answers = settled.map((one) =>
    one.status === 'fulfilled' ? one.value : isRevert(one.reason) ? false : undefined,
  )
  const given = answers.filter((one) => one !== undefined)
  if (given.length < evidence.quorum)
    throw new TandemError('EVIDENCE_UNAVAILABLE', `too few endpoints of ${evidence.chain.chain} answer`, {
      retryable: true,
    })
  return given.every(Boolean)
}

/** viem names both: a call that the node executed and that reverted. */
const isRevert = (error: unknown): boolean =>
  error instanceof Error &&
  /CallExecutionError|ContractFunctionExecutionError/.test(error.name) &&
  /revert/i.test(error.message)
