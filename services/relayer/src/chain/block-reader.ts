import { type ChainConfig, type ConfirmationDepth, confirmationDepth } from '@tandem/contracts'
import { isSameAddress } from '@tandem/escrow'
import { batchedRead, ttlCache } from '@tandem/service-kit'
import {
  type Address,
  type Hex,
  type PublicClient,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { BlockReader, Receipt } from '../transactions/ports.ts'
import type { EndpointPanel } from './endpoint-panel.ts'
import { answered, perBlockCacheMs, safely, together } from './safely.ts'

export interface BlockReaderDeps {
  client: PublicClient
  panel: Pick<EndpointPanel, 'agree' | 'countedBlock'>
  quorum: number
  /** Told of every receipt that is read. */
  onReceipt: (receipt: TransactionReceipt) => void
}

/** Blocks and receipts of a chain, by the agreement of its endpoints. */
export function makeBlockReader(
  config: ChainConfig,
  { client, panel, quorum, onReceipt }: BlockReaderDeps,
): BlockReader {
  const { chain, block_time_ms: blockTimeMs } = config
  const headNumber = ttlCache(perBlockCacheMs(blockTimeMs), () =>
    safely(chain, 'reading the head', () => client.getBlockNumber({ cacheTime: 0 })),
  )
  const countedBlocks = batchedRead<ConfirmationDepth, bigint>({
    readMany: async (depths) =>
      new Map(
        await Promise.all(depths.map(async (depth) => [nameOfDepth(depth), await panel.countedBlock(depth)] as const)),
      ),
    nameOf: nameOfDepth,
    ...together,
  })
  const readBlockHash = batchedRead<bigint, Hex>({
    readMany: (numbers) =>
      agreedOn(numbers, String, (blockNumber) =>
        panel.agree(async (asked) => (await asked.getBlock({ blockNumber })).hash),
      ),
    nameOf: String,
    ...together,
  })
  const registry = config.registry_address as Address
  const nameOfHash = (hash: Hex): string => hash
  const readReceipt = batchedRead<Hex, Receipt | null>({
    readMany: (hashes) =>
      agreedOn(hashes, nameOfHash, (hash) => panel.agree((asked) => receiptOf(asked, registry, hash, onReceipt))),
    nameOf: nameOfHash,
    ...together,
  })
  return {
    name: chain,
    blockTimeMs,
    quorum,
    headNumber: (oldestMs) => headNumber('now', oldestMs),
    blockHash: (number) => safely(chain, 'reading a block', () => readBlockHash(number)),
    countedBlock: ({ valueUsd }) =>
      safely(chain, 'reading the head', async () =>
        answered(await countedBlocks(confirmationDepth(config, valueUsd)), 'there is no such block'),
      ),
    async receipts(hashes) {
      const found = await Promise.all(hashes.map(readReceipt))
      return found.flatMap((one) => one ?? [])
    },
  }
}

/** The value that the endpoints agree on, for each key; a key on which they do not agree is left out. */
async function agreedOn<K, V>(
  keys: readonly K[],
  nameOf: (key: K) => string,
  ask: (key: K) => Promise<V | undefined>,
): Promise<ReadonlyMap<string, V>> {
  const found = await Promise.all(keys.map(async (key) => [nameOf(key), await ask(key)] as const))
  return new Map(found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
}

export const nameOfDepth = ({ tag, confirmations }: ConfirmationDepth): string => String(tag ?? confirmations)

/** `null`: the endpoint has none. */
async function receiptOf(
  asked: PublicClient,
  registry: Address,
  hash: Hex,
  onReceipt: BlockReaderDeps['onReceipt'],
): Promise<Receipt | null> {
  try {
    const receipt = await asked.getTransactionReceipt({ hash })
    onReceipt(receipt)
    const { status, blockNumber, blockHash, from, logs } = receipt
    const touched = logs.filter(({ address }) => isSameAddress(address, registry)).flatMap(firstTopicOf)
    return { hash, isSuccess: status === 'success', blockNumber, blockHash, from, touched }
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError || error instanceof TransactionNotFoundError) return null
    throw error
  }
}

/** The vault is the first topic of every event of the registry. */
const firstTopicOf = ({ topics: [, vault] }: { topics: readonly Hex[] }): Address[] =>
  vault === undefined ? [] : [`0x${vault.slice(26)}`]
