import type pg from 'pg'
import type { Address } from 'viem'

/** A nonce of a signer on the chain `right`, as the tables name it. */
export type NonceKey = readonly ['right', Address, number]

/**
 * Assigns a nonce, as a worker does that dies before it has signed for it.
 * @param claim the claim that the nonce serves; none by default. `hedgeNumber`: how many nonces of other signers the claim has
 * already.
 */
export async function giveNonce(
  db: pg.Client,
  key: NonceKey,
  claim?: { orderId: string; hedgeNumber?: number },
): Promise<void> {
  await db.query(
    `INSERT INTO signers (chain, address, next_nonce) VALUES ($1, $2, $3::bigint + 1)
     ON CONFLICT (chain, address) DO UPDATE SET next_nonce = excluded.next_nonce`,
    [...key],
  )
  await db.query('INSERT INTO nonces (chain, signer, nonce, created_at) VALUES ($1, $2, $3, now())', [...key])
  if (claim === undefined) return
  await db.query(
    `INSERT INTO nonce_members (chain, signer, nonce, request_id, hedge_number)
     SELECT $1, $2, $3, id, $5 FROM requests WHERE order_id = $4`,
    [...key, claim.orderId, claim.hedgeNumber ?? 0],
  )
}
