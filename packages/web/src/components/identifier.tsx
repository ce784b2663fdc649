import type { ChainConfig } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { chainsQuery } from '../api/queries.ts'
import { en } from '../strings/en.ts'
import { CopyIcon, DoneIcon, OutIcon } from './icons.tsx'
import { useApi } from './use-api.ts'

export interface IdentifierProps {
  value: string
  /** Its meaning, for screen readers and tooltips: "source vault". */
  name: string
  /** With a chain that has an explorer, the identifier links to it. */
  chain?: string
  kind?: 'address' | 'tx' | 'block'
  /** Show every character. */
  isWhole?: boolean
}

export const short = (value: string) => (value.length <= 14 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`)

export function Identifier({ value, name, chain, kind, isWhole = false }: IdentifierProps) {
  const { data: chains } = useQuery(chainsQuery(useApi()))
  const explorer = explorerUrl(chains, chain, kind, value)
  return (
    <span className="row">
      <span className="mono" title={value}>
        {isWhole ? value : short(value)}
      </span>
      <CopyButton text={value} name={name} />
      {explorer === undefined ? null : (
        <a className="icon-button" href={explorer} target="_blank" rel="noreferrer" aria-label={en.explorer(name)}>
          <OutIcon />
        </a>
      )}
    </span>
  )
}

function explorerUrl(
  chains: readonly ChainConfig[] | undefined,
  chain: string | undefined,
  kind: IdentifierProps['kind'],
  value: string,
): string | undefined {
  const base = chains?.find((one) => one.chain === chain)?.explorer_url
  return base == null || kind === undefined ? undefined : `${base.replace(/\/$/, '')}/${kind}/${value}`
}

function CopyButton({ text, name }: { text: string; name: string }) {
  const [isDone, setIsDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsDone(true)
    setTimeout(() => setIsDone(false), 1_500)
  }
  return (
    <button type="button" className="icon-button" onClick={() => void copy()} aria-label={en.copy.do(name)}>
      {isDone ? <DoneIcon /> : <CopyIcon />}
      <span className="visually-hidden" role="status">
        {isDone ? en.copy.done : ''}
      </span>
    </button>
  )
}
