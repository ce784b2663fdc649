import { useState } from 'react'
import type { SwapView } from '../../swap-runner.ts'
import { useCard } from '../card-context.tsx'
import { lossOf, type SourceSeen } from '../domain/source-seen.ts'
import { Dialog } from '../pieces/dialog.tsx'
import { useNow } from '../pieces/use-now.ts'
import { en } from '../text/en.ts'

const text = en.forgetting

/** Forgets a swap once the user has read what is lost with it. There is no button where the amount could be. */
export function ForgetButton({ view, seen }: { view: SwapView; seen: SourceSeen }) {
  const { swaps } = useCard().config
  const [isAsking, setIsAsking] = useState(false)
  const now = useNow()
  const { secretOrigin, fundableUntil = 0 } = view.state
  const loss = lossOf({ seen, secretOrigin, fundableUntil, now })
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
