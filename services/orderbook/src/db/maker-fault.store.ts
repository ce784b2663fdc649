import { preparedCommand, type Sql } from '@tandem/service-kit'
import type { MakerFaults } from '../makers/ports.ts'
import { prepared } from './statements.ts'

const insertFault = preparedCommand(`
INSERT INTO maker_faults (quote_id, maker_id, kind, reason, at) VALUES ($1::uuid, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)

const selectFaults = prepared('makerFault at')(`
SELECT kind, reason, floor(extract(epoch FROM at))::float8 AS at FROM maker_faults
WHERE maker_id = $1 AND at > now() - interval '30 days' ORDER BY maker_faults.at DESC LIMIT 1000`)

/** Shared by every replica. */
export function makeMakerFaultStore(sql: Sql): MakerFaults {
  return {
    store: async ({ makerId, quoteId, kind, reason }, at) => {
      await sql.query(insertFault, [quoteId, makerId, kind, reason, at])
    },
    ofMaker: (makerId) => sql.query(selectFaults, [makerId]),
  }
}
