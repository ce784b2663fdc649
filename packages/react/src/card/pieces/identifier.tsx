import { useState } from 'react'
import { en } from '../text/en.ts'
import { type ExplorerKind, useExplorer } from './chain-names.tsx'
import { CopyIcon, DoneIcon, OutIcon } from './icons.tsx'

export interface IdentifierProps {
  value: string
  /** Its meaning, for screen readers and tooltips: "source vault". */
  name: string
  /** With a chain that has an explorer, the identifier links to it. */
  chain?: string
  kind?: ExplorerKind
  /** Show every character. */
  isWhole?: boolean
}

/** The first and last characters of an identifier, for the eye. */
export const short = (value: string) => (value.length <= 14 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`)

/** An address or a hash that can be copied, with its place in the block explorer. */
export function Identifier({ value, name, chain, kind, isWhole = false }: IdentifierProps) {
  const explorer = useExplorer()(chain, kind, value)
  return (
    <span className="tandem-row">
      <span className="tandem-mono" title={value}>
        {isWhole ? value : short(value)}
      </span>
      <CopyButton text={value} name={name} />
      {explorer === undefined ? null : (
        <a
          className="tandem-icon-button"
          href={explorer}
          target="_blank"
          rel="noreferrer"
          aria-label={en.explorer(name)}
        >
          <OutIcon />
        </a>
      )}
    </span>
  )
}

function CopyButton({ text, name }: { text: string; name: string }) {
  const [isDone, setIsDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsDone(true)
    setTimeout(() => setIsDone(false), 1_500)
  }
  return (
    <button type="button" className="tandem-icon-button" onClick={() => void copy()} aria-label={en.copy.do(name)}>
      {isDone ? <DoneIcon /> : <CopyIcon />}
      <span className="tandem-visually-hidden" role="status">
        {isDone ? en.copy.done : ''}
      </span>
    </button>
  )
}
