import type { MakerFaultWire } from '@tandem/contracts'
import { prepared, type Sql } from '@tandem/service-kit'
import type { MakerFaults } from '../makers/ports.ts'

const insertFault = prepared(`
INSERT INTO maker_faults (quote_id, maker_id, kind, reason, at) VALUES ($1::uuid, $2, $3, $4, $5) ON CONFLICT DO NOTHING`)

const selectFaults = prepared(`
SELECT kind, reason, floor(extract(epoch FROM at))::float8 AS at FROM maker_faults
WHERE maker_id = $1 AND at > now() - interval '30 days' ORDER BY at DESC LIMIT 1000`)

/** Shared by every replica. */
export function makeMakerFaultStore(sql: Sql): MakerFaults {
  return {
    store: async ({ makerId, quoteId, kind, reason }, at) => {
      await sql.query(insertFault, [quoteId, makerId, kind, reason, at])
    },
    ofMaker: (makerId) => sql.query<MakerFaultWire>(selectFaults, [makerId]),
  }
}
