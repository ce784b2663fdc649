import type { AssetConfig, ChainConfig } from '@tandem/contracts'

/** A token as a list shows it. */
export interface ListedToken {
  asset: string
  symbol: string
  /** The token's name in full. */
  name: string
  /** The chain's name for people. */
  chain: string
  /** Where its picture is, by the network file. */
  logo: string | undefined
}

interface Listed {
  assets: readonly Pick<AssetConfig, 'asset' | 'symbol' | 'display_name' | 'logo'>[]
  chains: readonly Pick<ChainConfig, 'chain' | 'display_name'>[]
}

/** The tokens with these identifiers, in their order; those that the network does not list are left out. */
export function listedTokens(ids: readonly string[], { assets, chains }: Listed): ListedToken[] {
  return ids.flatMap((id) => {
    const token = assets.find(({ asset }) => asset === id)
    if (token === undefined) return []
    const chainId = id.slice(0, id.indexOf(':'))
    const chain = chains.find(({ chain }) => chain === chainId)?.display_name ?? chainId
    return [{ asset: id, symbol: token.symbol, name: token.display_name, chain, logo: safeLogo(token.logo) }]
  })
}

/** The tokens of which each typed word is part of the symbol, the name or the chain, in any case. */
export function searchTokens(tokens: readonly ListedToken[], typed: string): readonly ListedToken[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return tokens.filter(({ symbol, name, chain, asset }) => {
    const text = `${symbol} ${name} ${chain} ${asset}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** A picture over https, or of the page's own host. A network file that nobody has checked may name anything else. */
export const safeLogo = (logo: string | undefined): string | undefined =>
  logo !== undefined && /^(https:\/\/|\/?[A-Za-z0-9._~-][A-Za-z0-9._~/-]*$)/.test(logo) ? logo : undefined
