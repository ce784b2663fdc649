/** Two real watcher processes on one database. The leader is killed as in a crash. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { programArgs, untilSo } from '@tandem/local-services'
import type { Book } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const chains = useTwoChains('leader')
let api: Book
const watchers: Watcher[] = []

interface Watcher {
  readonly child: ChildProcess
  /** The chains that the process reports to lead. */
  readonly leads: Set<string>
}

function startWatcher(env: Record<string, string>): Watcher {
  const child = spawn(process.execPath, programArgs(main), {
    cwd: root,
    env: { PATH: process.env.PATH, ...env, ROLES: 'watcher', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const leads = new Set<string>()
  if (child.stdout === null) throw new Error('a watcher has no output')
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { message, chain } = JSON.parse(line) as { message: string; chain: string }
    if (message === 'watcher.leading') leads.add(chain)
    if (message === 'watcher.resigned') leads.delete(chain)
  })
  return { child, leads }
}

beforeAll(async () => {
  api = await chains.start({}, { ROLES: 'api' })
  // A trigger records every move of a cursor, as the database saw it.
  await chains.pool.query(`
    CREATE TABLE moves (id bigserial PRIMARY KEY, chain text, from_hash text, to_hash text, backend int);
    CREATE FUNCTION note_move() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO moves (chain, from_hash, to_hash, backend)
        VALUES (NEW.chain, CASE TG_OP WHEN 'UPDATE' THEN OLD.hash END, NEW.hash, pg_backend_pid());
        RETURN NULL;
      END $$;
    CREATE TRIGGER note_move AFTER INSERT OR UPDATE ON chain_cursors FOR EACH ROW EXECUTE FUNCTION note_move();`)
  watchers.push(startWatcher(chains.env()), startWatcher(chains.env()))
})

afterAll(async () => {
  for (const { child } of watchers) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

const leaderOf = async (chain: string): Promise<Watcher> =>
  (await untilSo(
    async () => watchers.find(({ child, leads }) => child.signalCode === null && leads.has(chain)),
    (found) => found !== undefined,
    `led: ${chain}`,
  )) as Watcher

describe('two watchers on one database', () => {
  it('replace a killed leader, and write no range twice', async () => {
    const first = await leaderOf('left')
    const mining = setInterval(() => void chains.mine('left', 1), 100)
    try {
      const before = await chains.newOrder(api)
      await chains.initiateSource(before)
      await api.untilStatus(before.order_id, 'source_initiated')

      first.child.kill('SIGKILL')
      await once(first.child, 'exit')
      const killedAt = Date.now()
      const stoodAt = (await chains.cursor('left'))?.number ?? 0n
      await untilSo(
        () => chains.cursor('left'),
        (cursor) => (cursor?.number ?? 0n) > stoodAt + 1n,
        'read on',
      )
      // The time is printed and not asserted: it is under ten seconds on a quiet machine, and proves nothing on a busy
      // one.
      process.stderr.write(`leader: replaced after ${Date.now() - killedAt} ms\n`)
      expect((await leaderOf('left')).child.pid).not.toBe(first.child.pid)

      const after = await chains.newOrder(api)
      await chains.initiateSource(after)
      await api.untilStatus(after.order_id, 'source_initiated')
    } finally {
      clearInterval(mining)
    }
    const { rows: moves } = await chains.pool.query<{ from_hash: string | null; to_hash: string; backend: number }>(
      `SELECT * FROM moves WHERE chain = 'left' ORDER BY id`,
    )
    // Each move begins where the one before ended.
    expect(moves.map(({ from_hash }) => from_hash)).toEqual([null, ...moves.slice(0, -1).map(({ to_hash }) => to_hash)])
    expect(new Set(moves.map(({ backend }) => backend)).size).toBeGreaterThan(1)
    expect(await chains.storedEvents('left')).toEqual(await chains.eventsOnChain('left'))
    const { rows: outbox } = await chains.pool.query(
      'SELECT order_id, type, fact, count(*) FROM order_events WHERE fact IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1',
    )
    expect(outbox).toEqual([])
  })
})
