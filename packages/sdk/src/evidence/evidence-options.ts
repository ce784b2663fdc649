import { type Client, createClient, http } from 'viem'
import { sendWithin } from '../client/within.ts'
import type { VerifiedChain } from '../known-network.ts'
import { TandemError } from '../tandem-error.ts'

/**
 * An endpoint of a chain: its URL, or a viem client that reaches it. By URL it is asked once, and the step is repeated. A
 * client repeats as it was made to, and viem waits for as long as an endpoint's `Retry-After` says: give it `retryCount: 0`.
 */
export type Endpoint = string | Client

/** Where the application looks for itself before a secret leaves. */
export interface EvidenceOptions {
  /**
   * Endpoints by chain name. Name two of different operators for each chain: then one of them alone cannot make an
   * escrow appear. Every endpoint that answers must say the same.
   */
  endpoints: Readonly<Record<string, readonly Endpoint[]>>
  /** How many endpoints must answer; by default two where two are given. */
  quorum?: number
  /**
   * The value of the swap in US dollars, by the application's own prices: it decides how deep the escrows must stand.
   * By default the dearer side at the pinned `usd_price_ceiling` of its asset decides, and without the ceilings of both
   * they must stand as deep as the largest swap's. The orderbook's price is never believed here.
   */
  valueUsd?: number
  /** Milliseconds for one request to an endpoint given by URL, and for its answer's body; 10,000 by default. */
  timeoutMs?: number
}

/** A chain's endpoints, and how many of them must agree. */
export interface ChainEvidence {
  chain: VerifiedChain
  clients: readonly Client[]
  quorum: number
}

/**
 * The endpoints that the application named for a chain.
 *
 * @throws TandemError `EVIDENCE_REQUIRED` when it named none.
 */
export function evidenceOf(options: EvidenceOptions | undefined, chain: VerifiedChain): ChainEvidence {
  const endpoints = options?.endpoints[chain.chain] ?? []
  if (endpoints.length === 0) throw evidenceRequired(`an endpoint of ${chain.chain}`)
  const timeout = options?.timeoutMs ?? 10_000
  // viem's own time limit ends with the headers of an answer.
  const fetchFn = (url: string | URL | Request, init?: RequestInit) =>
    sendWithin(fetch, new Request(url, init), timeout)
  const clients = endpoints.map((one) =>
    typeof one === 'string' ? createClient({ transport: http(one, { timeout, retryCount: 0, fetchFn }) }) : one,
  )
  const quorum = options?.quorum ?? Math.min(2, clients.length)
  if (quorum < 1 || quorum > clients.length)
    throw new TandemError(
      'EVIDENCE_REQUIRED',
      `the quorum is ${quorum}, and ${chain.chain} has ${clients.length} endpoints`,
    )
  return { chain, clients, quorum }
}

/** The error of a step that would rest on a server's word alone. */
export const evidenceRequired = (missing: string): TandemError =>
  new TandemError(
    'EVIDENCE_REQUIRED',
    `${missing} is missing, and without it the swap would rest on what the servers say. Give ` +
      '`network` (the chains and assets that your application pins) and ' +
      '`evidence: { endpoints: { chain_name: [url, url] } }`, or say `dangerouslyTrustServers: true`',
  )
