import { useQuery } from '@tanstack/react-query'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { useChainHealth } from '../chains/use-chain-health.ts'
import { useChainName } from '../components/chain-names.tsx'
import { WaitNote } from '../components/wait-note.tsx'
import { durationText } from '../domain/duration.ts'
import { answersQuery, type ServiceName } from '../queries.ts'
import { en } from '../text/en.ts'
import { hasSigned } from './has-signed.ts'

const text = en.down

const chainOf = (asset: string) => asset.slice(0, asset.indexOf(':'))

/** Says which service or chain does not answer, and what that means for the swap. */
export function SwapNotes({ view }: { view: SwapView }) {
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
      <ChainNotes assets={[source.asset, destination.asset]} says={text.waits} />
    </>
  )
}

/** Returns whether a note says that a service does not answer. It asks no service itself, but reads what the notes have asked. */
export function useHasServiceNote(): boolean {
  const { client } = useCard().config
  const { data: orderbook } = useQuery({ ...answersQuery(client, 'orderbook'), enabled: false })
  const { data: relayer } = useQuery({ ...answersQuery(client, 'relayer'), enabled: false })
  return orderbook === false || relayer === false
}

function ServiceNote({ service, says }: { service: ServiceName; says: string }) {
  const { data: answers } = useQuery(answersQuery(useCard().config.client, service))
  return answers === false ? <WaitNote>{says}</WaitNote> : null
}

export function ChainNotes({ assets, says }: { assets: readonly string[]; says: string }) {
  return [...new Set(assets.map(chainOf))].map((chain) => <ChainNote key={chain} chain={chain} says={says} />)
}

function ChainNote({ chain, says }: { chain: string; says: string }) {
  const { isSilent, lateSecs } = useChainHealth(chain)
  const name = useChainName()(chain)
  if (isSilent) return <WaitNote>{text.silent(name)}</WaitNote>
  return lateSecs === 0 ? null : <WaitNote>{`${text.late(name, durationText(lateSecs))} ${says}`}</WaitNote>
}
