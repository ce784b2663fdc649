import { useState } from 'react'

/** The signs of well-known tokens. Any other token shows its first letter. */
const signs: Readonly<Record<string, string>> = { USDC: '$', USDT: '₮', DAI: '◈', ETH: 'Ξ', AVAX: '▲', BTC: '₿' }
const colours = 6

/** Picks a colour by the name, so that a token and a chain look the same everywhere. */
function colourOf(name: string): number {
  let sum = 0
  for (const letter of name.toLowerCase()) sum = (sum * 29 + letter.charCodeAt(0)) % 9_973
  return sum % colours
}

interface TokenIconProps {
  symbol: string
  /** The name of the chain that people know, such as `Base`. */
  chain: string
  /** The address of the token's picture. If it does not load, the sign is shown instead. */
  logo?: string | undefined
}

/**
 * A token's picture or sign, with the chain's initials in its corner. Screen readers skip it, because the names are beside it. The
 * style sheet draws the letters, so that they do not become part of a button's text.
 */
export function TokenIcon({ symbol, chain, logo }: TokenIconProps) {
  const [failed, setFailed] = useState<string>()
  const isPicture = logo !== undefined && logo !== failed
  const sign = isPicture ? undefined : (signs[symbol.toUpperCase()] ?? letterOf(symbol))
  return (
    <span className="tandem-token-icon" data-colour={colourOf(symbol)} data-letters={sign} aria-hidden="true">
      {isPicture ? <img src={logo} alt="" referrerPolicy="no-referrer" onError={() => setFailed(logo)} /> : null}
      <span className="tandem-token-icon-chain" data-colour={colourOf(chain)} data-letters={initialsOf(chain)} />
    </span>
  )
}

const letterOf = (name: string): string => name.slice(0, 1).toUpperCase()

/** The initials of the first two words: one letter is too few, because "Base" and "Base Sepolia" begin with the same one. */
const initialsOf = (name: string): string => name.split(' ').slice(0, 2).map(letterOf).join('')
