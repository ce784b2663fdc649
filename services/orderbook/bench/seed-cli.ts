/** `node scripts/run.mjs seed --orders 1000000`: fills the database of DATABASE_URL with as many orders. */
import { parseArgs } from 'node:util'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { makeDatabase } from '../src/db/client.ts'
import { foldStats } from '../src/stats/db/fold-stats.ts'
import { seedOrders } from './seed.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    /** Gives the first twentieth of the orders a solver, an asset and a user that no later order has. */
    history: { type: 'boolean', default: false },
  },
})
const databaseUrl = process.env.DATABASE_URL
if (databaseUrl === undefined) throw new Error('set DATABASE_URL to the database to fill')
const migrationsDir = new URL('../prisma/migrations', import.meta.url).pathname
await applyMigrations({ databaseUrl, migrationsDir })
await seedOrders({ databaseUrl, orders: Number(values.orders), isHistory: values.history, log: console.log })
const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 600_000, statementMs: 600_000 } })
await foldStats(database.prisma)
await database.close()
// The migration engine leaves a ten-second timer behind.
process.exit(0)
