/** Headers, blooms and roots as a liar makes them: consistent with each other, of blocks that were never mined. */
import { type Hex, hexToBytes, keccak256, toHex, toRlp } from 'viem'
import type { Block } from './answers.ts'

const texts = ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom']
const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp']
const end = ['extraData', 'mixHash', 'nonce']
/** Fields that hard forks added. A header has one of them only together with all before it. */
const added = [
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
]
const counted = new Set([...numbers, 'baseFeePerGas', 'blobGasUsed', 'excessBlobGas'])

/** An integer as RLP has it: without leading zeros. */
const integer = (quantity: Hex): Hex => {
  const digits = quantity.slice(2).replace(/^0+/, '')
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`
}

/** Sets a block's hash to the hash of its header. */
export function sealed<T extends Record<string, unknown>>(block: T): T & { hash: Hex } {
  const present = added.slice(0, added.findIndex((name) => block[name] == null) >>> 0)
  const names = [...texts, ...numbers, ...end, ...present]
  const values = names.map((name) => (counted.has(name) ? integer(block[name] as Hex) : (block[name] as Hex)))
  return { ...block, hash: keccak256(toRlp(values)) }
}

export const emptyBloom: Hex = `0x${'00'.repeat(256)}`
export const emptyRoot: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/** The bloom filter of a log (Yellow Paper, 4.3.1). */
export function bloomOf({ address, topics }: { address: Hex; topics: readonly Hex[] }): Hex {
  const bloom = new Uint8Array(256)
  for (const value of [address, ...topics]) {
    const hash = hexToBytes(keccak256(value))
    for (const index of [0, 2, 4]) {
      const bit = (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & 0x7ff
      bloom[255 - (bit >> 3)] = (bloom[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
    }
  }
  return toHex(bloom)
}

type ForgedReceipt = {
  cumulativeGasUsed: Hex
  logsBloom: Hex
  logs: readonly { address: Hex; topics: readonly Hex[]; data: Hex }[]
}

/** The receipts' root of a block whose only transaction, of type 2, succeeded. */
export function rootOfOne({ cumulativeGasUsed, logsBloom, logs }: ForgedReceipt): Hex {
  const body = toRlp([
    '0x01',
    integer(cumulativeGasUsed),
    logsBloom,
    logs.map((log) => [log.address, [...log.topics], log.data]),
  ])
  // The trie has one entry. Its key, the RLP of zero, is 0x80, and 0x20 marks a leaf whose key has an even number of digits.
  return keccak256(toRlp(['0x2080', `0x02${body.slice(2)}`]))
}

/** Makes a child block that no chain has mined. */
export const childOf = (parent: Block, over: Record<string, unknown>): Block =>
  sealed({
    ...parent,
    ...{ transactions: [], withdrawals: [], size: '0x200' },
    ...{ number: toHex(BigInt(parent.number) + 1n), parentHash: parent.hash, gasUsed: '0x0' },
    ...{ logsBloom: emptyBloom, receiptsRoot: emptyRoot, transactionsRoot: emptyRoot },
    ...over,
  })
