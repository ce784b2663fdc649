import { type RotationCount, resealed, rotateTable, type SealedTable, type SecretBox } from '@tandem/service-kit'
import type { PrismaClient } from '../db/client.ts'
import { rawPlace, secretPlace } from '../db/sealed-places.ts'

interface SealedRow {
  key: string
  value: Uint8Array<ArrayBuffer> | null
  keyId: string | null
}
type Table = SealedTable<SealedRow, Uint8Array<ArrayBuffer>>

/**
 * Seals values that an old key sealed again with the current key, in batches, while workers run.
 * @param onUnreadable called with the table and the key of a value that cannot be opened.
 */
export async function rotateSecrets(
  prisma: PrismaClient,
  box: SecretBox,
  onUnreadable: (table: 'requests' | 'tx_attempts', key: string) => void,
  batch?: number,
): Promise<Record<string, RotationCount>> {
  return {
    requests: await rotateTable(claimSecrets(prisma, box), (key) => onUnreadable('requests', key), batch),
    tx_attempts: await rotateTable(signedBytes(prisma, box), (key) => onUnreadable('tx_attempts', key), batch),
  }
}

const claimSecrets = (prisma: PrismaClient, box: SecretBox): Table => ({
  ...sealedAt(box, secretPlace),
  async read(after, take) {
    const old = { secretCt: { not: null }, secretKeyId: { not: box.keyId } }
    const where = after === undefined ? old : { ...old, id: { gt: after.key } }
    const rows = await prisma.request.findMany({ where, orderBy: { id: 'asc' }, take })
    return rows.map(({ id, secretCt, secretKeyId }) => ({ key: id, value: secretCt, keyId: secretKeyId }))
  },
  async write({ key, value }, sealed) {
    const data = { secretCt: sealed, secretKeyId: box.keyId }
    return (await prisma.request.updateMany({ where: { id: key, secretCt: value }, data })).count
  },
})

const signedBytes = (prisma: PrismaClient, box: SecretBox): Table => ({
  ...sealedAt(box, rawPlace),
  async read(after, take) {
    const old = { rawCt: { not: null }, rawKeyId: { not: box.keyId } }
    const where = after === undefined ? old : { ...old, hash: { gt: after.key } }
    const rows = await prisma.txAttempt.findMany({ where, orderBy: { hash: 'asc' }, take })
    return rows.map(({ hash, rawCt, rawKeyId }) => ({ key: hash, value: rawCt, keyId: rawKeyId }))
  },
  async write({ key, value }, sealed) {
    const data = { rawCt: sealed, rawKeyId: box.keyId }
    return (await prisma.txAttempt.updateMany({ where: { hash: key, rawCt: value }, data })).count
  },
})

const sealedAt = (box: SecretBox, placeOf: (key: string) => string): Pick<Table, 'sealAnew' | 'nameOf'> => ({
  sealAnew({ key, value, keyId }) {
    if (value === null || keyId === null) return undefined
    return resealed(box, value, placeOf(key), keyId)
  },
  nameOf: ({ key }) => key,
})
