import { command } from '@tandem/service-kit'
import { type Db, execute } from '../../db/client.ts'

/** Hand-written SQL, because Prisma's client cannot lock a row that it only reads. */
const lock = command('SELECT FROM chain_cursors WHERE chain = $1 FOR UPDATE')

/** Keeps the chain's watcher from its next step until the transaction ends. */
export const lockCursor = (db: Db, chain: string) => execute(db, lock, chain)
