/** A stream of numbers that follows from its seed alone. */
export interface Random {
  /** A number from 0 up to 1, without 1. */
  unit(): number
  /** A whole number from `least` up to `most`, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(of: readonly T[]): T
  fill(bytes: Uint8Array): void
  /** Another stream, which depends on this one's seed and the name alone. */
  fork(name: string): Random
}

/** xmur3, which makes seeds of a text. */
function hashOf(text: string): () => number {
  let hash = 1779033703 ^ text.length
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 3432918353)
    hash = (hash << 13) | (hash >>> 19)
  }
  return () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507)
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
    hash ^= hash >>> 16
    return hash >>> 0
  }
}

/** The generator sfc32, by Chris Doty-Humphrey. */
export function randomOf(seed: string): Random {
  const next = hashOf(seed)
  let [a, b, c, counter] = [next(), next(), next(), 1]
  const word = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round += 1) word()
  const unit = () => word() / 4294967296
  const between = (least: number, most: number) => least + Math.floor(unit() * (most - least + 1))
  return {
    unit,
    between,
    chance: (probability) => unit() < probability,
    pick: (of) => of[between(0, of.length - 1)] as (typeof of)[number],
    fill(bytes) {
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = word() & 0xff
    },
    fork: (name) => randomOf(`${seed}/${name}`),
  }
}
