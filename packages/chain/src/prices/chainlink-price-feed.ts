import { type Address, formatUnits, parseAbi } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { believedOf, type Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { NoPriceError, type PriceFeed } from './price-feed.ts'

/** An AggregatorV3 contract, and how old its price may be. */
export type ChainlinkSource = { readonly quorum: Quorum; readonly address: Address; readonly maxAgeSecs: number }

const aggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/**
 * Reads prices from Chainlink aggregators, by asset id or symbol. A price's age is measured by the clock of the chain
 * that holds the aggregator.
 */
export function makeChainlinkPriceFeed(sources: Readonly<Record<string, ChainlinkSource>>): PriceFeed {
  return {
    price: async ({ asset, symbol }) => {
      const source = sources[asset] ?? sources[symbol]
      if (source === undefined) throw new NoPriceError(`There is no price feed for ${asset}.`)
      const { answer, updatedAt, decimals, time } = await read(source).catch((cause: unknown) => {
        throw new NoPriceError(`The price feed of ${asset} cannot be read.`, { cause })
      })
      if (answer <= 0n) throw new NoPriceError(`The price feed of ${asset} has no price.`)
      const ageSecs = time - updatedAt
      if (updatedAt === 0n || ageSecs > BigInt(source.maxAgeSecs))
        throw new NoPriceError(`The price of ${asset} is ${ageSecs} s old.`)
      // A price with a later timestamp than its chain's newest block shows that an endpoint lies.
      if (ageSecs < 0n) throw new NoPriceError(`The price of ${asset} is of the future.`)
      return formatUnits(answer, decimals)
    },
  }
}

async function read({ quorum, address }: ChainlinkSource) {
  const contract = { address, abi: aggregatorAbi } as const
  const readRound = async ({ client }: Endpoint) => {
    const [[, answer, , updatedAt], decimals] = await Promise.all([
      readContract(client, { ...contract, functionName: 'latestRoundData' }),
      readContract(client, { ...contract, functionName: 'decimals' }),
    ])
    return { answer, updatedAt, decimals }
  }
  const readTime = async ({ client }: Endpoint) => (await getBlock(client, { blockTag: 'latest' })).timestamp
  const [round, time] = await Promise.all([
    quorum.ask(readRound, { name: 'price', mayLag: true }),
    quorum.reached(readTime, { name: 'head' }),
  ])
  return { ...believedOf(quorum, round), time: believedOf(quorum, time) }
}
