import { decodeEscrowLog, type EscrowEvent, escrowEventTopics } from '@tandem/escrow'
import { type Address, type Client, type Hex, pad, toHex } from 'viem'
import type { VerifiedChain } from '../known-network.ts'
import { rangeBlocks, reachOf } from '../reach.ts'

export type CreatedEscrow = Extract<EscrowEvent, { type: 'created' }>

/** As far back as one can still be open. */
export async function readCreatedEscrows(
  client: Client,
  {
    chain,
    creator,
    recipient,
    head,
    signal,
  }: { chain: VerifiedChain; creator: Address; recipient: Address; head: bigint; signal: AbortSignal },
): Promise<{ event: CreatedEscrow; blockNumber: bigint }[]> {
  const reach = reachOf(chain)
  const oldest = head > reach ? head - reach : 0n
  const found = new Map<Address, { event: CreatedEscrow; blockNumber: bigint }>()
  for (let fromBlock = oldest; fromBlock <= head; fromBlock += rangeBlocks) {
    signal.throwIfAborted()
    const last = fromBlock + rangeBlocks - 1n
    const range = { fromBlock: toHex(fromBlock), toBlock: toHex(last < head ? last : head) }
    for (const topics of topicsOf(creator, recipient)) {
      const address = chain.registry_address as Address
      const logs = await client.request({ method: 'eth_getLogs', params: [{ address, topics, ...range }] })
      for (const log of logs) {
        const event = decodeEscrowLog(log)
        if (event?.type === 'created') found.set(event.vault, { event, blockNumber: BigInt(log.blockNumber ?? '0x0') })
      }
    }
  }
  return [...found.values()]
}

/** Topic 1 is the vault, 2 the creator, 3 the recipient. */
function topicsOf(creator: Address, recipient: Address) {
  const any = [...escrowEventTopics]
  const word = (address: Address) => pad(address.toLowerCase() as Hex, { size: 32 })
  return [
    [any, null, word(creator)],
    [any, null, null, word(recipient)],
  ]
}
