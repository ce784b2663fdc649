import type { AssetConfig, ChainConfig } from '@tandem/contracts'

/** A token, as a list of tokens shows it. */
export interface ListedToken {
  asset: string
  symbol: string
  /** The full name of the token, such as `USD Coin`. */
  name: string
  /** The name of the chain that people know, such as `Base`. */
  chain: string
  /** The address of the token's picture, where the network file has a safe one. */
  logo: string | undefined
}

interface Listed {
  assets: readonly Pick<AssetConfig, 'asset' | 'symbol' | 'display_name' | 'logo'>[]
  chains: readonly Pick<ChainConfig, 'chain' | 'display_name'>[]
}

/** Returns the tokens with these identifiers, in the same order. Those that the network file does not list are left out. */
export function listedTokens(ids: readonly string[], { assets, chains }: Listed): ListedToken[] {
  return ids.flatMap((id) => {
    const token = assets.find(({ asset }) => asset === id)
    if (token === undefined) return []
    const chainId = id.slice(0, id.indexOf(':'))
    const chain = chains.find(({ chain }) => chain === chainId)?.display_name ?? chainId
    return [{ asset: id, symbol: token.symbol, name: token.display_name, chain, logo: safeLogo(token.logo) }]
  })
}

/** Returns the tokens that match every typed word, by symbol, name, chain or identifier. Upper and lower case are the same. */
export function searchTokens(tokens: readonly ListedToken[], typed: string): readonly ListedToken[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return tokens.filter(({ symbol, name, chain, asset }) => {
    const text = `${symbol} ${name} ${chain} ${asset}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/**
 * Keeps the address of a picture that is loaded over https or from the page's own host. An unchecked network file may name
 * anything else.
 */
export const safeLogo = (logo: string | undefined): string | undefined =>
  logo !== undefined && /^(https:\/\/|\/?[A-Za-z0-9._~-][A-Za-z0-9._~/-]*$)/.test(logo) ? logo : undefined
