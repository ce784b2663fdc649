/** A migration that takes a column away fails the check of the types of the SQL rows. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'

const root = new URL('../..', import.meta.url).pathname

function check(after: string) {
  const tsx = ['--conditions=tandem:source', '--import', 'tsx', '--no-warnings']
  const { status, stderr } = spawnSync('node', [...tsx, 'scripts/sql-rows.ts', '--check', '--after', after], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stderr }
}

it('names a statement of a renamed column', () => {
  const { status, stderr } = check('ALTER TABLE idempotency_keys RENAME COLUMN fingerprint TO digest')
  expect(status).toBe(1)
  expect(stderr).toContain('column "fingerprint" of relation "idempotency_keys" does not exist')
})

it('says that the types are stale after a change of a column', () => {
  const { status, stderr } = check('ALTER TABLE idempotency_keys ALTER COLUMN fingerprint DROP NOT NULL')
  expect(status).toBe(1)
  expect(stderr).toContain('packages/service-kit/src/rows.ts is stale: run npm run generate')
})

it('is asked of every statement: only the helpers of the clients pass text to Prisma', () => {
  const found = ['services/orderbook/src', 'services/relayer/src'].flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('generated'))
      .map((file) => `${folder}/${file}`)
      .filter((file) => /\$(queryRaw|executeRaw)/.test(readFileSync(root + file, 'utf8'))),
  )
  expect(found).toEqual(['services/orderbook/src/db/client.ts', 'services/relayer/src/db/client.ts'])
})
