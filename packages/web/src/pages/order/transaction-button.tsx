import { errorText, Problem } from '@tandem/react/card'
import { useMutation } from '@tanstack/react-query'
import { en } from '../../strings/en.ts'

interface TransactionButtonProps<T> {
  name: string
  /** Sends the transaction, for which the wallet asks its user. */
  send: () => Promise<T>
  /** Writes the sentence about the result. */
  outcome: (result: T) => string
  isQuiet?: boolean
  onDone?: () => void
}

export function TransactionButton<T>({ name, send, outcome, isQuiet = false, onDone }: TransactionButtonProps<T>) {
  const sending = useMutation({ mutationFn: send, ...(onDone === undefined ? {} : { onSuccess: onDone }) })
  return (
    <div className="tandem-stack start">
      <button
        type="button"
        className={isQuiet ? 'tandem-button tandem-quiet' : 'tandem-button'}
        disabled={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {sending.isPending ? en.actions.pending : name}
      </button>
      {sending.data === undefined ? null : <p role="status">{outcome(sending.data)}</p>}
      <Problem text={sending.error === null ? null : errorText(sending.error)} />
    </div>
  )
}
