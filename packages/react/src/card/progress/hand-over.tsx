import { useMutation } from '@tanstack/react-query'
import type { SwapView } from '../../swap-runner.ts'
import { type CardWallet, useCard } from '../card-context.tsx'
import { Problem } from '../components/problem.tsx'
import { errorText } from '../error-text.ts'
import { en } from '../text/en.ts'

const text = en.handOver

/** Lets a user who cannot stay give the secret to the relayer, below a warning. The card never does it without the user. */
export function HandOver({ view, wallet }: { view: SwapView; wallet: CardWallet }) {
  const { swaps } = useCard().config
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: () => swaps.handOver(view.key, wallet) })
  if (isSuccess) return <p className="tandem-note">{text.kept}</p>
  return (
    <details className="tandem-small">
      <summary>{text.summary}</summary>
      <div className="tandem-stack tandem-roomy">
        <p>{text.warning}</p>
        <Problem text={error === null ? null : errorText(error)} />
        <button type="button" className="tandem-button tandem-quiet" disabled={isPending} onClick={() => mutate()}>
          {text.button}
        </button>
      </div>
    </details>
  )
}
