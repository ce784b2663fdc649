import { type Belief, endpointName, expectChain, isBelieved, makePanel, type Panel } from '@tandem/chain'
import type { Client } from 'viem'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'
import { urlClient } from './url-client.ts'

/**
 * An endpoint of a chain: its URL, or a viem client that reaches it. An answer by URL is limited in time, bytes and nesting. A
 * client repeats as it was made to, and viem waits for as long as an endpoint's `Retry-After` says: give it `retryCount: 0`.
 */
export type Endpoint = string | Client

/** Where the application looks for itself before a secret leaves. */
export interface EvidenceOptions {
  /**
   * Endpoints by chain name. A majority of them must say the same (docs/belief.md): one of one, two of two, two of three. With
   * three of different operators, one that lies, hangs or stands still neither deceives nor stops a swap; with two it stops
   * the swap for as long as it does. Keep the object: the endpoints' answer times are kept with it.
   */
  endpoints: Readonly<Record<string, readonly Endpoint[]>>
  /**
   * The value of the swap in US dollars, by the application's own prices: it decides how deep the escrows must stand.
   * By default the dearer side at the pinned `usd_price_ceiling` of its asset decides, and without the ceilings of both
   * they must stand as deep as the largest swap's. The orderbook's price is never believed here.
   */
  valueUsd?: number
  /** Milliseconds for one question, with all the endpoints that are asked; 10,000 by default. */
  timeoutMs?: number
}

/** A chain, and the application's endpoints of it. */
export interface ChainEvidence {
  chain: VerifiedChain
  panel: Panel
}

/** An endpoint that hung or lied is asked last the next time: a chain's panel is kept with the list that names it. */
const panels = new WeakMap<readonly Endpoint[], Map<string, Panel>>()

/**
 * The endpoints that the application named for a chain.
 *
 * @throws TandemError `EVIDENCE_REQUIRED` when it named none.
 */
export function evidenceOf(options: EvidenceOptions | undefined, chain: VerifiedChain): ChainEvidence {
  const endpoints = options?.endpoints[chain.chain] ?? []
  if (endpoints.length === 0) throw evidenceRequired(`an endpoint of ${chain.chain}`)
  const timeoutMs = options?.timeoutMs ?? 10_000
  const kept = panels.get(endpoints) ?? new Map<string, Panel>()
  panels.set(endpoints, kept)
  const key = `${chain.chain} ${chain.chain_id} ${timeoutMs}`
  const panel = kept.get(key) ?? panelOf(endpoints, chain, timeoutMs)
  kept.set(key, panel)
  return { chain, panel }
}

const panelOf = (endpoints: readonly Endpoint[], { chain, chain_id }: VerifiedChain, timeoutMs: number): Panel =>
  makePanel(
    endpoints.map((one, index) =>
      typeof one === 'string'
        ? { name: endpointName(one, index), client: urlClient(one, timeoutMs) }
        : { name: `${index + 1}:${one.name}`, client: one },
    ),
    { chain, budgetMs: timeoutMs, verify: expectChain(chain_id) },
  )

/**
 * The answer to a question that a chain's endpoints were asked.
 *
 * @throws TandemError `EVIDENCE_UNAVAILABLE` where too few endpoints answer, or no majority says the same.
 */
export async function believe<T>({ chain }: ChainEvidence, asked: Promise<Belief<T>>): Promise<T> {
  const belief = await asked
  if (isBelieved(belief)) return belief.value
  throw unavailable(chain, belief.reason)
}

/**
 * A fact that a majority of a chain's endpoints shows alike, each in its own newest block.
 *
 * @param name of the question, for metrics.
 * @throws TandemError `EVIDENCE_UNAVAILABLE`.
 */
export const askMajority = <T>(
  evidence: ChainEvidence,
  name: string,
  ask: (client: Client) => Promise<T>,
): Promise<T> =>
  believe(
    evidence,
    evidence.panel.ask(({ client }) => ask(client), { name, mayLag: true }),
  )

/** The error of a question that the endpoints do not answer yet. */
export const unavailable = ({ chain }: Pick<VerifiedChain, 'chain'>, reason: string, details = {}): TandemError =>
  new TandemError('EVIDENCE_UNAVAILABLE', `${chain}: ${reason}`, { retryable: true, details: { chain, ...details } })

/** The error of a step that would rest on a server's word alone. */
export const evidenceRequired = (missing: string): TandemError =>
  new TandemError(
    'EVIDENCE_REQUIRED',
    `${missing} is missing: give \`network\` and \`evidence.endpoints\`, or say \`dangerouslyTrustServers: true\``,
  )
