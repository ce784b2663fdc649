import type { SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from '../db/client.ts'
import { sealedColumns } from '../db/sealed.ts'

/** The counts of one table. `unreadable`: sealed with a key that is not given, or damaged. */
export interface RotationCount {
  rotated: number
  unreadable: number
}

interface SealedRow {
  key: string
  value: Uint8Array
  key_id: string
}

/**
 * Seals everything again that another key than the current one has sealed, in batches. Workers may run meanwhile: a
 * value that was erased or sealed anew since it was read is left as it is.
 */
export async function rotateSecrets(
  prisma: PrismaClient,
  box: SecretBox,
  batch = 200,
): Promise<Record<string, RotationCount>> {
  const counts: Record<string, RotationCount> = {}
  for (const column of sealedColumns) counts[column.table] = await rotateColumn(prisma, box, column, batch)
  return counts
}

async function rotateColumn(
  prisma: PrismaClient,
  box: SecretBox,
  { table, key, value, keyId, placeOf }: (typeof sealedColumns)[number],
  batch: number,
): Promise<RotationCount> {
  const count = { rotated: 0, unreadable: 0 }
  for (let after = ''; ; ) {
    const rows = await prisma.$queryRawUnsafe<SealedRow[]>(
      `SELECT ${key}::text AS key, ${value} AS value, ${keyId} AS key_id FROM ${table}
       WHERE ${value} IS NOT NULL AND ${keyId} <> $1 AND ${key}::text > $2 ORDER BY ${key}::text LIMIT $3`,
      box.keyId,
      after,
      batch,
    )
    for (const row of rows) {
      const sealed = sealAnew(box, row, placeOf(row.key))
      if (sealed === undefined) count.unreadable += 1
      else {
        count.rotated += await prisma.$executeRawUnsafe(
          `UPDATE ${table} SET ${value} = $1, ${keyId} = $2 WHERE ${key}::text = $3 AND ${value} = $4`,
          sealed,
          box.keyId,
          row.key,
          row.value,
        )
      }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return count
    after = last.key
  }
}

function sealAnew(box: SecretBox, { value, key_id: keyId }: SealedRow, place: string): Uint8Array | undefined {
  let plain: Buffer | undefined
  try {
    plain = box.open(value, place, keyId)
    return box.seal(plain, place)
  } catch {
    return undefined
  } finally {
    plain?.fill(0)
  }
}
