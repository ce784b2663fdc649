import type { ReactNode } from 'react'

interface FactsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[]
  /** Whether the values are aligned to the right. */
  isSpread?: boolean
}

/** A list of names with their values. */
export function Facts({ rows, isSpread = false }: FactsProps) {
  return (
    <dl className={isSpread ? 'tandem-facts tandem-spread' : 'tandem-facts'}>
      {rows.map(([name, value]) => (
        <div key={name} className="tandem-fact">
          <dt>{name}</dt>
          <dd className="tandem-number">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
