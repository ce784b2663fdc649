import { type RotationCount, resealed, rotateTable, type SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from '../db/client.ts'
import { sealedColumns } from '../db/sealed.ts'

type Column = (typeof sealedColumns)[number]

interface SealedRow {
  key: string
  value: Uint8Array
  key_id: string
}

/**
 * Seals old values anew in batches, beside running workers.
 * @param onUnreadable told table and row.
 */
export async function rotateSecrets(
  prisma: PrismaClient,
  box: SecretBox,
  onUnreadable: (table: Column['table'], key: string) => void,
  batch?: number,
): Promise<Record<string, RotationCount>> {
  const counts: Record<string, RotationCount> = {}
  for (const column of sealedColumns) {
    const { table } = column
    counts[table] = await rotateTable(sealedRowsOf(prisma, box, column), (key) => onUnreadable(table, key), batch)
  }
  return counts
}

function sealedRowsOf(prisma: PrismaClient, box: SecretBox, { table, key, value, keyId, placeOf }: Column) {
  const select = `
    SELECT ${key}::text AS key, ${value} AS value, ${keyId} AS key_id FROM ${table}
    WHERE ${value} IS NOT NULL AND ${keyId} <> $1 AND ${key}::text > $2 ORDER BY ${key}::text LIMIT $3`
  const update = `UPDATE ${table} SET ${value} = $1, ${keyId} = $2 WHERE ${key}::text = $3 AND ${value} = $4`
  return {
    read: (after: SealedRow | undefined, limit: number) =>
      prisma.$queryRawUnsafe<SealedRow[]>(select, box.keyId, after?.key ?? '', limit),
    sealAnew: (row: SealedRow) => resealed(box, row.value, placeOf(row.key), row.key_id),
    write: (row: SealedRow, sealed: Uint8Array) =>
      prisma.$executeRawUnsafe(update, sealed, box.keyId, row.key, row.value),
    nameOf: (row: SealedRow) => row.key,
  }
}
