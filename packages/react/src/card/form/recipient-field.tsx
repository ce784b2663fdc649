import { useId } from 'react'
import { short } from '../components/identifier.tsx'
import { en } from '../text/en.ts'
import type { Payee } from './use-payee.ts'

const text = en.recipient

/** The short address that is paid, to be shown beside the amount that arrives. */
export const payeeText = ({ recipient }: Payee): string | null =>
  recipient.kind === 'given' ? en.toYou(short(recipient.address)) : null

function RecipientChoice({ payee: { isOpen, toggle } }: { payee: Payee }) {
  if (toggle === undefined) return null
  return (
    <p className="tandem-small tandem-recipient-choice">
      <button type="button" className="tandem-link" onClick={toggle} aria-expanded={isOpen}>
        {isOpen ? text.own : text.other}
      </button>
    </p>
  )
}

/** The field for another recipient. It shows the whole address before anything is signed. */
export function RecipientField({ payee, chainName }: { payee: Payee; chainName: string }) {
  const id = useId()
  const { recipient, isOpen, isContract, typed, setTyped } = payee
  if (!isOpen) return <RecipientChoice payee={payee} />
  const isWrong = recipient.kind === 'wrong'
  return (
    <div className="tandem-field tandem-recipient">
      <label htmlFor={id}>{text.label(chainName)}</label>
      {isContract ? <p className="tandem-small tandem-soft">{text.contract(chainName)}</p> : null}
      <input
        id={id}
        className="tandem-mono"
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="0x…"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-foot`}
      />
      <p
        id={`${id}-foot`}
        className="tandem-leg-foot tandem-small"
        data-tone={isWrong ? 'bad' : undefined}
        role="status"
      >
        {isWrong ? text.problems[recipient.problem] : null}
        {typed.trim() !== '' && recipient.kind === 'given' ? (
          <>
            {text.pays} <strong className="tandem-mono tandem-whole-address">{recipient.address}</strong>
          </>
        ) : null}
      </p>
      <RecipientChoice payee={payee} />
    </div>
  )
}
