/** The steps between states, by the states' places in the table. */
export interface Edges {
  add(from: number, to: number): void
  /** Finds a state from which no end can be reached, if there is one. */
  firstStuck(count: number, lasts: readonly number[]): number | undefined
}

export function makeEdges(): Edges {
  let pairs = new Int32Array(1 << 16)
  let length = 0
  return {
    add(from, to) {
      if (length === pairs.length) {
        const longer = new Int32Array(pairs.length * 2)
        longer.set(pairs)
        pairs = longer
      }
      pairs[length] = from
      pairs[length + 1] = to
      length += 2
    },
    firstStuck(count, lasts) {
      const { starts, origins } = backwards(pairs.subarray(0, length), count)
      const reaches = new Uint8Array(count)
      const waiting = [...lasts]
      for (const last of lasts) reaches[last] = 1
      for (let place = waiting.pop(); place !== undefined; place = waiting.pop())
        for (let at = starts[place] as number; at < (starts[place + 1] as number); at += 1) {
          const origin = origins[at] as number
          if (reaches[origin] === 1) continue
          reaches[origin] = 1
          waiting.push(origin)
        }
      const stuck = reaches.indexOf(0)
      return stuck === -1 ? undefined : stuck
    },
  }
}

/** For each state, the states from which a step leads to it, all in one array. */
function backwards(pairs: Int32Array, count: number): { starts: Int32Array; origins: Int32Array } {
  const starts = new Int32Array(count + 2)
  for (let at = 1; at < pairs.length; at += 2)
    starts[(pairs[at] as number) + 2] = (starts[(pairs[at] as number) + 2] ?? 0) + 1
  for (let place = 2; place < starts.length; place += 1) starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
  const origins = new Int32Array(pairs.length / 2)
  for (let at = 0; at < pairs.length; at += 2) {
    const to = (pairs[at + 1] as number) + 1
    origins[starts[to] as number] = pairs[at] as number
    starts[to] = (starts[to] ?? 0) + 1
  }
  return { starts, origins }
}
