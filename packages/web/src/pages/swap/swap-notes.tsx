import type { SwapView } from '@tandem/react'
import { useQuery } from '@tanstack/react-query'
import { readinessQuery } from '../../api/queries.ts'
import { useApi } from '../../components/use-api.ts'
import { useChainName } from '../../components/use-chain-name.ts'
import { WaitNote } from '../../components/wait-note.tsx'
import { durationText } from '../../domain/duration.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { hasSigned } from '../../swap/has-signed.ts'
import { usePulse } from '../../swap/use-pulse.ts'

const text = en.swap.down

const chainOf = (asset: string) => asset.slice(0, asset.indexOf(':'))

export function SwapNotes({ view, deployment }: { view: SwapView; deployment: Deployment }) {
  const { phase, step, path, state } = view
  const { source, destination } = state.quote
  const isRunning = phase === 'running'
  const isInitiating = step === 'initiating'
  const isSigned = hasSigned(state)
  const asksRelayer =
    isSigned ||
    (isRunning && (step === 'revealing' || step === 'ensuring_claim' || (isInitiating && path !== 'native')))
  const says = isSigned ? text.signed : isInitiating ? text.signing : text.claiming
  return (
    <>
      <ServiceNote service="orderbook" says={isRunning ? text.orderbook : text.orderbookResting} />
      {asksRelayer ? <ServiceNote service="relayer" says={says} /> : null}
      <ChainNotes assets={[source.asset, destination.asset]} deployment={deployment} says={text.waits} />
    </>
  )
}

function ServiceNote({ service, says }: { service: 'orderbook' | 'relayer'; says: string }) {
  const { error } = useQuery(readinessQuery(useApi(), service))
  return error === null ? null : <WaitNote>{says}</WaitNote>
}

export function ChainNotes(props: { assets: readonly string[]; deployment: Deployment; says: string }) {
  const { assets, deployment, says } = props
  return [...new Set(assets.map(chainOf))].map((chain) => (
    <ChainNote key={chain} chain={chain} deployment={deployment} says={says} />
  ))
}

function ChainNote({ chain, deployment, says }: { chain: string; deployment: Deployment; says: string }) {
  const { isSilent, lateSecs } = usePulse(deployment, chain)
  const name = useChainName()(chain)
  if (isSilent) return <WaitNote>{text.silent(name)}</WaitNote>
  return lateSecs === 0 ? null : <WaitNote>{`${text.late(name, durationText(lateSecs))} ${says}`}</WaitNote>
}
