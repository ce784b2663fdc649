export interface Turns {
  /**
   * Calls `begin` once there is a turn.
   * @returns ends the turn, or the wait.
   */
  take(begin: () => void): () => void
}

export function makeTurns(count: number): Turns {
  let free = count
  const waiting: (() => void)[] = []
  const next = () => {
    while (free > 0) {
      const begin = waiting.shift()
      if (begin === undefined) return
      free -= 1
      begin()
    }
  }
  return {
    take(begin) {
      let state: 'waiting' | 'running' | 'ended' = 'waiting'
      const run = () => {
        state = 'running'
        begin()
      }
      waiting.push(run)
      next()
      return () => {
        if (state === 'waiting') waiting.splice(waiting.indexOf(run), 1)
        if (state === 'running') free += 1
        state = 'ended'
        next()
      }
    },
  }
}
