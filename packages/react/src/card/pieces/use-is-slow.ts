import { useEffect, useState } from 'react'

/** Milliseconds without an answer after which a sentence says so. */
const slowMs = 3_000

/** Whether something has been waited for so long that a sentence says so. */
export function useIsSlow(isWaiting = true): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    setIsSlow(false)
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isSlow
}
