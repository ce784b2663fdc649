import { type ReactNode, useCallback, useId } from 'react'

interface DialogProps {
  title: string
  /** Called when the user presses Escape. */
  onCancel: () => void
  children: ReactNode
}

/** Asks in front of everything else, because nothing goes on before the answer. */
export function Dialog({ title, onCancel, children }: DialogProps) {
  const id = useId()
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog?.open === false) dialog.showModal()
  }, [])
  return (
    <dialog ref={open} className="panel" role="alertdialog" aria-labelledby={id} onCancel={onCancel}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
