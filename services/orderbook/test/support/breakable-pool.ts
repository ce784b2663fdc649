import type { Pool, PoolClient } from 'pg'

/** Where a process dies: before its nth statement, or when the statement is done but its answer has not arrived. */
export type Break = { readonly at: number; readonly when: 'before' | 'after' }

/** Thrown by the statement at the break and by all later ones, because the process is dead. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

type Connection = { connection: { stream: { destroy(): void } } }

/**
 * A pool of one process. At the break its connection is cut, and nothing that the process does afterwards reaches the
 * database.
 */
export function breakable(pool: Pool, breakAt: Break | undefined): Pool {
  let statements = 0
  let isDead = false
  const guarded = async <T>(client: PoolClient, run: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    statements += 1
    // Other statements may run at the same time.
    const own = statements
    const die = () => {
      isDead = true
      ;(client as unknown as Connection).connection.stream.destroy()
      throw new Killed()
    }
    if (own === breakAt?.at && breakAt.when === 'before') die()
    const result = await run()
    if (own === breakAt?.at) die()
    return result
  }
  const connect = async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    return Object.assign(Object.create(client) as PoolClient, {
      query: (...args: unknown[]) => guarded(client, () => query(...args)),
      release: (error?: Error) => client.release(isDead || error),
    })
  }
  const query = async (...args: unknown[]) => {
    const client = await connect()
    try {
      return await (client.query as (...all: unknown[]) => Promise<unknown>)(...args)
    } finally {
      client.release()
    }
  }
  // Prisma's adapter accepts only a pool.
  return Object.assign(Object.create(pool) as Pool, { connect, query })
}
