import type { ReactNode } from 'react'

/** A note that says what the page waits for. Screen readers announce it. */
export const WaitNote = ({ children }: { children: ReactNode }) => (
  <p className="tandem-note" data-tone="wait" role="status">
    {children}
  </p>
)
