/** Adds the events of a database to its roll-ups once, and prints when it begins. Argument: the database's URL. */
import { makeDatabase } from '../../src/db/client.ts'
import { foldStats } from '../../src/stats/db/fold-stats.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const database = makeDatabase(databaseUrl, { poolSize: 2, timeouts: { answerMs: 60_000, statementMs: 60_000 } })
process.stdout.write('folding\n')
await foldStats(database.prisma)
await database.close()
