const slotsAtFirst = 1 << 16

/**
 * States by their bytes, in the order in which they were found. No hash stands for a state, so no two states count as
 * one.
 */
export interface StateTable {
  readonly count: number
  /** @returns the place of the state, and whether it was new. */
  add(bytes: Uint8Array, parent: number): { place: number; isNew: boolean }
  at(place: number): Uint8Array
  parentOf(place: number): number
}

/** An open-addressed table; a million states of 60 bytes take about 80 MB. */
export function makeStateTable(size: number): StateTable {
  let slots = new Int32Array(slotsAtFirst).fill(-1)
  let arena = new Uint8Array(slotsAtFirst * size)
  let parents = new Int32Array(slotsAtFirst)
  let count = 0

  const isAt = (place: number, bytes: Uint8Array) => {
    const start = place * size
    for (let index = 0; index < size; index += 1) if (arena[start + index] !== bytes[index]) return false
    return true
  }
  const slotFor = (bytes: Uint8Array) => {
    let slot = hashOf(bytes, size) & (slots.length - 1)
    for (;;) {
      const place = slots[slot] as number
      if (place === -1 || isAt(place, bytes)) return slot
      slot = (slot + 1) & (slots.length - 1)
    }
  }
  function grow(): void {
    const [wider, longer] = [new Uint8Array(arena.length * 2), new Int32Array(parents.length * 2)]
    wider.set(arena)
    longer.set(parents)
    arena = wider
    parents = longer
    slots = new Int32Array(slots.length * 2).fill(-1)
    for (let place = 0; place < count; place += 1)
      slots[slotFor(arena.subarray(place * size, (place + 1) * size))] = place
  }

  return {
    get count() {
      return count
    },
    add(bytes, parent) {
      const slot = slotFor(bytes)
      const found = slots[slot] as number
      if (found !== -1) return { place: found, isNew: false }
      const place = count
      slots[slot] = place
      arena.set(bytes, place * size)
      parents[place] = parent
      count += 1
      if (count * 2 > slots.length) grow()
      return { place, isNew: true }
    },
    at: (place) => arena.slice(place * size, (place + 1) * size),
    parentOf: (place) => parents[place] as number,
  }
}

/** Hashes by FNV-1a, and mixes the bits once more. */
function hashOf(bytes: Uint8Array, size: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < size; index += 1) hash = Math.imul(hash ^ (bytes[index] as number), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
