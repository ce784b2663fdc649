import { askReceipt, believedOf } from '@tandem/chain'
import type { Intent } from '@tandem/sdk'
import { askEventsIn } from '../chain/vault-events.ts'
import type { Side } from '../orders/sides.ts'

export interface PaidGas {
  /** What the solver paid for the escrow's mined transactions, in wei. Zero where others paid. */
  wei: bigint
  /** When the last event was mined, in unix seconds; `undefined` without one. */
  lastAt: number | undefined
}

type Blocks = Pick<Intent, 'create_block_number' | 'claim_block_number' | 'cancel_block_number'>

/**
 * Reads what the solver paid for the creation, claim and cancellation of an escrow. The orderbook only says in which
 * blocks they are: a wrong block delays the entry, and changes nothing in it.
 *
 * @param needed the events that must have happened, by the state of the escrow at depth.
 * @returns `undefined` while the orderbook names no block, or a wrong one.
 * @throws UnbelievedError
 */
export async function readPaidGas(
  { chain, vault }: Side,
  blocks: Blocks,
  needed: { isCreated: boolean; isEnded: boolean },
): Promise<PaidGas | undefined> {
  const created = blocks.create_block_number
  const ended = blocks.claim_block_number ?? blocks.cancel_block_number
  const asked = [...(needed.isCreated ? [created] : []), ...(needed.isEnded ? [ended] : [])]
  if (asked.includes(null)) return undefined
  const numbers = [...new Set(asked.filter((block) => block !== null))]
  const found = await Promise.all(numbers.map((block) => askEventsIn(chain, vault, block)))
  if (found.some((logs) => logs.length === 0)) return undefined
  const logs = found.flat()
  const hashes = [...new Set(logs.map(({ txHash }) => txHash))]
  const receipts = await Promise.all(
    hashes.map(async (hash) => believedOf(chain.quorum, await askReceipt(chain.quorum, hash))),
  )
  if (receipts.includes(null)) return undefined
  const own = chain.account.address.toLowerCase()
  const wei = receipts.reduce((sum, receipt) => sum + (receipt?.from === own ? receipt.cost : 0n), 0n)
  const times = logs.map(({ blockTimestamp }) => blockTimestamp)
  return { wei, lastAt: times.length === 0 ? undefined : Math.max(...times) }
}
