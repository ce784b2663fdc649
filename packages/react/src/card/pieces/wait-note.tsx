import type { ReactNode } from 'react'

/** Says what is waited for, also to readers of screens. */
export const WaitNote = ({ children }: { children: ReactNode }) => (
  <p className="tandem-note" data-tone="wait" role="status">
    {children}
  </p>
)
