import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Stack, startStack } from '@tandem/devnet'
import pg from 'pg'
import { clientOf, completeSwap, fundedSwap } from './swap.ts'

const root = new URL('../..', import.meta.url).pathname
const say = (line: string) => console.log(line)
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/**
 * Backs up a working PostgreSQL, loses it, and restores it.
 * @returns whether every order ended right, and the replay found no difference.
 */
export async function restoreDrill(swaps: number): Promise<boolean> {
  const stack = await startStack({ isDurable: true, onProgress: (part) => say(`started ${part}`) })
  try {
    return await rehearse(stack, swaps)
  } finally {
    await stack.stop()
  }
}

async function rehearse(stack: Stack, swaps: number): Promise<boolean> {
  const client = clientOf(stack)
  const before = []
  for (let index = 0; index < swaps; index += 1) {
    const swap = await fundedSwap(stack)
    await completeSwap(swap)
    before.push(swap)
  }
  // This claim comes after the backup, so the restored relayer has never seen it.
  const between = await fundedSwap(stack)
  const dataDir = await dataDirOf(stack)
  const backup = `${dataDir}-backup`
  let since = performance.now()
  await backUp(stack, dataDir, backup)
  say(`backup: ${seconds(since)}`)

  await completeSwap(between)
  const after = await fundedSwap(stack)

  say('disaster: the database and its files are gone')
  await Promise.all([stack.orderbook.kill(), stack.relayer.kill(), stack.solver.kill()])
  await stack.postgres.kill()
  rmSync(dataDir, { recursive: true })
  since = performance.now()
  execFileSync('cp', ['-a', backup, dataDir])
  await stack.postgres.restart()
  say(`restored and started: ${seconds(since)}`)
  since = performance.now()
  await stack.orderbook.restart()
  await Promise.all([stack.relayer.restart(), stack.solver.restart()])
  say(`services ready: ${seconds(since)}`)

  since = performance.now()
  await between.waitFor(['completed'], { pollMs: 250, timeoutMs: 120_000 })
  say(`what the chains did since the backup is found again: ${seconds(since)}`)
  // Users repeat their claims, and the chain shows that they were paid already.
  const repeated = await client.createClaim({ order_id: between.order.order_id, secret: between.state.secret })
  const ended = await untilEnded(client, repeated.claim_id)
  say(`a claim handed in again after it was paid ends as ${ended}`)
  const statuses = await Promise.all(
    [...before, between].map(async ({ order }) => (await client.getOrder(order.order_id)).status),
  )
  say(`orders of the backup: ${statuses.join(', ')}`)
  const lost = await client.getOrder(after.order.order_id).then(
    ({ status }) => status,
    (error: { code?: string }) => error.code ?? 'unknown',
  )
  say(`an order that was made after the backup: ${lost}; its escrow is refunded on chain after its deadline`)
  const isReplayed = replayFindsNothing(stack.postgres.url('orderbook'))
  const next = await fundedSwap(stack)
  await completeSwap(next)
  say('a new swap completes')
  return statuses.every((status) => status === 'completed') && isReplayed
}

async function untilEnded(client: ReturnType<typeof clientOf>, claimId: string): Promise<string> {
  for (let waited = 0; waited < 120; waited += 1) {
    const { status } = await client.getClaim(claimId)
    if (['confirmed', 'failed', 'superseded', 'lost'].includes(status)) return status
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  return 'not ended in 120 s'
}

async function dataDirOf(stack: Stack): Promise<string> {
  const db = new pg.Client({ connectionString: stack.postgres.url() })
  await db.connect()
  const { rows } = await db.query('SHOW data_directory')
  await db.end()
  return (rows[0] as { data_directory: string }).data_directory
}

/** Copies the files between pg_backup_start and pg_backup_stop. */
async function backUp(stack: Stack, dataDir: string, backup: string): Promise<void> {
  const db = new pg.Client({ connectionString: stack.postgres.url() })
  await db.connect()
  await db.query("SELECT pg_backup_start('drill', true)")
  // Files may go away during the copy; the write-ahead log makes up for them.
  spawnSync('cp', ['-a', dataDir, backup], { stdio: 'ignore' })
  const { rows } = await db.query('SELECT labelfile FROM pg_backup_stop(false)')
  spawnSync('cp', ['-a', join(dataDir, 'pg_wal'), backup], { stdio: 'ignore' })
  const label = join(backup, 'backup_label')
  execFileSync('tee', [label], {
    input: (rows[0] as { labelfile: string }).labelfile,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  execFileSync('chown', ['--reference', join(backup, 'PG_VERSION'), label])
  rmSync(join(backup, 'postmaster.pid'), { force: true })
  await db.end()
}

function replayFindsNothing(databaseUrl: string): boolean {
  const node = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
  const { status, stdout } = spawnSync('node', [...node, 'services/orderbook/src/main.ts', 'replay', '--check'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  })
  say(`replay --check: ${stdout.trim().split('\n').at(-1)}`)
  return status === 0
}
