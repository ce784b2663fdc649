import { prepared, type Sql, type SqlDatabase } from '@tandem/service-kit'

/** The names that the release before knows tables and columns by. They are views now, to go with the next release. */
const namesBefore: readonly [RegExp, string][] = [
  [/\b(FROM|INTO|UPDATE|JOIN) requests\b/g, '$1 settlements'],
  [/\b(FROM|INTO|UPDATE|JOIN) nonces\b/g, '$1 nonce_slots'],
  [/\brequest_events\b/g, 'settlement_events'],
  [/\brequest_archive\b/g, 'settlement_archive'],
  [/\bnonce_members\b/g, 'slot_members'],
  [/\brequest_id\b/g, 'settlement_id'],
  [/\bhedge_number\b/g, 'beside'],
]

/** A statement of ours as the release before has it. */
export const asBefore = (statement: string): string =>
  prepared(namesBefore.reduce((text, [name, before]) => text.replace(name, before), statement))

/** The database as a worker of the release before uses it: its statements differ from ours by these names alone. */
export const asReleaseBefore = (sql: SqlDatabase): SqlDatabase => {
  const renamed = (inner: Sql): Sql => ({ query: (text, values) => inner.query(asBefore(text), values) })
  return { ...renamed(sql), transaction: (work) => sql.transaction((tx) => work(renamed(tx))) }
}
