import { errorText, Problem } from '@tandem/react/card'
import { useMutation } from '@tanstack/react-query'
import { en } from '../../strings/en.ts'

interface PressButtonProps<T> {
  name: string
  /** The transaction: the wallet asks its user. */
  press: () => Promise<T>
  /** Says what came of it. */
  outcome: (result: T) => string
  isQuiet?: boolean
  onDone?: () => void
}

export function PressButton<T>({ name, press, outcome, isQuiet = false, onDone }: PressButtonProps<T>) {
  const pressed = useMutation({ mutationFn: press, ...(onDone === undefined ? {} : { onSuccess: onDone }) })
  return (
    <div className="tandem-stack start">
      <button
        type="button"
        className={isQuiet ? 'tandem-button tandem-quiet' : 'tandem-button'}
        disabled={pressed.isPending}
        onClick={() => pressed.mutate()}
      >
        {pressed.isPending ? en.actions.pending : name}
      </button>
      {pressed.data === undefined ? null : <p role="status">{outcome(pressed.data)}</p>}
      <Problem text={pressed.error === null ? null : errorText(pressed.error)} />
    </div>
  )
}
