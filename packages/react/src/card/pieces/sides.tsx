import type { AssetConfig, ChainConfig, OrderWire } from '@tandem/contracts'
import { amountText, shortAmountText } from '../domain/amount.ts'
import type { LaneWord } from '../progress/lane-words.ts'
import { en } from '../text/en.ts'
import { TokenMark } from './token-mark.tsx'

const text = en.lanes

const tones: Partial<Record<LaneWord, string>> = {
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
  words: readonly [leaves: LaneWord, arrives: LaneWord]
  /** As they are listed, or pinned. */
  assets: readonly Pick<AssetConfig, 'asset' | 'symbol' | 'decimals'>[]
  chains: readonly Pick<ChainConfig, 'chain' | 'display_name'>[]
}

export function Sides({ leaves, arrives, words, ...known }: SidesProps) {
  return (
    <div className="tandem-sides">
      <SideCard title={text.leaves} side={leaves} word={words[0]} {...known} />
      <span className="tandem-sides-arrow" aria-hidden="true">
        →
      </span>
      <SideCard title={text.arrives} side={arrives} word={words[1]} {...known} />
    </div>
  )
}

interface SideCardProps extends Pick<SidesProps, 'assets' | 'chains'> {
  title: string
  side: Side
  word: LaneWord
}

function SideCard({ title, side, word, assets, chains }: SideCardProps) {
  const token = assets.find(({ asset }) => asset === side.asset)
  const [chainId = ''] = side.asset.split(':')
  const chain = chains.find((one) => one.chain === chainId)?.display_name ?? chainId
  return (
    <div className="tandem-side" data-tone={tones[word]}>
      <span className="tandem-small tandem-soft">{title}</span>
      <TokenMark symbol={token?.symbol ?? '?'} chain={chain} />
      <strong className="tandem-number" title={token === undefined ? undefined : amountText(side.amount, token)}>
        {token === undefined ? side.amount : shortAmountText(side.amount, token)}
      </strong>
      <span className="tandem-small tandem-soft">{en.on(chain)}</span>
      <span className="tandem-badge" data-tone={tones[word]}>
        {text.words[word]}
      </span>
    </div>
  )
}
