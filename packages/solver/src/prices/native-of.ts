import type { PricedAsset } from '@tandem/chain/prices'
import type { ChainConfig } from '@tandem/contracts'

/** The token that pays for gas. Where the network lists no such asset, a feed knows it by its symbol. */
export const nativeOf = ({ chain, native_symbol }: Pick<ChainConfig, 'chain' | 'native_symbol'>): PricedAsset => ({
  asset: `${chain}:${native_symbol.toLowerCase()}`,
  symbol: native_symbol,
})
