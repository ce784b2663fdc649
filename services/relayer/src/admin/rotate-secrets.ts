import { command, type RotationCount, resealed, rotateTable, type SecretBox } from '@tandem/service-kit'
import { execute, type PrismaClient, rowsOf } from '../db/client.ts'
import type { Rows } from '../db/rows.ts'
import { sealedColumns } from '../db/sealed.ts'
import { statement } from '../db/statements.ts'

type Column = (typeof sealedColumns)[number]

type SealedRow = Rows['sealed']

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
  for (const column of columns) {
    const { table } = column
    counts[table] = await rotateTable(sealedRowsOf(prisma, box, column), (key) => onUnreadable(table, key), batch)
  }
  return counts
}

const statementsOf = ({ table, key, value, keyId }: Column) => ({
  select: statement('sealed key value key_id')(`
SELECT ${key}::text AS key, ${value} AS value, ${keyId} AS key_id FROM ${table}
WHERE ${value} IS NOT NULL AND ${keyId} <> $1 AND ${key}::text > $2 ORDER BY ${key}::text LIMIT $3`),
  update: command(`UPDATE ${table} SET ${value} = $1, ${keyId} = $2 WHERE ${key}::text = $3 AND ${value} = $4`),
})
const columns = sealedColumns.map((column) => ({ ...column, ...statementsOf(column) }))

function sealedRowsOf(prisma: PrismaClient, box: SecretBox, { select, update, placeOf }: (typeof columns)[number]) {
  return {
    read: (after: SealedRow | undefined, limit: number) => rowsOf(prisma, select, box.keyId, after?.key ?? '', limit),
    sealAnew: (row: SealedRow) => resealed(box, row.value, placeOf(row.key), row.key_id),
    write: (row: SealedRow, sealed: Uint8Array) => execute(prisma, update, sealed, box.keyId, row.key, row.value),
    nameOf: (row: SealedRow) => row.key,
  }
}
