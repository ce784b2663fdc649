import type { Network } from '@tandem/contracts'
import type { Escrow } from '../vaults/domain/escrow.ts'

/**
 * The least stray amount that is moved, in base units: the asset's `min_amount`, or the order's amount where that is less. Owners
 * can move smaller amounts themselves.
 */
export function minStray(network: Pick<Network, 'assets'>, asset: string, { terms }: Escrow): bigint {
  const least = BigInt(network.assets.find((one) => one.asset === asset)?.min_amount ?? 1)
  return terms.amount < least ? terms.amount : least
}
