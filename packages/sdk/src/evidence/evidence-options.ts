import { type Belief, endpointName, expectChain, isBelieved, makeQuorum, type Quorum } from '@tandem/chain'
import { type Client, createClient } from 'viem'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { urlTransport } from './url-transport.ts'

/**
 * A JSON-RPC endpoint of a chain: its URL, or a viem client. Make a client with `retryCount: 0`: otherwise viem waits
 * for as long as the endpoint asks by `Retry-After`.
 */
export type Endpoint = string | Client

/**
 * The endpoints by which an application reads the chains, so that it need not believe the services.
 * @example
 * const evidence: EvidenceOptions = {
 *   endpoints: {
 *     ethereum: ['https://rpc-one.example', 'https://rpc-two.example', 'https://rpc-three.example'],
 *     base: ['https://base-one.example', 'https://base-two.example', 'https://base-three.example'],
 *   },
 * }
 */
export interface EvidenceOptions {
  /**
   * The endpoints of each chain, by its name. A majority of them must agree (docs/belief.md). With three endpoints of
   * different operators, a single one can neither deceive the application nor stop a swap. Pass the same arrays every
   * time, because the SDK remembers for them how fast each endpoint answers.
   */
  endpoints: Readonly<Record<string, readonly Endpoint[]>>
  /** How long one question to the endpoints may take, in milliseconds; 10,000 by default. */
  timeoutMs?: number
}

/** A chain, and the quorum of its endpoints. */
export interface ChainEvidence {
  chain: VerifiedChain
  quorum: Quorum
}

/** The quorums of each array of endpoints. They are garbage-collected together with the caller's array. */
const quorums = new WeakMap<readonly Endpoint[], Map<string, Quorum>>()

/**
 * The quorum of a chain's endpoints.
 *
 * @throws `EVIDENCE_REQUIRED` when `options` name no endpoint of the chain.
 * @example
 * const evidence = evidenceOf({ endpoints }, chain)
 * const height = await askMajority(evidence, 'height', (client) => getBlockNumber(client))
 */
export function evidenceOf(options: EvidenceOptions | undefined, chain: VerifiedChain): ChainEvidence {
  const endpoints = options?.endpoints[chain.chain] ?? []
  if (endpoints.length === 0) throw evidenceRequired(`an endpoint of ${chain.chain}`)
  const timeoutMs = options?.timeoutMs ?? 10_000
  const kept = quorums.get(endpoints) ?? new Map<string, Quorum>()
  quorums.set(endpoints, kept)
  const key = `${chain.chain} ${chain.chain_id} ${timeoutMs}`
  const quorum = kept.get(key) ?? quorumOf(endpoints, chain, timeoutMs)
  kept.set(key, quorum)
  return { chain, quorum }
}

const quorumOf = (endpoints: readonly Endpoint[], { chain, chain_id }: VerifiedChain, timeoutMs: number): Quorum =>
  makeQuorum(
    endpoints.map((one, index) =>
      typeof one === 'string'
        ? { name: endpointName(one, index), client: createClient({ transport: urlTransport(one, timeoutMs) }) }
        : { name: `${index + 1}:${one.name}`, client: one },
    ),
    { chain, budgetMs: timeoutMs, verify: expectChain(chain_id) },
  )

/**
 * The value that a majority of endpoints agrees on.
 *
 * @throws a retryable `EVIDENCE_UNAVAILABLE` when too few endpoints answer, or when they disagree.
 */
export async function believe<T>({ chain }: ChainEvidence, asked: Promise<Belief<T>>): Promise<T> {
  const belief = await asked
  if (isBelieved(belief)) return belief.value
  throw unavailable(chain, belief.reason)
}

/**
 * Asks the endpoints a question about the newest block, and returns the answer of the majority. Endpoints whose newest
 * block differs may answer differently for a moment, which does not count against them.
 *
 * @param name of the question, for error messages.
 * @throws a retryable `EVIDENCE_UNAVAILABLE` when too few endpoints answer, or when they disagree.
 * @example
 * const code = await askMajority(evidenceOf(evidence, chain), 'code', (client) => getCode(client, { address }))
 */
export const askMajority = <T>(
  evidence: ChainEvidence,
  name: string,
  ask: (client: Client) => Promise<T>,
): Promise<T> =>
  believe(
    evidence,
    evidence.quorum.ask(({ client }) => ask(client), { name, mayLag: true }),
  )

export const unavailable = ({ chain }: Pick<VerifiedChain, 'chain'>, reason: string, details = {}): TandemError =>
  new TandemError('EVIDENCE_UNAVAILABLE', `${chain}: ${reason}`, { retryable: true, details: { chain, ...details } })

export const evidenceRequired = (missing: string): TandemError =>
  new TandemError(
    'EVIDENCE_REQUIRED',
    `${missing} is missing: give \`network\` and \`evidence.endpoints\`, or say \`dangerouslyTrustServers: true\``,
  )
