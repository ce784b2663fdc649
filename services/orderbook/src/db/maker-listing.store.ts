import type { MakerEntryWire } from '@tandem/contracts'
import { AppError, command, type SecretBox, type Sql, type Statement } from '@tandem/service-kit'
import type { Change, MakerListing, MakerListings } from '../makers/ports.ts'
import type { Rows } from './rows.ts'
import { openSecretAt, sealSecretAt } from './sealed-secret.ts'
import { prepared } from './statements.ts'

type Row = Rows['makerListing']

const selectAll = prepared('makerListing')(`
SELECT maker_id, entry, secret, suspended_at, changed_at, changed_by FROM maker_listings ORDER BY maker_id`)
/** Also over the rest of a maker that was once in the file. */
const insert = command(`
INSERT INTO maker_listings AS m (maker_id, signer, entry, secret, changed_at, changed_by)
VALUES ($1, lower($2), $3::jsonb, $4, $5, $6)
ON CONFLICT (maker_id) DO UPDATE SET signer = excluded.signer, entry = excluded.entry, secret = excluded.secret,
  suspended_at = NULL, changed_at = excluded.changed_at, changed_by = excluded.changed_by
WHERE m.entry IS NULL
RETURNING maker_id`)
const replace = command(`
UPDATE maker_listings SET entry = $3::jsonb, secret = $4, changed_at = $5, changed_by = $6
WHERE maker_id = $1 AND signer = lower($2) AND entry IS NOT NULL
RETURNING maker_id`)

const suspend = command(`
INSERT INTO maker_listings AS m (maker_id, suspended_at, changed_at, changed_by) VALUES ($1, $2, $2, $3)
ON CONFLICT (maker_id) DO UPDATE SET suspended_at = $2, changed_at = $2, changed_by = $3
WHERE m.suspended_at IS NULL
RETURNING maker_id`)
const resume = command(`
UPDATE maker_listings SET suspended_at = NULL, changed_at = $2, changed_by = $3
WHERE maker_id = $1 AND suspended_at IS NOT NULL
RETURNING maker_id`)

const uniqueViolation = '23505'
const exists = () => new AppError('MAKER_EXISTS', 'A maker with this name or this signing key is listed already.')

function refuseTwin(error: unknown): never {
  if ((Object(error) as { code?: unknown }).code === uniqueViolation) throw exists()
  throw error
}

/**
 * Each change is one statement: of two at once one changes nothing.
 * @param options.onUnreadable told once of a maker whose secret no key opens; it is not asked.
 */
export function makeMakerListings(
  sql: Sql,
  { box, onUnreadable }: { box: SecretBox | undefined; onUnreadable: (makerId: string, error: unknown) => void },
): MakerListings {
  const unreadable = new Set<string>()
  function entryOf({ maker_id: makerId, entry, secret }: Row): MakerEntryWire | null {
    if (entry === null || secret === null) return null
    try {
      const opened = openSecretAt(box, 'maker_listings', makerId, secret)
      unreadable.delete(makerId)
      return { ...entry, secret: opened }
    } catch (error) {
      if (!unreadable.has(makerId)) onUnreadable(makerId, error)
      unreadable.add(makerId)
      return null
    }
  }
  const listingOf = (row: Row): MakerListing => ({
    makerId: row.maker_id,
    entry: entryOf(row),
    suspendedAt: row.suspended_at,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  })
  function valuesOf({ secret, ...entry }: MakerEntryWire): unknown[] {
    if (box === undefined) throw new Error('without SECRETS_KEY no secret can be stored')
    const sealed = sealSecretAt(box, 'maker_listings', entry.maker_id, secret)
    return [entry.maker_id, entry.signer, JSON.stringify(entry), sealed]
  }
  const store = async (change: Statement, entry: MakerEntryWire, { at, by }: Change): Promise<boolean> =>
    (await sql.query(change, [...valuesOf(entry), at, by]).catch(refuseTwin)).length > 0
  return {
    all: async () => (await sql.query(selectAll, [])).map(listingOf),
    insert: async (entry, change) => {
      if (!(await store(insert, entry, change))) throw exists()
    },
    replace: (entry, change) => store(replace, entry, change),
    suspend: async (makerId, { at, by }) => (await sql.query(suspend, [makerId, at, by])).length > 0,
    resume: async (makerId, { at, by }) => (await sql.query(resume, [makerId, at, by])).length > 0,
  }
}
