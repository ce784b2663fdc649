import type { ReactNode } from 'react'

interface PanelProps {
  /** Names the panel's heading within its page. */
  id: string
  title: ReactNode
  intro?: string
  /** Stands beside the title: a badge. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled part of a page. Its heading names it to screen readers. */
export function Panel({ id, title, intro, aside, children }: PanelProps) {
  const heading = <h2 id={id}>{title}</h2>
  const head =
    aside === undefined ? (
      heading
    ) : (
      <div className="panel-head">
        {heading}
        {aside}
      </div>
    )
  return (
    <section className="panel" aria-labelledby={id}>
      {intro === undefined ? (
        head
      ) : (
        <div className="stack">
          {head}
          <p className="small soft">{intro}</p>
        </div>
      )}
      {children}
    </section>
  )
}
