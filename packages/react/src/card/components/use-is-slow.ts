import { useEffect, useState } from 'react'

/** Milliseconds without an answer after which the user is told of it. */
const slowMs = 3_000

/** Returns whether the wait has been so long that the user should be told. */
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
