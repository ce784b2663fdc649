import { lazy, Suspense } from 'react'
import { useTitle } from '../../components/use-title.ts'
import { en } from '../../strings/en.ts'
import { FormPlace } from './form-place.tsx'

const SwapPanel = lazy(async () => ({ default: (await import('./swap-panel.tsx')).SwapPanel }))

/** Makes swaps, and drives those of this browser to their end. All that needs a chain or a wallet is loaded after it. */
export function SwapPage() {
  useTitle(en.swap.title)
  return (
    <div className="swap-page">
      <div className="tandem-stack swap-intro">
        <h1>{en.swap.headline}</h1>
        <p className="tandem-soft">{en.swap.intro}</p>
      </div>
      <Suspense fallback={<FormPlace />}>
        <SwapPanel />
      </Suspense>
    </div>
  )
}
