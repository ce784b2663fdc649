import { type Belief, endpointName, expectChain, isBelieved, makeQuorum, type Quorum } from '@tandem/chain'
import { type Client, createClient } from 'viem'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { urlTransport } from './url-transport.ts'

/** A URL, or a viem client. Make a client with `retryCount: 0`, because viem obeys any `Retry-After`. */
export type Endpoint = string | Client

export interface EvidenceOptions {
  /**
   * The endpoints by the chain's name. A majority of them must agree (docs/belief.md). With three of different
   * operators, one endpoint can neither deceive nor stop a swap. Keep the same object: how fast each endpoint answers
   * is remembered for it.
   */
  endpoints: Readonly<Record<string, readonly Endpoint[]>>
  /** Milliseconds that one question may take; 10,000 by default. */
  timeoutMs?: number
}

export interface ChainEvidence {
  chain: VerifiedChain
  quorum: Quorum
}

/**
 * Quorums live as long as the caller's list of endpoints. A cache would need a size or a lifetime, and would hold lists
 * that nobody has any more.
 */
const quorums = new WeakMap<readonly Endpoint[], Map<string, Quorum>>()

/** @throws `EVIDENCE_REQUIRED`. */
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

/** @throws `EVIDENCE_UNAVAILABLE`. */
export async function believe<T>({ chain }: ChainEvidence, asked: Promise<Belief<T>>): Promise<T> {
  const belief = await asked
  if (isBelieved(belief)) return belief.value
  throw unavailable(chain, belief.reason)
}

/**
 * Asks for a fact in the newest block.
 *
 * @throws `EVIDENCE_UNAVAILABLE`.
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
