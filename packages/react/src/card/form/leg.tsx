import { type ReactNode, useId } from 'react'
import { en } from '../text/en.ts'
import { TokenChooser } from './token-chooser.tsx'

interface LegProps {
  label: string
  asset: string
  options: readonly string[]
  onChoose: (asset: string) => void
  /** What is shown opposite the label: the balance, or the recipient. */
  aside: ReactNode
  foot: string
  problem?: string | undefined
  /** The field for the amount. Without it, `shown` is the amount, and cannot be changed. */
  input?: { value: string; onChange: (typed: string) => void; label: string }
  shown?: string
  title?: string | undefined
  isWaiting?: boolean
}

/** One side of the form: an amount, and the token that it is of. */
export function Leg(props: LegProps) {
  const { label, asset, options, onChoose, aside, foot, problem, input, shown, title, isWaiting } = props
  const id = useId()
  return (
    <div className="tandem-leg" data-wrong={problem !== undefined}>
      <div className="tandem-leg-line tandem-small tandem-soft">
        <span id={`${id}-label`}>{label}</span>
        <span className="tandem-row tandem-number">{aside}</span>
      </div>
      <div className="tandem-leg-line">
        {input === undefined ? (
          <output
            className="tandem-leg-amount tandem-number"
            title={title}
            data-waiting={isWaiting}
            aria-label={en.arriving}
          >
            {shown}
          </output>
        ) : (
          <input
            className="tandem-leg-amount tandem-number"
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
        <TokenChooser labelId={`${id}-label`} title={label} asset={asset} options={options} onChoose={onChoose} />
      </div>
      <p
        id={`${id}-foot`}
        className="tandem-leg-foot tandem-small tandem-number"
        data-tone={problem === undefined ? undefined : 'bad'}
        role="status"
      >
        {problem ?? foot}
      </p>
    </div>
  )
}
