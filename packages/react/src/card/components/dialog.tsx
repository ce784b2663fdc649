import { type ReactNode, useCallback, useId } from 'react'

interface DialogProps {
  title: string
  /** Called when the user presses the Escape key. */
  onCancel: () => void
  /** `alertdialog` when the user has to answer before anything goes on; `dialog` otherwise. */
  role?: 'alertdialog' | 'dialog'
  children: ReactNode
}

/** A modal dialog. It is open for as long as it is rendered. */
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
