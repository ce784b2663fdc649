import { type Hex, keccak256, type RpcBlock, toRlp } from 'viem'
import { integerBytes } from './rlp-integer.ts'

type HeaderField = { readonly name: string; readonly isNumber?: true }

/** The fields of a header, in the order in which they are hashed (execution-specs, `Header`). */
const required: readonly HeaderField[] = [
  { name: 'parentHash' },
  { name: 'sha3Uncles' },
  { name: 'miner' },
  { name: 'stateRoot' },
  { name: 'transactionsRoot' },
  { name: 'receiptsRoot' },
  { name: 'logsBloom' },
  { name: 'difficulty', isNumber: true },
  { name: 'number', isNumber: true },
  { name: 'gasLimit', isNumber: true },
  { name: 'gasUsed', isNumber: true },
  { name: 'timestamp', isNumber: true },
  { name: 'extraData' },
  { name: 'mixHash' },
  { name: 'nonce' },
]
/** Fields that hard forks added, each only together with all before it: EIP-1559, 4895, 4844 (two), 4788, 7685. */
const added: readonly HeaderField[] = [
  { name: 'baseFeePerGas', isNumber: true },
  { name: 'withdrawalsRoot' },
  { name: 'blobGasUsed', isNumber: true },
  { name: 'excessBlobGas', isNumber: true },
  { name: 'parentBeaconBlockRoot' },
  { name: 'requestsHash' },
]

/** The hash of a header by its fields; `undefined` when a required one is missing. */
export function hashOfHeader(block: Partial<RpcBlock>): Hex | undefined {
  const fields = block as unknown as Readonly<Record<string, Hex | null | undefined>>
  const values: Hex[] = []
  for (const { name, isNumber } of required) {
    const value = fields[name]
    if (value == null) return undefined
    values.push(isNumber ? integerBytes(value) : value)
  }
  for (const { name, isNumber } of added) {
    const value = fields[name]
    if (value == null) break
    values.push(isNumber ? integerBytes(value) : value)
  }
  return keccak256(toRlp(values))
}

/**
 * Whether the block's hash is the hash of its header. Also false on chains whose headers have extra fields, which
 * cannot be proven here.
 */
export const isHashOfHeader = (block: RpcBlock): boolean => hashOfHeader(block) === block.hash?.toLowerCase()
