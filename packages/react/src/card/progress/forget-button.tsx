import { useState } from 'react'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { Dialog } from '../components/dialog.tsx'
import { useNow } from '../components/use-now.ts'
import { lossOf, type SourceState } from '../domain/source-state.ts'
import { en } from '../text/en.ts'

const text = en.forgetting

/** Forgets a swap after the user has read what is lost with it. There is no button while the swap's amount may be in its escrow. */
export function ForgetButton({ view, sourceState }: { view: SwapView; sourceState: SourceState }) {
  const { swaps } = useCard().config
  const [isAsking, setIsAsking] = useState(false)
  const now = useNow()
  const { secretOrigin, fundableUntil = 0 } = view.state
  const loss = lossOf({ state: sourceState, secretOrigin, fundableUntil, now })
  if (loss === null) return null
  return (
    <>
      <button type="button" className="tandem-button tandem-quiet" onClick={() => setIsAsking(true)}>
        {text.button}
      </button>
      {isAsking ? (
        <Dialog title={text.title} onCancel={() => setIsAsking(false)}>
          <p>{text.loss[loss]}</p>
          <div className="tandem-row">
            <button type="button" className="tandem-button" onClick={() => setIsAsking(false)}>
              {text.no}
            </button>
            <button type="button" className="tandem-button tandem-quiet" onClick={() => void swaps.forget(view.key)}>
              {text.yes}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
