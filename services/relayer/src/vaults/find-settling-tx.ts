import { escrowRegistryAbi } from '@tandem/escrow'
import { type Address, type Client, encodeEventTopics, type Hex, hexToBigInt, numberToHex, pad } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { SettlingKind } from './ports.ts'

const rangeBlocks = 2_000n
/** How many ranges are searched: older events are not worth more requests. */
const maxRanges = 5

/** The events that leave nothing of this kind to do. */
function settlingEvents(kind: SettlingKind) {
  if (kind === 'created') return ['EscrowCreated'] as const
  const claims = ['EscrowClaimed', 'EscrowHopDispatched'] as const
  return kind === 'claimed' ? claims : ([...claims, 'EscrowCancelled'] as const)
}

/** Finds the transaction that settled a vault. The newest blocks are searched first, with at most {@link maxRanges} requests. */
export async function findSettlingTx(
  client: Client,
  { registry, vault, kind, signal }: { registry: Address; vault: Address; kind: SettlingKind; signal: AbortSignal },
): Promise<{ hash: Hex; blockNumber: bigint } | undefined> {
  const names = settlingEvents(kind).flatMap((eventName) => encodeEventTopics({ abi: escrowRegistryAbi, eventName }))
  let toBlock = await getBlockNumber(client, { cacheTime: 0 })
  for (let range = 0; range < maxRanges; range += 1, toBlock -= rangeBlocks) {
    signal.throwIfAborted()
    const fromBlock = toBlock >= rangeBlocks ? toBlock - rangeBlocks + 1n : 0n
    const [event] = await client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: registry,
          topics: [names.flat() as Hex[], pad(vault)],
          fromBlock: numberToHex(fromBlock),
          toBlock: numberToHex(toBlock),
        },
      ],
    })
    if (event?.transactionHash != null && event.blockNumber != null)
      return { hash: event.transactionHash, blockNumber: hexToBigInt(event.blockNumber) }
    if (fromBlock === 0n) return undefined
  }
  return undefined
}
