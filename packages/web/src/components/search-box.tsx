import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { searchOf } from '../domain/search.ts'
import { en } from '../strings/en.ts'

export function SearchBox({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial)
  const navigate = useNavigate()
  const id = useId()
  const go = (event: FormEvent) => {
    event.preventDefault()
    const search = searchOf(text)
    if (search === undefined) return
    if (search.kind === 'order') void navigate({ to: '/orders/$orderId', params: { orderId: search.orderId } })
    else void navigate({ to: '/search', search: { q: text.trim() } })
  }
  return (
    <search>
      <form className="search" onSubmit={go}>
        <label className="tandem-visually-hidden" htmlFor={id}>
          {en.search.label}
        </label>
        <input
          id={id}
          className="tandem-input"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={en.search.placeholder}
          autoComplete="off"
          spellCheck={false}
        />
        <button type="submit" className="tandem-button">
          {en.search.button}
        </button>
      </form>
    </search>
  )
}
