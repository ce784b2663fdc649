import { type ReactNode, useId } from 'react'

interface ChoicesProps<T extends PropertyKey> {
  legend: ReactNode
  options: readonly (readonly [value: T, name: string])[]
  value: T
  onChange: (value: T) => void
}

/** Lets the user pick one of a few values. */
export function Choices<T extends PropertyKey>({ legend, options, value, onChange }: ChoicesProps<T>) {
  const group = useId()
  return (
    <fieldset className="tandem-choices">
      <legend>{legend}</legend>
      {options.map(([one, name]) => (
        <label key={String(one)}>
          <input type="radio" name={group} checked={one === value} onChange={() => onChange(one)} />
          <span className="tandem-number">{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
