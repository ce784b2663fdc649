import type { ChainConfig, Network } from '@tandem/contracts'
import type { Address, Hex } from 'viem'
import { deliverySource } from './delivery-source.ts'
import { type EventSource, escrowSource } from './event-source.ts'

/** What is read from a chain: the escrows, or on a final chain the deliveries. Undefined when there is neither. */
export function sourceOfChain(config: ChainConfig, { chains }: Pick<Network, 'chains'>): EventSource | undefined {
  if (config.registry_address !== null) return escrowSource(config.registry_address as Address)
  const hub = chains.find(({ chain }) => chain === config.hub_chain)
  if (hub?.blockchain_id == null || config.messenger_address === null) return undefined
  return deliverySource(config.messenger_address as Address, hub.blockchain_id as Hex)
}
