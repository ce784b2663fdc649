/** Signs that people know from elsewhere; any other token shows its first letter. */
const signs: Readonly<Record<string, string>> = { USDC: '$', USDT: '₮', DAI: '◈', ETH: 'Ξ', AVAX: '▲', BTC: '₿' }
const colours = 6

/** The same colour for the same name, everywhere. */
function colourOf(name: string): number {
  let sum = 0
  for (const letter of name.toLowerCase()) sum = (sum * 31 + letter.charCodeAt(0)) % 9_973
  return sum % colours
}

/** A token's sign, and in its corner the chain's letter. Decoration: the names stand beside it. */
export function TokenMark({ symbol, chain }: { symbol: string; chain: string }) {
  return (
    <span className="mark" data-mark={colourOf(symbol)} aria-hidden="true">
      {signs[symbol.toUpperCase()] ?? symbol.slice(0, 1).toUpperCase()}
      <span className="mark-chain" data-mark={colourOf(chain)}>
        {chain.slice(-1).toUpperCase()}
      </span>
    </span>
  )
}
