import { lazy, Suspense } from 'react'
import { useTitle } from '../../components/use-title.ts'
import { en } from '../../strings/en.ts'
import { FormPlaceholder } from './form-placeholder.tsx'

const SwapPanel = lazy(async () => ({ default: (await import('./swap-panel.tsx')).SwapPanel }))

/** The page on which swaps are made and go on. The card is loaded later, because it needs viem and wagmi, which are large. */
export function SwapPage() {
  useTitle(en.swap.title)
  return (
    <div className="swap-page">
      <div className="tandem-stack swap-intro">
        <h1>{en.swap.headline}</h1>
        <p className="tandem-soft">{en.swap.intro}</p>
      </div>
      <Suspense fallback={<FormPlaceholder />}>
        <SwapPanel />
      </Suspense>
    </div>
  )
}
