import type { ReactNode } from 'react'

interface PanelProps {
  /** The id of the heading. It must be unique on the page. */
  id: string
  title: ReactNode
  intro?: string
  /** What is shown beside the title, such as a badge. */
  aside?: ReactNode
  /** Whether only the title is shown until the reader opens the panel. */
  isFolded?: boolean
  children: ReactNode
}

/** A part of a page with a heading, which also names it to screen readers. */
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
