/**
 * Everything that is encrypted at rest is sealed anew when the key changes, because nothing seals values but the tables
 * that rotate them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'

const root = new URL('../..', import.meta.url).pathname
const sources = ['services/orderbook/src', 'services/relayer/src', 'packages/service-kit/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
)
const sealing = sources
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => /\.seal\(/.test(readFileSync(join(root, file), 'utf8')))

describe('sealing', () => {
  it('is done where `rotate-secrets` finds the value again; a new place belongs into its tests, too', () => {
    expect(sealing.sort()).toEqual([
      'packages/service-kit/src/rotate-sealed.ts',
      // These values are rotated by `rotateAnswers`.
      'packages/service-kit/src/sql-idempotency-store.ts',
      // These values are rotated by `rotateWebhookSecrets`.
      'services/orderbook/src/webhooks/db/sealed-secret.ts',
      // These columns are rotated by `rotateSecrets`. The relayer's tests compare them with its tables.
      'services/relayer/src/transactions/db/attempt.store.ts',
      'services/relayer/src/work/db/relayer.store.ts',
    ])
  })
})
