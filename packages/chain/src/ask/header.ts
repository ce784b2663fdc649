import { type Hex, hexToBigInt, hexToNumber, isHash, isHex, numberToHex, type RpcBlock } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import { isSameContent, majorityRule } from '../belief/rules.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { isHashOfHeader } from '../proof/header-hash.ts'
import { lowerHex } from '../proof/lower-hex.ts'

/** The header of a block. `timestamp` is in unix seconds. */
export interface Header {
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
  readonly timestamp: number
  readonly logsBloom: Hex
  readonly receiptsRoot: Hex
  /** True when the block's hash covers every field of the header. */
  readonly isHashVerified: boolean
}

export type BlockId = Pick<Header, 'number' | 'hash'>

/**
 * Reads a block's header from one endpoint.
 *
 * @throws EndpointError `absent` when the endpoint lacks the block, `wrong_data` when it answers with another one.
 */
export async function readHeader(
  { name, client }: Endpoint,
  at: bigint | 'latest' | 'safe' | 'finalized',
): Promise<Header> {
  return headerOf(name, await readBlock({ name, client }, at), at)
}

/**
 * Reads a block from one endpoint, without its transactions.
 * @throws EndpointError `absent` when the endpoint lacks the block.
 */
export async function readBlock(
  { name, client }: Endpoint,
  at: bigint | 'latest' | 'safe' | 'finalized',
): Promise<RpcBlock> {
  const tag = typeof at === 'bigint' ? numberToHex(at) : at
  const answer = await client.request({ method: 'eth_getBlockByNumber', params: [tag, false] })
  if (answer == null) throw new EndpointError('absent', `${name} has no block ${at}`)
  return answer as RpcBlock
}

type SealedBlock = RpcBlock & { number: Hex; hash: Hex; logsBloom: Hex }

const isSealed = (answer: RpcBlock): answer is SealedBlock =>
  [answer.hash, answer.parentHash, answer.receiptsRoot].every((one) => typeof one === 'string' && isHash(one)) &&
  [answer.number, answer.timestamp, answer.logsBloom].every((one) => isHex(one))

/**
 * Makes a header from a block that an endpoint answered with.
 *
 * @throws EndpointError `wrong_data` when the block is not mined, or is not the one that was asked for.
 */
export function headerOf(endpoint: string, answer: RpcBlock, at: bigint | string): Header {
  if (typeof answer !== 'object' || !isSealed(answer))
    throw new EndpointError('wrong_data', `${endpoint} answered something that is no block for ${at}`)
  const number = hexToBigInt(answer.number)
  if (typeof at === 'bigint' && number !== at)
    throw new EndpointError('wrong_data', `${endpoint} has another block at ${at}`)
  return {
    number,
    hash: lowerHex(answer.hash),
    parentHash: lowerHex(answer.parentHash),
    timestamp: hexToNumber(answer.timestamp),
    logsBloom: lowerHex(answer.logsBloom),
    receiptsRoot: lowerHex(answer.receiptsRoot),
    isHashVerified: isHashOfHeader(answer),
  }
}

/** A block as an endpoint names it: with its header, or by its hash alone. */
export interface NamedBlock extends BlockId {
  readonly header?: Header
}

/** Compares the hashes alone where the hash covers the header. Otherwise every field must be equal. */
const isSameBlock = (one: NamedBlock, other: NamedBlock): boolean =>
  one.hash === other.hash && ((isCovered(one) && isCovered(other)) || isSameContent(fieldsOf(one), fieldsOf(other)))

const isCovered = ({ header }: NamedBlock): boolean => header === undefined || header.isHashVerified

const fieldsOf = ({ header }: NamedBlock) => header && { ...header, isHashVerified: false }

/** Reads the header of a block from a majority. */
export const askHeader = (quorum: Quorum, number: bigint): Promise<Belief<Header>> =>
  askNamedBlock(quorum, number, async (endpoint) => named(await readHeader(endpoint, number)))

export const named = (header: Header): NamedBlock => ({ number: header.number, hash: header.hash, header })

export async function askNamedBlock(
  quorum: Quorum,
  number: bigint,
  ask: (endpoint: Endpoint) => Promise<NamedBlock>,
): Promise<Belief<Header>> {
  const block = await quorum.decide(ask, majorityRule<NamedBlock>(isSameBlock), { name: 'header' })
  if (!isBelieved(block)) return block
  const { header, hash } = block.value
  return header === undefined ? verifyHeader(quorum, { number, hash }) : { kind: block.kind, value: header }
}

/**
 * Reads the header of a block whose hash is believed already. The hash proves the header, so one endpoint is enough.
 */
export function verifyHeader(quorum: Quorum, block: BlockId): Promise<Belief<Header>> {
  return quorum.prove((endpoint) => readVerifiedHeader(endpoint, block), { name: 'header' })
}

/**
 * Reads a header from one endpoint, and checks that it has this hash.
 *
 * @throws EndpointError `absent` when the endpoint has another block at that height, `wrong_data` when the header does
 * not hash to the block's hash.
 */
export async function readVerifiedHeader(endpoint: Endpoint, { number, hash }: BlockId): Promise<Header> {
  const header = await readHeader(endpoint, number)
  if (header.hash !== hash) throw new EndpointError('absent', `${endpoint.name} has another block ${number}`)
  if (!header.isHashVerified)
    throw new EndpointError('wrong_data', `${endpoint.name} has another header of block ${number}`)
  return header
}
