import { useState } from 'react'

/** Signs that people know from elsewhere; any other token shows its first letter. */
const signs: Readonly<Record<string, string>> = { USDC: '$', USDT: '₮', DAI: '◈', ETH: 'Ξ', AVAX: '▲', BTC: '₿' }
const colours = 6

/** The same colour for the same name, everywhere. */
function colourOf(name: string): number {
  let sum = 0
  for (const letter of name.toLowerCase()) sum = (sum * 29 + letter.charCodeAt(0)) % 9_973
  return sum % colours
}

interface TokenMarkProps {
  symbol: string
  /** The chain's name for people. */
  chain: string
  /** Its picture; a letter stands in place of one that does not load. */
  logo?: string | undefined
}

/**
 * A token's picture or sign, and in its corner the chain's initials. Decoration: the names stand beside it, and the sheet
 * draws the letters, so that they are no part of the text of a button.
 */
export function TokenMark({ symbol, chain, logo }: TokenMarkProps) {
  const [failed, setFailed] = useState<string>()
  const isPicture = logo !== undefined && logo !== failed
  const sign = isPicture ? undefined : (signs[symbol.toUpperCase()] ?? letterOf(symbol))
  return (
    <span className="tandem-mark" data-mark={colourOf(symbol)} data-letters={sign} aria-hidden="true">
      {isPicture ? <img src={logo} alt="" referrerPolicy="no-referrer" onError={() => setFailed(logo)} /> : null}
      <span className="tandem-mark-chain" data-mark={colourOf(chain)} data-letters={initialsOf(chain)} />
    </span>
  )
}

const letterOf = (name: string): string => name.slice(0, 1).toUpperCase()

/** Of at most two words: chains of one family begin with the same letter. */
const initialsOf = (name: string): string => name.split(' ').slice(0, 2).map(letterOf).join('')
