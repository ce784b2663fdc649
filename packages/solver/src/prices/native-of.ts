import type { PricedAsset } from '@tandem/chain/prices'
import type { ChainConfig } from '@tandem/contracts'

/**
 * The token that pays for gas. When the network lists no such asset, it has no id, and a price feed finds it by its
 * symbol.
 */
export const nativeOf = ({ chain, native_symbol }: Pick<ChainConfig, 'chain' | 'native_symbol'>): PricedAsset => ({
  asset: `${chain}:${native_symbol.toLowerCase()}`,
  symbol: native_symbol,
})
