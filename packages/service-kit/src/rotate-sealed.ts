import type { SecretBox } from './secret-box.ts'

/** The outcome of sealing a table anew. `unreadable`: sealed with a key that is not given, or damaged. */
export interface RotationCount {
  rotated: number
  unreadable: number
}

/** A table with one column of sealed values. */
export interface SealedTable<Row, Sealed> {
  /** Rows behind `after` in the order of their keys, `limit` at most: all those that another key than the current one sealed. */
  read(after: Row | undefined, limit: number): Promise<readonly Row[]>
  /** The value of a row under the current key; undefined when it needs none. @throws when no key opens it. */
  sealAnew(row: Row): Sealed | undefined
  /** Stores it in the place of the value that was read, and of no other. @returns how many rows it changed. */
  write(row: Row, sealed: Sealed): Promise<number>
  /** By which operators find a row. Never a secret. */
  nameOf(row: Row): string
}

/**
 * Seals the values of a table with the current key, in batches, beside processes that read and write them. A value that no key
 * opens is left as it is, told to `onUnreadable` by its name, and counted: the rows behind it are sealed all the same.
 */
export async function rotateTable<Row, Sealed>(
  table: SealedTable<Row, Sealed>,
  onUnreadable: (name: string) => void,
  batch = 200,
): Promise<RotationCount> {
  const count = { rotated: 0, unreadable: 0 }
  for (let after: Row | undefined; ; ) {
    const rows = await table.read(after, batch)
    for (const row of rows) {
      let sealed: Sealed | undefined
      try {
        sealed = table.sealAnew(row)
      } catch {
        count.unreadable += 1
        onUnreadable(table.nameOf(row))
      }
      if (sealed !== undefined) count.rotated += await table.write(row, sealed)
    }
    after = rows.at(-1)
    if (rows.length < batch) return count
  }
}

/** A sealed value under the current key. @throws when no key opens it. */
export function resealed(box: SecretBox, sealed: Uint8Array, place: string, keyId: string): Uint8Array<ArrayBuffer> {
  const plain = box.open(sealed, place, keyId)
  try {
    return box.seal(plain, place)
  } finally {
    plain.fill(0)
  }
}

/** Whether any value of these tables was opened by no key. */
export const hasUnreadable = (counts: Readonly<Record<string, RotationCount>>): boolean =>
  Object.values(counts).some(({ unreadable }) => unreadable > 0)
