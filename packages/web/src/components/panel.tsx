import type { ReactNode } from 'react'

interface PanelProps {
  /** Names the panel's heading within its page. */
  id: string
  title: ReactNode
  intro?: string
  /** Stands beside the title: a badge. */
  aside?: ReactNode
  /** Shows its title alone until the reader opens it. */
  isFolded?: boolean
  children: ReactNode
}

/** A titled part of a page. Its heading names it to screen readers. */
export function Panel({ id, title, intro, aside, isFolded = false, children }: PanelProps) {
  const heading = <h2 id={id}>{title}</h2>
  const says = intro === undefined ? null : <p className="tandem-small tandem-soft">{intro}</p>
  if (isFolded)
    return (
      <section className="tandem-panel" aria-labelledby={id}>
        <details className="tandem-fold">
          <summary>
            {heading}
            {aside}
          </summary>
          <div className="tandem-stack tandem-roomy">
            {says}
            {children}
          </div>
        </details>
      </section>
    )
  return (
    <section className="tandem-panel" aria-labelledby={id}>
      <div className="tandem-stack">
        <div className="panel-head">
          {heading}
          {aside}
        </div>
        {says}
      </div>
      {children}
    </section>
  )
}
