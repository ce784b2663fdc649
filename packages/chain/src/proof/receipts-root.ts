import { concatHex, type Hex, keccak256, type RpcTransactionReceipt, toRlp } from 'viem'
import { integerBytes } from './rlp-integer.ts'

/** The receipts' root of a block without transactions. */
export const emptyTrieRoot: Hex = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'

/**
 * The receipts' root that a header with these receipts must have (Yellow Paper §4.3.1, EIP-2718).
 *
 * @returns `undefined` when a receipt has a form that is not known.
 */
export function receiptsRootOf(receipts: readonly RpcTransactionReceipt[]): Hex | undefined {
  const encoded = receipts.map(encodeReceipt)
  if (encoded.includes(undefined)) return undefined
  return orderedTrieRoot(encoded as Hex[])
}

/** The type of the OP stack's deposits, whose receipts have two more fields. */
const depositType = '0x7e'

function encodeReceipt(receipt: RpcTransactionReceipt): Hex | undefined {
  try {
    const { type, status, cumulativeGasUsed, logsBloom, logs } = receipt
    const { root, depositNonce, depositReceiptVersion } = receipt as unknown as Partial<Record<string, Hex>>
    const result = status == null ? root : integerBytes(status)
    if (result === undefined) return undefined
    const fields: Nested[] = [
      result,
      integerBytes(cumulativeGasUsed),
      logsBloom,
      logs.map(({ address, topics, data }) => [address, topics as readonly Hex[], data]),
    ]
    if (String(type) === depositType && depositNonce !== undefined) {
      fields.push(integerBytes(depositNonce))
      if (depositReceiptVersion !== undefined) fields.push(integerBytes(depositReceiptVersion))
    }
    const body = rlp(fields)
    const kind = integerBytes((type ?? '0x0') as Hex)
    return kind === '0x' ? body : concatHex([kind, body])
  } catch {
    return undefined
  }
}

type Nested = Hex | readonly Nested[]
const rlp = (value: Nested): Hex => toRlp(value as Parameters<typeof toRlp>[0]) as Hex

type Entry = { readonly nibbles: string; readonly value: Hex }

/** The root of the Merkle Patricia trie of values by their place (Yellow Paper, appendix D). */
export function orderedTrieRoot(values: readonly Hex[]): Hex {
  if (values.length === 0) return emptyTrieRoot
  const entries = values.map((value, index): Entry => {
    return { nibbles: rlp(integerBytes(`0x${index.toString(16)}`)).slice(2), value }
  })
  return keccak256(rlp(nodeOf(entries, 0)))
}

/** The node of these entries. No key is the beginning of another one, because all are RLP of different numbers. */
function nodeOf(entries: readonly Entry[], depth: number): Nested {
  const [first] = entries
  if (first === undefined) return '0x'
  if (entries.length === 1) return [pathOf(first.nibbles.slice(depth), true), first.value]
  let end = depth
  while (entries.every(({ nibbles }) => nibbles[end] === first.nibbles[end])) end += 1
  if (end > depth) return [pathOf(first.nibbles.slice(depth, end), false), referenceTo(nodeOf(entries, end))]
  const children = [...'0123456789abcdef'].map((digit) => {
    const under = entries.filter(({ nibbles }) => nibbles[depth] === digit)
    return under.length === 0 ? '0x' : referenceTo(nodeOf(under, depth + 1))
  })
  return [...children, '0x']
}

/** How a parent refers to a node: by its hash, or by the node itself where that is shorter. */
function referenceTo(node: Nested): Nested {
  const encoded = rlp(node)
  return encoded.length - 2 < 64 ? node : keccak256(encoded)
}

/** Hex-prefix encoding (Yellow Paper, appendix C). */
const pathOf = (nibbles: string, isLeaf: boolean): Hex => {
  const flag = (isLeaf ? 2 : 0) + (nibbles.length % 2)
  return `0x${flag}${nibbles.length % 2 === 0 ? '0' : ''}${nibbles}`
}
