import { type ReactNode, useCallback, useId } from 'react'

interface DialogProps {
  title: string
  /** Called when the user presses Escape. */
  onCancel: () => void
  /** `dialog` where nothing waits for the answer. */
  role?: 'alertdialog' | 'dialog'
  children: ReactNode
}

/** Asks in front of everything else. */
export function Dialog({ title, onCancel, role = 'alertdialog', children }: DialogProps) {
  const id = useId()
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog?.open === false) dialog.showModal()
  }, [])
  return (
    <dialog ref={open} className="tandem-panel" role={role} aria-labelledby={id} onCancel={onCancel}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
