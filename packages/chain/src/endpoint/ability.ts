import { confirmationDepth, type FinalityRules } from '@tandem/contracts/rules'
import { type Hex, isHash, numberToHex, zeroHash } from 'viem'
import { readHeadNumber } from '../ask/head-number.ts'
import { readBlock, readHeader } from '../ask/header.ts'
import { widestRange } from '../ask/logs.ts'
import { majorityOf } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from './endpoint.ts'
import { faultOf } from './fault.ts'

/** What a service will ask the endpoints for, in addition to what every chain needs. */
export interface Needs {
  /** How fees are read: `history` by `eth_feeHistory`, or `price` on a chain without a base fee. */
  readonly fees: 'history' | 'price'
}

/** Whether a chain's endpoints can do what a service will ask of them. */
export interface ChainAbility {
  /** Whether a majority of the endpoints can do all that is needed, as far as they have answered. */
  readonly isAble: boolean
  /** A sentence for each endpoint that lacks something; it names no URL. */
  readonly missing: readonly string[]
}

const againMs = 300

type Chain = FinalityRules & { readonly registry_address: string | null }

/**
 * Asks every endpoint of a chain for everything that will be needed of it. An endpoint that does not answer counts as
 * able, because it may answer later; {@link verifyQuorum} and later questions deal with silence. Never rejects.
 */
export async function askAbility(
  { endpoints }: Pick<Quorum, 'endpoints'>,
  chain: Chain,
  needs: Needs,
): Promise<ChainAbility> {
  const lacks = await Promise.all(
    endpoints.map(async (endpoint) => {
      const missing = await missingOf(endpoint, chain, needs)
      return missing.length === 0 ? [] : [`${endpoint.name} has no ${missing.join(', and no ')}`]
    }),
  )
  const able = lacks.filter((one) => one.length === 0).length
  return { isAble: able >= majorityOf(endpoints.length), missing: lacks.flat() }
}

async function missingOf(endpoint: Endpoint, chain: Chain, { fees }: Needs): Promise<string[]> {
  const { registry_address: registry, finality_tag: tag } = chain
  const depth = confirmationDepth(chain, undefined).confirmations ?? 0
  const head = await readHeadNumber(endpoint).catch(() => undefined)
  if (head === undefined) return []
  const below = (blocks: number) => (head > BigInt(blocks) ? head - BigInt(blocks) : 0n)
  const request = (method: string, params: unknown[]) => endpoint.client.request({ method, params } as never)
  const logs = (from: bigint) =>
    request('eth_getLogs', [{ address: registry, fromBlock: numberToHex(from), toBlock: numberToHex(head) }])
  const questions: [name: string, ask: () => Promise<unknown>][] = [
    // A narrower range is asked for where the wide one is refused.
    ['eth_getLogs', () => logs(below(Math.min(widestRange, depth))).catch(() => logs(head))],
    ['eth_getTransactionReceipt', async () => request('eth_getTransactionReceipt', [await anyHash(endpoint, head)])],
    fees === 'history'
      ? ['eth_feeHistory', () => request('eth_feeHistory', [numberToHex(1), 'latest', [50]])]
      : ['eth_gasPrice', () => request('eth_gasPrice', [])],
  ]
  if (tag !== null) questions.push([`${tag} block`, () => readHeader(endpoint, tag)])
  const answers = await Promise.all(questions.map(async ([name, ask]) => ((await isLacking(ask)) ? [name] : [])))
  return answers.flat()
}

/** The hash of a transaction in the newest block, if the block has one. */
async function anyHash(endpoint: Endpoint, head: bigint): Promise<Hex> {
  const [hash] = (await readBlock(endpoint, head)).transactions
  return typeof hash === 'string' && isHash(hash) ? hash : zeroHash
}

/** Whether an endpoint lacks something. It must refuse twice, because a busy one may refuse once. */
async function isLacking(ask: () => Promise<unknown>): Promise<boolean> {
  if (!(await isRefused(ask))) return false
  await new Promise((resolve) => setTimeout(resolve, againMs))
  return isRefused(ask)
}

const isRefused = (ask: () => Promise<unknown>): Promise<boolean> =>
  ask().then(
    () => false,
    (error: unknown) => ['refused', 'absent', 'wrong_data'].includes(faultOf(error)),
  )
