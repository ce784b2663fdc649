import { type IndicativeQuote, TandemError } from '@tandem/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import { useIsSlow } from '../components/use-is-slow.ts'
import { WaitNote } from '../components/wait-note.tsx'
import { en } from '../text/en.ts'
import { useWalletPrompt } from '../wallet-prompt.ts'
import type { Offer } from './use-offer.ts'

const text = en

interface QuoteNoteProps {
  /** The code of the reason for which the orderbook has closed the route; `null` while the route is open. */
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

/** Says before the click how often the wallet will ask, and after the click what it asks for. */
export function PromptsNote({ offer, isStarting }: { offer: Offer; isStarting: boolean }) {
  const prompt = useWalletPrompt()
  const { prompts } = offer
  if (isStarting) return <WaitNote>{prompt === undefined ? text.starting : text.secretNote}</WaitNote>
  return prompts === undefined ? null : <p className="tandem-small tandem-soft">{text.prompts(prompts)}</p>
}
