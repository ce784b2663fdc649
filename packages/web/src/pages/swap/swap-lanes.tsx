import type { SwapView } from '@tandem/react'
import type { RunStep } from '@tandem/sdk'
import { TokenMark } from '../../components/token-mark.tsx'
import { amountText, shortAmountText } from '../../domain/amount.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { type LaneWord, laneWords } from '../../swap/swap-progress.ts'

const text = en.swap.lanes

const tones: Partial<Record<LaneWord, string>> = {
  escrow: 'accent',
  arriving: 'accent',
  paid: 'good',
  arrived: 'good',
  returned: 'good',
  returning: 'wait',
}

/** Both sides, the one that leaves and the one that arrives: amount, chain, and a word for where it is. */
export function SwapLanes({ view, step, deployment }: { view: SwapView; step: RunStep; deployment: Deployment }) {
  const { source, destination } = view.state.quote
  const [leaves, arrives] = laneWords(step)
  return (
    <div className="swap-lanes">
      <Lane title={text.leaves} side={source} word={leaves} deployment={deployment} />
      <span className="trade-arrow" aria-hidden="true">
        →
      </span>
      <Lane title={text.arrives} side={destination} word={arrives} deployment={deployment} />
    </div>
  )
}

interface LaneProps {
  title: string
  side: { asset: string; amount: string }
  word: LaneWord
  deployment: Deployment
}

function Lane({ title, side, word, deployment: { network } }: LaneProps) {
  const token = network.assets.find(({ asset }) => asset === side.asset)
  const [chainId = ''] = side.asset.split(':')
  const chain = network.chains.find((one) => one.chain === chainId)?.display_name ?? chainId
  return (
    <div className="swap-lane" data-tone={tones[word]}>
      <span className="small soft">{title}</span>
      {token === undefined ? null : <TokenMark symbol={token.symbol} chain={chain} />}
      <strong className="number" title={token === undefined ? undefined : amountText(side.amount, token)}>
        {token === undefined ? side.amount : shortAmountText(side.amount, token)}
      </strong>
      <span className="small soft">{en.order.on(chain)}</span>
      <span className="badge" data-tone={tones[word]}>
        {text.words[word]}
      </span>
    </div>
  )
}
