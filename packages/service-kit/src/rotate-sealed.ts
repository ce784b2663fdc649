import type { SecretBox } from './secret-box.ts'

/** `unreadable` counts values whose key is missing, or that are damaged. */
export interface RotationCount {
  rotated: number
  unreadable: number
}

export interface SealedTable<Row, Sealed> {
  /**
   * The next rows after `after`, in the order of their key. Those that the current key has sealed
   * may be among them.
   */
  read(after: Row | undefined, limit: number): Promise<readonly Row[]>
  /**
   * Seals a row's value with the current key, or returns `undefined` when that is not needed.
   *
   * @throws when no key opens the value.
   */
  sealAnew(row: Row): Sealed | undefined
  /**
   * Writes the new value, if the row still has the one that was read.
   *
   * @returns how many rows changed.
   */
  write(row: Row, sealed: Sealed): Promise<number>
  /** Names the row for operators. The name must not hold a secret. */
  nameOf(row: Row): string
}

/** Seals every value of a table with the current key. A value that no key opens stays as it is, and is reported. */
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

/**
 * Opens a value, and seals it with the current key.
 *
 * @throws when no key opens it.
 */
export function resealed(box: SecretBox, sealed: Uint8Array, place: string, keyId: string): Uint8Array<ArrayBuffer> {
  const plain = box.open(sealed, place, keyId)
  try {
    return box.seal(plain, place)
  } finally {
    plain.fill(0)
  }
}

export const hasUnreadable = (counts: Readonly<Record<string, RotationCount>>): boolean =>
  Object.values(counts).some(({ unreadable }) => unreadable > 0)
