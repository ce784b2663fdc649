import {
  type Endpoint,
  endpointName,
  expectContract,
  makeQuorum,
  type Quorum,
  type QuorumObserver,
} from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import type { ChainConfig } from '@tandem/contracts'
import { makeHttpClient } from '@tandem/service-kit'
import { type Address, createClient, type LocalAccount } from 'viem'
import { pinnedTo } from './pinned-to.ts'

export interface SolverChain {
  config: ChainConfig
  registry: Address
  account: LocalAccount
  quorum: Quorum
}

const budgetMs = 3_000

export function solverChain(
  config: ChainConfig,
  urls: readonly string[],
  { registry, account, observer }: Pick<SolverChain, 'registry' | 'account'> & { observer?: QuorumObserver },
): SolverChain {
  const endpoints = endpointsOf(config.chain_id, urls)
  const verify = expectContract(config.chain_id, registry)
  const quorum = makeQuorum(endpoints, { chain: config.chain, budgetMs, verify, ...(observer && { observer }) })
  return { config, registry, account, quorum }
}

export const endpointsOf = (chainId: number, urls: readonly string[]): Endpoint[] =>
  onePerHost(urls).map((url, position) => {
    const transport = pinnedTo(
      chainId,
      rpcTransport(url, { httpClient: makeHttpClient({ timeoutMs: budgetMs }), retryCount: 0 }),
    )
    return { name: endpointName(url, position), client: createClient({ transport }) }
  })

/** Counts two URLs of one host as one endpoint, because one operator answers both. */
const onePerHost = (urls: readonly string[]): string[] =>
  urls.filter((url, index) => urls.findIndex((other) => new URL(other).host === new URL(url).host) === index)
