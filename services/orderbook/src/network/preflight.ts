import { mayBeRight } from '@tandem/chain'
import { rpcTransport } from '@tandem/chain/rpc'
import type { AssetConfig, ChainConfig, Network } from '@tandem/contracts'
import { chainOfAsset } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { makeHttpClient } from '@tandem/service-kit'
import {
  type Address,
  BaseError,
  ContractFunctionExecutionError,
  createPublicClient,
  erc20Abi,
  isAddressEqual,
} from 'viem'

export type Preflight = {
  readonly problems: readonly string[]
  /** Chains of which no endpoint answered. */
  readonly unreachable: readonly string[]
}

const timeoutMs = 3_000

/**
 * Compares chain ids, registry code and token decimals with the network file: an order on a wrong one would lock money
 * where no process looks. A chain has a problem when so many endpoints report one that those without can be no majority.
 */
export async function checkChains(
  network: Network,
  rpcUrls: Readonly<Record<string, readonly string[]>>,
): Promise<Preflight> {
  const checked = await Promise.all(
    network.chains.map((chain) => {
      const urls = (rpcUrls[chain.chain] ?? []).filter((url) => url.startsWith('http'))
      const assets = network.assets.filter(({ asset }) => chainOfAsset(asset) === chain.chain)
      return Promise.all(urls.map((url) => checkEndpoint(chain, assets, url)))
    }),
  )
  return {
    problems: checked.flatMap((endpoints) => {
      const wrong = endpoints.filter(({ problems }) => problems.length > 0)
      if (mayBeRight(endpoints.length, wrong.length)) return []
      return [...new Set(wrong.flatMap(({ problems }) => problems))]
    }),
    unreachable: checked.flatMap((endpoints) =>
      endpoints.some(({ isReached }) => isReached) ? [] : endpoints.slice(0, 1).map(({ chain }) => chain),
    ),
  }
}

async function checkEndpoint(chain: ChainConfig, assets: readonly AssetConfig[], url: string) {
  const problems: string[] = []
  const client = createPublicClient({
    transport: rpcTransport(url, { httpClient: makeHttpClient({ timeoutMs }), retryCount: 0 }),
  })
  try {
    const chainId = await client.getChainId()
    if (chainId !== chain.chain_id) {
      problems.push(`${chain.chain}: an endpoint answers chain id ${chainId}, and chain_id is ${chain.chain_id}`)
      return { chain: chain.chain, isReached: true, problems }
    }
    if (chain.registry_address !== null) {
      const code = await client.getCode({ address: chain.registry_address as Address })
      if (code === undefined) problems.push(`${chain.chain}: there is no contract at registry_address`)
    }
    for (const { asset, decimals, token_address } of assets) {
      const address = token_address as Address
      if (isAddressEqual(address, nativeToken)) continue
      const actual = await client
        .readContract({ address, abi: erc20Abi, functionName: 'decimals' })
        .catch((error: unknown) => {
          if (isAnswer(error)) return undefined
          throw error
        })
      if (actual === undefined) problems.push(`${asset}: there is no token at token_address`)
      else if (actual !== decimals)
        problems.push(`${asset}: the token has ${actual} decimals, and decimals is ${decimals}`)
    }
    return { chain: chain.chain, isReached: true, problems }
  } catch {
    return { chain: chain.chain, isReached: false, problems }
  }
}

/** Whether the chain reports that the call fails. Otherwise the endpoint did not answer. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof ContractFunctionExecutionError)) return false
  return error.walk((cause) => cause instanceof BaseError && cause.name === 'HttpRequestError') === null
}
