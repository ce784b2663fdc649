import { type IndicativeQuote, TandemError } from '@tandem/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAsking } from '../asking.ts'
import { useIsSlow } from '../pieces/use-is-slow.ts'
import { WaitNote } from '../pieces/wait-note.tsx'
import { en } from '../text/en.ts'
import type { Offer } from './use-offer.ts'

const text = en

interface QuoteNoteProps {
  /** The code with which the orderbook closes the route. */
  closedBy: string | null
  query: UseQueryResult<IndicativeQuote>
  isAsked: boolean
}

export function QuoteNote({ closedBy, query: { data, error, isPlaceholderData }, isAsked }: QuoteNoteProps) {
  const isSlow = useIsSlow(isAsked && (data === undefined || isPlaceholderData) && error === null)
  const says =
    closedBy !== null
      ? refusalText(closedBy)
      : error !== null
        ? problemText(error)
        : isSlow
          ? text.slowQuote
          : undefined
  if (says === undefined) return null
  return <WaitNote>{says}</WaitNote>
}

const refusalText = (code: string): string =>
  (text.refusals as Readonly<Record<string, string>>)[code] ?? text.refusals.UNAVAILABLE

function problemText(error: Error): string {
  if (!(error instanceof TandemError)) return text.refusals.UNAVAILABLE
  return (text.refusals as Readonly<Record<string, string>>)[error.code] ?? error.message
}

/** How often the wallet will ask, before the click; what it asks for, after it. */
export function ConsentsNote({ offer, isStarting }: { offer: Offer; isStarting: boolean }) {
  const asking = useAsking()
  const { consents } = offer
  if (isStarting) return <WaitNote>{asking === undefined ? text.starting : text.secretNote}</WaitNote>
  return consents === undefined ? null : <p className="tandem-small tandem-soft">{text.consents(consents)}</p>
}
