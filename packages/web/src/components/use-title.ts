import { useEffect } from 'react'
import { en } from '../strings/en.ts'

/** Names the page in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${en.app.name}`
  }, [title])
}
