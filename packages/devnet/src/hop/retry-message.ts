import type { Network } from '@tandem/contracts'
import { type InspectedHop, inspectHop, type RetriedHop, retryHop } from '@tandem/sdk'
import type { Hex } from 'viem'
import { connect } from './connect.ts'

export interface HopOperator {
  /** @throws TandemError when no hub of the network has sent it. */
  inspect(messageId: Hex): Promise<InspectedHop>
  retry(messageId: Hex): Promise<RetriedHop>
}

/**
 * Inspects and retries messages through the first endpoint of each chain. `privateKey` pays for the
 * gas.
 */
export function makeHopOperator(options: {
  network: Network
  rpcUrls: Readonly<Record<string, readonly string[]>>
  privateKey: Hex
}): HopOperator {
  const { network, rpcUrls, privateKey } = options
  const evidence = { endpoints: rpcUrls }
  const walletOn = (chain: string) => {
    const [url] = rpcUrls[chain] ?? []
    if (url === undefined) throw new Error(`RPC_URLS has no endpoint of ${chain}`)
    return connect(url, privateKey)
  }
  return {
    inspect: (messageId) => inspectHop({ messageId }, network, evidence),
    retry: (messageId) => retryHop({ messageId }, walletOn, network, evidence),
  }
}
