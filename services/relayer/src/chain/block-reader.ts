import {
  askCountedBlock,
  askHeadNumber,
  askReceipt,
  type ChainReceipt,
  type Endpoint,
  isBelieved,
  type Quorum,
  readHeader,
} from '@tandem/chain'
import { type ChainConfig, type ConfirmationDepth, confirmationDepth } from '@tandem/contracts'
import { isSameAddress } from '@tandem/escrow'
import { ttlCache } from '@tandem/service-kit'
import type { Address, Hex } from 'viem'
import type { BlockReader, Receipt } from '../transactions/ports.ts'
import { believed } from './believed.ts'
import { perBlockCacheMs, sharedRead } from './shared-reads.ts'

export interface BlockReaderDeps {
  quorum: Quorum
  onReceipt: (receipt: ChainReceipt) => void
}

export function makeBlockReader(config: ChainConfig, { quorum, onReceipt }: BlockReaderDeps): BlockReader {
  const { chain, block_time_ms: blockTimeMs } = config
  const registry = config.registry_address as Address
  const headNumber = ttlCache(perBlockCacheMs(blockTimeMs), () => believed(quorum, askHeadNumber(quorum)))

  const countedBlock = sharedRead(nameOfDepth, async (depth) => {
    const belief = await askCountedBlock(quorum, depth)
    return isBelieved(belief) ? belief.value : -1n
  })
  const blockHash = sharedRead(String, async (number: bigint) => {
    const ask = async (endpoint: Endpoint) => (await readHeader(endpoint, number)).hash
    const belief = await quorum.ask(ask, { name: 'header', mayLag: true })
    return isBelieved(belief) ? belief.value : undefined
  })
  const receipt = sharedRead(String, async (hash: Hex) => {
    const belief = await askReceipt(quorum, hash)
    if (!isBelieved(belief) || belief.value === null) return undefined
    onReceipt(belief.value)
    return receiptOf(registry, belief.value)
  })
  return {
    name: chain,
    blockTimeMs,
    majority: quorum.majority,
    headNumber: (oldestMs) => headNumber('now', oldestMs),
    blockHash,
    countedBlock: ({ valueUsd }) => countedBlock(confirmationDepth(config, valueUsd)),
    async receipts(hashes) {
      const found = await Promise.all(hashes.map(receipt))
      return found.flatMap((one) => one ?? [])
    },
  }
}

const nameOfDepth = ({ tag, confirmations }: ConfirmationDepth): string => String(tag ?? confirmations)

function receiptOf(registry: Address, { logs, cost: _, ...receipt }: ChainReceipt): Receipt {
  const vaults = logs.filter(({ address }) => isSameAddress(address, registry)).flatMap(firstTopicOf)
  return { ...receipt, vaults }
}

/** The vault of a registry event: the first indexed argument of every event of the registry. */
const firstTopicOf = ({ topics: [, vault] }: { topics: readonly Hex[] }): Address[] =>
  vault === undefined ? [] : [`0x${vault.slice(26)}`]
