import pc from 'picocolors'

/** Writes what happens, with the time since the start. Without a terminal it is plain text. */
export interface Timeline {
  step(who: string, what: string, facts?: string): void
  note(text: string): void
  elapsed(): number
}

const whoColors: Record<string, (text: string) => string> = {
  user: pc.cyan,
  orderbook: pc.yellow,
  solver: pc.magenta,
  relayer: pc.green,
  bridge: pc.blue,
}

export function makeTimeline(write: (line: string) => void, now: () => number = () => performance.now()): Timeline {
  const startedAt = now()
  const elapsed = () => (now() - startedAt) / 1000
  return {
    elapsed,
    step(who, what, facts = '') {
      const color = whoColors[who] ?? pc.white
      const time = pc.dim(`${elapsed().toFixed(1).padStart(5)} s`)
      write(`  ${time}  ${color(who.padEnd(9))}  ${what}${facts === '' ? '' : `  ${pc.dim(facts)}`}`)
    },
    note: (text) => write(`\n${text}`),
  }
}

export const short = (text: string): string => (text.length > 20 ? `${text.slice(0, 10)}…${text.slice(-4)}` : text)
