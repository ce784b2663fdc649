import type { Sql } from '@tandem/service-kit'
import { prepared } from '../../db/statements.ts'
import type { UnfundedOrders } from '../create-order.ts'

/**
 * Each count uses a partial index by client, so that no client's orders slow down another client.
 * Hand-written SQL, because every `POST /orders` asks for the three counts at once.
 */
export const countUnfunded = prepared('unfunded *')(`
SELECT (SELECT count(*) FROM (SELECT 1 FROM orders
  WHERE user_id = $1 AND status = 'created' AND client_hash = $4 LIMIT $3) u)::int AS of_user,
(SELECT count(*) FROM (SELECT 1 FROM intents
  WHERE creator = $2 AND side = 'source' AND status = 'awaiting' AND client_hash = $4 LIMIT $3) a)::int AS of_address,
(SELECT count(*) FROM (SELECT 1 FROM orders
  WHERE client_hash = $4 AND status = 'created' LIMIT $3) c)::int AS of_client`)

export function makeUnfundedOrders(sql: Sql): UnfundedOrders {
  return {
    count: async ({ clientHash, userId, funder }, most) => {
      const params = [userId, funder, most, clientHash]
      const [row] = await sql.query(countUnfunded, params)
      return { ofUser: row?.of_user ?? 0, ofAddress: row?.of_address ?? 0, ofClient: row?.of_client ?? 0 }
    },
  }
}
