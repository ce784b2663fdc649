import { type EscrowTerms, readVault, type VaultView } from '@tandem/escrow'
import type { Address, Client, Hex } from 'viem'
import { getBlock, getChainId } from 'viem/actions'
import { TandemError } from '../tandem-error.ts'
import type { Depth } from './confirmation-depth.ts'
import type { ChainEvidence } from './evidence-options.ts'

/** A vault that is asked for. The caller has derived the address from the terms. */
export interface AskedVault {
  vault: Address
  terms: EscrowTerms
  depth: Depth
}

/**
 * The facts that the endpoints agree on. Unix seconds: `chainTime` of the newest block that all of them have, `timeAtDepth`
 * of the newest that counts.
 */
export interface VaultEvidence {
  latest: VaultView
  atDepth: VaultView
  chainTime: number
  timeAtDepth: number
}

interface Reading extends VaultEvidence {
  hash: Hex
}

interface Head {
  client: Client
  number: bigint
  tagged: bigint | undefined
}

/**
 * Reads a vault from every endpoint of a chain at the same two blocks: the newest that all of them have, and the newest
 * that counts for each. So none of them alone can make a vault, or its depth, appear.
 *
 * @throws TandemError `EVIDENCE_UNAVAILABLE` when fewer endpoints than the quorum answer, when one is of another chain,
 * or when they disagree.
 */
export async function readVaultEvidence(evidence: ChainEvidence, asked: AskedVault): Promise<VaultEvidence> {
  const { vault, terms } = asked
  const at = { registry: evidence.chain.registry_address as Address, vault, terms }
  const heads = await answersOf(evidence.clients, (client) => readHead(evidence, client, asked.depth))
  requireQuorum(evidence, heads.length)
  const head = least(heads.map(({ number }) => number))
  const counted = countedBlock(head, heads, asked.depth)
  const readings = await answersOf(heads, async ({ client }): Promise<Reading> => {
    const [{ hash, timestamp }, { timestamp: timeAtDepth }, latest, atDepth] = await Promise.all([
      getBlock(client, { blockNumber: head }),
      getBlock(client, { blockNumber: counted }),
      readVault(client, { ...at, blockNumber: head }),
      readVault(client, { ...at, blockNumber: counted }),
    ])
    return {
      hash,
      chainTime: Number(timestamp),
      timeAtDepth: Number(timeAtDepth),
      latest,
      atDepth,
    }
  })
  requireQuorum(evidence, readings.length)
  const [first] = readings
  if (first === undefined || readings.some((one) => fingerprint(one) !== fingerprint(first)))
    throw unavailable(evidence, `the endpoints of ${evidence.chain.chain} disagree at block ${head}`)
  return first
}

/** The newest block, and the tagged one where depth goes by a tag. An endpoint of another chain is no endpoint. */
export async function readHead({ chain }: ChainEvidence, client: Client, { tag }: Depth): Promise<Head> {
  const [chainId, latest, tagged] = await Promise.all([
    getChainId(client),
    getBlock(client, { blockTag: 'latest' }),
    tag === null ? undefined : getBlock(client, { blockTag: tag }),
  ])
  if (chainId !== chain.chain_id) throw new Error(`the endpoint is of chain ${chainId}, not ${chain.chain_id}`)
  return { client, number: latest.number, tagged: tagged?.number }
}

/** The newest block whose facts count for every endpoint that answered. */
export function countedBlock(head: bigint, heads: readonly Head[], { confirmations, tag }: Depth): bigint {
  if (tag !== null) return least([head, ...heads.map(({ tagged }) => tagged ?? 0n)])
  const depth = BigInt(confirmations - 1)
  return head > depth ? head - depth : 0n
}

/** All that endpoints must agree on, as text. */
const fingerprint = (reading: object): string =>
  JSON.stringify(reading, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

const least = (numbers: readonly bigint[]): bigint => [...numbers].sort((one, other) => Number(one - other))[0] ?? 0n

function requireQuorum(evidence: ChainEvidence, answered: number): void {
  if (answered >= evidence.quorum) return
  throw unavailable(
    evidence,
    `${answered} of the ${evidence.quorum} endpoints of ${evidence.chain.chain} that must agree answer`,
  )
}

const unavailable = ({ chain }: ChainEvidence, message: string) =>
  new TandemError('EVIDENCE_UNAVAILABLE', message, { retryable: true, details: { chain: chain.chain } })

/** The answers of the endpoints that gave one. */
async function answersOf<T, U>(asked: readonly T[], ask: (one: T) => Promise<U>): Promise<U[]> {
  const settled = await Promise.allSettled(asked.map(ask))
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}
