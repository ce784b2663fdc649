import type { ReactNode } from 'react'

interface FactsProps {
  rows: readonly (readonly [name: string, value: ReactNode])[]
  /** The values stand on the right, as numbers that are compared do. */
  isSpread?: boolean
}

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
