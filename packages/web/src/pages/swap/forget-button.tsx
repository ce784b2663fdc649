import type { SwapRunner, SwapView } from '@tandem/react'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { useNow } from '../../components/use-now.ts'
import { lossOf, type SourceSeen } from '../../domain/source-seen.ts'
import { en } from '../../strings/en.ts'

const text = en.swap.forgetting

/** Forgets a swap once the user has read what is lost with it. There is no button where the amount could be. */
export function ForgetButton({ view, seen, runner }: { view: SwapView; seen: SourceSeen; runner: SwapRunner }) {
  const [isAsking, setIsAsking] = useState(false)
  const now = useNow()
  const { secretOrigin, fundableUntil = 0 } = view.state
  const loss = lossOf({ seen, secretOrigin, fundableUntil, now })
  if (loss === null) return null
  return (
    <>
      <button type="button" className="button quiet" onClick={() => setIsAsking(true)}>
        {text.button}
      </button>
      {isAsking ? (
        <Dialog title={text.title} onCancel={() => setIsAsking(false)}>
          <p>{text.loss[loss]}</p>
          <div className="row">
            <button type="button" className="button" onClick={() => setIsAsking(false)}>
              {text.no}
            </button>
            <button type="button" className="button quiet" onClick={() => void runner.forget(view.key)}>
              {text.yes}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
