/** Makes the statements that a store makes when it is made, for `scripts/sql-rows.ts`. */
import { makeSecretBox, type SqlDatabase } from '@tandem/service-kit'
import type { Database } from '../src/db/client.ts'
import { changedColumns, moveOne } from '../src/transactions/db/request.statements.ts'
import type { RequestChanges } from '../src/transactions/step-ports.ts'
import { makeRelayerStore } from '../src/work/db/relayer.store.ts'
import { workFormat } from '../src/work/db/work.rows.ts'

const sql: SqlDatabase = { query: async () => [], transaction: (work) => work(sql) }
// The client of Prisma makes no statements before it is asked.
const prisma = {} as Database['prisma']
makeRelayerStore({ prisma, sql }, makeSecretBox(new Map(), ''), Date.now)
const changes = [...Object.keys(changedColumns), 'nextStepInMs'] as (keyof RequestChanges)[]
moveOne([])
moveOne(changes, workFormat.eraseAtEnd)
