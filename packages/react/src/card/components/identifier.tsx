import { useState } from 'react'
import { en } from '../text/en.ts'
import { type ExplorerKind, useExplorer } from './chain-names.tsx'
import { CopyIcon, DoneIcon, OutIcon } from './icons.tsx'

export interface IdentifierProps {
  value: string
  /** What the value is, such as "source vault". Screen readers read it as the name of the buttons. */
  name: string
  /** The chain of the value. If the chain has a block explorer, a link to it is shown. */
  chain?: string
  kind?: ExplorerKind
  /** Whether every character is shown, and not only the first and last ones. */
  isWhole?: boolean
}

/** Shortens an identifier to its first eight and last six characters. */
export const short = (value: string) => (value.length <= 14 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`)

/** An address or a hash, with a button that copies it and a link to the block explorer. */
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
