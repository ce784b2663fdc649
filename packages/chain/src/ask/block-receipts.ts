import { isHash, numberToHex, type RpcTransactionReceipt } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { lowerHex } from '../proof/lower-hex.ts'
import { receiptsRootOf } from '../proof/receipts-root.ts'
import { type BlockId, type Header, readBlock } from './header.ts'
import { type ChainLog, isWanted, type LogFilter, logOf } from './log.ts'

/**
 * Proves the logs of a block: its receipts must hash to the root in its proven header, so one endpoint is enough. The root
 * does not cover the hashes of transactions, so a majority has to tell those.
 */
export async function proveLogsOfBlock(quorum: Quorum, header: Header, filter: LogFilter): Promise<Belief<ChainLog[]>> {
  const proof = await quorum.prove((endpoint) => readProvenLogs(endpoint, header, filter), { name: 'receipts' })
  if (!isBelieved(proof) || proof.value.length === 0 || quorum.endpoints.length === 1) return proof
  const places = [...new Set(proof.value.map(({ txIndex }) => txIndex))]
  const hashes = await quorum.ask((endpoint) => readTransactionHashes(endpoint, header, places), { name: 'tx_hashes' })
  if (!isBelieved(hashes)) return hashes
  const hashAt = new Map(places.map((place, index) => [place, hashes.value[index]]))
  return {
    kind: 'proven',
    value: proof.value.map((log) => ({ ...log, txHash: hashAt.get(log.txIndex) ?? log.txHash })),
  }
}

type PlacedLog = ChainLog & { readonly txIndex: number }

/** The root does not cover where in the block a log stands, so its place is computed here. */
async function readProvenLogs({ name, client }: Endpoint, header: Header, filter: LogFilter): Promise<PlacedLog[]> {
  const { number, hash, timestamp, receiptsRoot } = header
  const receipts = (await client.request({
    method: 'eth_getBlockReceipts',
    params: [numberToHex(number)],
  } as never)) as RpcTransactionReceipt[] | null
  if (receipts === null) throw new EndpointError('absent', `${name} has no receipts of block ${number}`)
  if (Array.isArray(receipts) && receipts.some(({ blockHash }) => blockHash?.toLowerCase() !== hash))
    throw new EndpointError('absent', `${name} has another block ${number}`)
  if (!Array.isArray(receipts) || receiptsRootOf(receipts) !== receiptsRoot)
    throw new EndpointError('wrong_data', `${name} has other receipts of block ${number} than its header`)
  const logs = receipts.flatMap(({ logs }, txIndex) => logs.map((log) => ({ log, txIndex })))
  return logs.flatMap(({ log, txIndex }, logIndex) => {
    const at = { blockNumber: numberToHex(number), blockHash: hash, logIndex: numberToHex(logIndex) }
    const read = logOf(name, { ...log, ...at })
    return isWanted(filter, read) ? [{ ...read, blockTimestamp: timestamp, txIndex }] : []
  })
}

async function readTransactionHashes(
  endpoint: Endpoint,
  { number, hash }: BlockId,
  places: readonly number[],
): Promise<readonly `0x${string}`[]> {
  const block = await readBlock(endpoint, number)
  if (block.hash?.toLowerCase() !== hash)
    throw new EndpointError('absent', `${endpoint.name} has another block ${number}`)
  return places.map((place) => {
    const found: unknown = block.transactions[place]
    if (typeof found === 'string' && isHash(found)) return lowerHex(found)
    throw new EndpointError('wrong_data', `${endpoint.name} names no transaction ${place} of block ${number}`)
  })
}
