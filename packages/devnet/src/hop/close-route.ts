import { hopBridgeAbi } from '@tandem/escrow'
import { type Address, type Hex, parseGwei } from 'viem'
import { connect } from './connect.ts'

/** With this price, the transaction is mined before all others that wait. */
const overtaking = { maxFeePerGas: parseGwei('900'), maxPriorityFeePerGas: parseGwei('900') }

/**
 * Closes a route for ever.
 * @param options.privateKey the bridge's owner.
 * @returns the transaction. It may not be mined yet.
 */
export function closeHopRoute(options: {
  rpcUrl: string
  privateKey: Hex
  hopBridge: Address
  token: Address
  destBlockchainId: Hex
}): Promise<Hex> {
  const { rpcUrl, privateKey, hopBridge, token, destBlockchainId } = options
  return connect(rpcUrl, privateKey).writeContract({
    address: hopBridge,
    abi: hopBridgeAbi,
    functionName: 'closeRoute',
    args: [token, destBlockchainId],
    chain: null,
    gas: 100_000n,
    ...overtaking,
  })
}
