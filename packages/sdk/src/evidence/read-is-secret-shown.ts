import { type Address, type Client, type Hex, pad, toHex } from 'viem'
import { getBlockNumber } from 'viem/actions'
import type { VerifiedChain } from '../known-network.ts'
import { rangeBlocks, reachOf } from '../restore/read-created-escrows.ts'

/**
 * Whether an endpoint shows a swap's own secret among the events of its source vault. No endpoint can make that up: one that
 * shows the secret knows it. The newest blocks come first.
 *
 * @throws viem's errors when the chain cannot be read.
 */
export async function readIsSecretShown(
  client: Client,
  { chain, vault, secret }: { chain: VerifiedChain; vault: Address; secret: Hex },
): Promise<boolean> {
  const head = await getBlockNumber(client, { cacheTime: 0 })
  const reach = reachOf(chain)
  const topics = [null, pad(vault.toLowerCase() as Hex, { size: 32 })]
  for (let last = head; last >= 0n && head - last < reach; last -= rangeBlocks) {
    const first = last - rangeBlocks + 1n
    const range = { fromBlock: toHex(first > 0n ? first : 0n), toBlock: toHex(last) }
    const address = chain.registry_address as Address
    const logs = await client.request({ method: 'eth_getLogs', params: [{ address, topics, ...range }] })
    if (JSON.stringify(logs).toLowerCase().includes(secret.slice(2).toLowerCase())) return true
  }
  return false
}
