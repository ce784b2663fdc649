import { useEffect } from 'react'
import { en } from '../strings/en.ts'

/** Sets the page's title, which the browser shows in its tab and its history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${en.app.name}`
  }, [title])
}
