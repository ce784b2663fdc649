import type { AssetConfig, ChainConfig, OrderWire } from '@tandem/contracts'
import { amountText, shortAmountText } from '../domain/amount.ts'
import type { SideState } from '../progress/side-states.ts'
import { en } from '../text/en.ts'
import { TokenIcon } from './token-icon.tsx'

const text = en.sides

const tones: Partial<Record<SideState, string>> = {
  escrow: 'accent',
  arriving: 'accent',
  paid: 'good',
  arrived: 'good',
  returned: 'good',
  returning: 'wait',
}

/** An amount that leaves or arrives, in base units of `asset`. */
type Side = Pick<OrderWire['source_intent'], 'asset' | 'amount'>

interface SidesProps {
  leaves: Side
  arrives: Side
  states: readonly [leaves: SideState, arrives: SideState]
  /** Where the symbols and decimals come from: the network file, or the orderbook's list. */
  assets: readonly Pick<AssetConfig, 'asset' | 'symbol' | 'decimals'>[]
  chains: readonly Pick<ChainConfig, 'chain' | 'display_name'>[]
}

/** Shows what leaves and what arrives: token, amount, chain, and where the money is. */
export function Sides({ leaves, arrives, states, ...known }: SidesProps) {
  return (
    <div className="tandem-sides">
      <SideCard title={text.leaves} side={leaves} state={states[0]} {...known} />
      <span className="tandem-sides-arrow" aria-hidden="true">
        →
      </span>
      <SideCard title={text.arrives} side={arrives} state={states[1]} {...known} />
    </div>
  )
}

interface SideCardProps extends Pick<SidesProps, 'assets' | 'chains'> {
  title: string
  side: Side
  state: SideState
}

function SideCard({ title, side, state, assets, chains }: SideCardProps) {
  const token = assets.find(({ asset }) => asset === side.asset)
  const [chainId = ''] = side.asset.split(':')
  const chain = chains.find((one) => one.chain === chainId)?.display_name ?? chainId
  return (
    <div className="tandem-side">
      <span className="tandem-small tandem-soft">{title}</span>
      <TokenIcon symbol={token?.symbol ?? '?'} chain={chain} />
      <strong className="tandem-number" title={token === undefined ? undefined : amountText(side.amount, token)}>
        {token === undefined ? side.amount : shortAmountText(side.amount, token)}
      </strong>
      <span className="tandem-small tandem-soft">{en.on(chain)}</span>
      <span className="tandem-badge" data-tone={tones[state]}>
        {text.states[state]}
      </span>
    </div>
  )
}
