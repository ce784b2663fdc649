import { randomUUID } from 'node:crypto'
import { AppError, perRow, type SecretBox, type SqlDatabase } from '@tandem/service-kit'
import { bytesToHex, hexToBytes } from 'viem'
import { secretPlace } from '../../db/sealed.ts'
import { makeTransactionStore } from '../../transactions/db/request.store.ts'
import { advance } from '../../transactions/domain/request-lifecycle.ts'
import type { Clock, TransactionStore } from '../../transactions/ports.ts'
import { targetOf, type WorkRequest } from '../domain/work.ts'
import type { WorkStore } from '../ports.ts'
import { storedWork, type WorkRow, workFormat } from './work.rows.ts'
import * as statements from './work.statements.ts'

export type RelayerStore = WorkStore & TransactionStore

/** Everything that the relayer keeps of its work: what was asked for, and the requests, nonces and transactions under it. */
export const makeRelayerStore = (sql: SqlDatabase, box: SecretBox, now: Clock): RelayerStore => ({
  ...makeTransactionStore(sql, box, now, workFormat),
  ...makeWorkStore(sql, box, now),
})

/** The work that was asked for, with the secrets of claims, encrypted. */
function makeWorkStore(sql: SqlDatabase, box: SecretBox, now: Clock): WorkStore {
  const at = () => new Date(now())
  const findById = perRow(sql, statements.findById)
  const findOfOrder = perRow(sql, statements.findOfOrder)
  const findSecret = perRow(sql, statements.findSecret)
  const findReason = perRow(sql, statements.findReason)
  const insertNew = perRow(sql, statements.insertNew)
  const findByOrder: WorkStore['findByOrder'] = async (orderId, kind) =>
    firstOf(await findOfOrder({ order_id: orderId, kind }))

  return {
    find: async (id) => firstOf(await findById({ id })),
    findByOrder,
    async insert({ orderId, work, commitmentHash, secret }) {
      const id = randomUUID()
      const { chain, vault, terms } = targetOf(work)
      const sealed = secret === null ? null : box.seal(hexToBytes(secret), secretPlace(id))
      const inserted = firstOf(
        await insertNew({
          ...{ id, kind: work.kind, order_id: orderId, chain, vault, commitment_hash: commitmentHash, at: at() },
          ...{ cancel_after: terms.cancelAfter, payload: JSON.stringify(storedWork(work)) },
          ...{ secret_ct: sealed, secret_key_id: sealed === null ? null : box.keyId },
        }),
      )
      if (inserted !== undefined) return { request: inserted, isNew: true }
      const request = await findByOrder(orderId, work.kind)
      if (request === undefined) throw new Error('the request that was stored is gone')
      return { request, isNew: false }
    },
    async reopen({ id, state, version }, { work, commitmentHash, secret }) {
      const { chain, vault, terms } = targetOf(work)
      const to = advance(state, 'posted_again')
      if (to === undefined) throw new Error(`a request that is ${state} cannot be posted again`)
      const sealed = secret === null ? null : box.seal(hexToBytes(secret), secretPlace(id))
      const [row] = await sql.query<WorkRow>(statements.reopenRejected, [
        ...[id, version, to, at(), chain, vault, commitmentHash, terms.cancelAfter],
        ...[JSON.stringify(storedWork(work)), sealed, sealed === null ? null : box.keyId],
      ])
      return row === undefined ? undefined : workFormat.entityOf(row)
    },
    async openSecret(id) {
      const [row] = await findSecret({ id })
      if (row === undefined || row.secret_ct === null || row.secret_key_id === null)
        throw new AppError('INTERNAL', 'the secret of this claim is erased')
      const plain = box.open(row.secret_ct, secretPlace(id), row.secret_key_id)
      const secret = bytesToHex(plain)
      plain.fill(0)
      return secret
    },
    waitedFor: async (id) => (await findReason({ id }))[0]?.last_reason_code ?? null,
  }
}

const firstOf = ([row]: readonly WorkRow[]): WorkRequest | undefined =>
  row === undefined ? undefined : workFormat.entityOf(row)
