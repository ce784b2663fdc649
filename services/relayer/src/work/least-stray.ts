import type { Network } from '@tandem/contracts'
import type { Escrow } from '../vaults/domain/escrow.ts'

/**
 * The least amount, in base units, that is given back at the relayer's cost from where no open escrow holds it: the
 * `min_amount` of the asset, or what the order asked for, where that is less. Its owner can move anything below by itself.
 */
export function leastStray(network: Pick<Network, 'assets'>, asset: string, { terms }: Escrow): bigint {
  const least = BigInt(network.assets.find((one) => one.asset === asset)?.min_amount ?? 1)
  return terms.amount < least ? terms.amount : least
}
