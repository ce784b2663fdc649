import type { SecretBox } from './secret-box.ts'

/** `unreadable`: the key is missing, or the value damaged. */
export interface RotationCount {
  rotated: number
  unreadable: number
}

export interface SealedTable<Row, Sealed> {
  /** Rows behind `after` by key, sealed with another key than the current one. */
  read(after: Row | undefined, limit: number): Promise<readonly Row[]>
  /**
   * Undefined when it needs none.
   * @throws when no key opens it.
   */
  sealAnew(row: Row): Sealed | undefined
  /**
   * Only over the value that was read.
   * @returns changed rows.
   */
  write(row: Row, sealed: Sealed): Promise<number>
  /** For operators. Never a secret. */
  nameOf(row: Row): string
}

/** A value that no key opens stays, and is reported. */
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

/** @throws when no key opens it. */
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
