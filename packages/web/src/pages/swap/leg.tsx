import { type ReactNode, useId } from 'react'
import { TokenMark } from '../../components/token-mark.tsx'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'

interface LegProps {
  label: string
  asset: string
  options: readonly string[]
  onChoose: (asset: string) => void
  deployment: Deployment
  /** Stands opposite the label: the balance, or the recipient. */
  aside: ReactNode
  foot: string
  problem?: string | undefined
  /** The amount that is typed; without it `shown` stands in its place. */
  input?: { value: string; onChange: (typed: string) => void; label: string }
  shown?: string
  title?: string | undefined
  isWaiting?: boolean
}

export function Leg(props: LegProps) {
  const { label, asset, options, onChoose, deployment, aside, foot, problem, input, shown, title, isWaiting } = props
  const id = useId()
  const { assets, chains } = deployment.network
  const partsOf = (wanted: string): [symbol: string, chain: string] => {
    const [chain = '', symbol = wanted] = wanted.split(':')
    return [
      assets.find((one) => one.asset === wanted)?.symbol ?? symbol,
      chains.find((one) => one.chain === chain)?.display_name ?? '',
    ]
  }
  const [symbol, chain] = partsOf(asset)
  return (
    <div className="leg" data-wrong={problem !== undefined}>
      <div className="leg-line small soft">
        <label htmlFor={id}>{label}</label>
        <span className="row number">{aside}</span>
      </div>
      <div className="leg-line">
        {input === undefined ? (
          <output className="leg-amount number" title={title} data-waiting={isWaiting} aria-label={en.swap.arriving}>
            {shown}
          </output>
        ) : (
          <input
            className="leg-amount number"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={input.value}
            onChange={(event) => input.onChange(event.target.value)}
            aria-label={input.label}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-foot`}
          />
        )}
        <span className="token">
          <TokenMark symbol={symbol} chain={chain} />
          <span className="token-name" aria-hidden="true">
            <strong>{symbol}</strong>
            <span className="small soft">{chain}</span>
          </span>
          <select id={id} value={asset} onChange={(event) => onChoose(event.target.value)}>
            {options.map((one) => (
              <option key={one} value={one}>
                {en.swap.asset(...partsOf(one))}
              </option>
            ))}
          </select>
        </span>
      </div>
      <p
        id={`${id}-foot`}
        className="leg-foot small number"
        data-tone={problem === undefined ? undefined : 'bad'}
        role="status"
      >
        {problem ?? foot}
      </p>
    </div>
  )
}
