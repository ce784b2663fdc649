import { believedOf, type Endpoint, type Panel } from '@tandem/chain'
import { AppError } from '@tandem/service-kit'
import { type Address, parseAbi } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { formatDecimal } from '../domain/decimal.ts'
import type { PriceFeed } from '../usecases/ports.ts'

/** Where an asset's price stands: an AggregatorV3 contract, and after how long it counts as stale. */
export type ChainlinkSource = { readonly panel: Panel; readonly address: Address; readonly maxAgeSecs: number }

const aggregatorAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])

/**
 * Prices of Chainlink aggregators (docs.chain.link, AggregatorV3Interface), by asset id or symbol. Age is judged by
 * the aggregator's own chain: its latest block's time, not ours.
 */
export function makeChainlinkPriceFeed(sources: Readonly<Record<string, ChainlinkSource>>): PriceFeed {
  return {
    price: async ({ asset, symbol }) => {
      const source = sources[asset] ?? sources[symbol]
      if (source === undefined) throw new AppError('PRICE_UNAVAILABLE', `There is no price feed for ${asset}.`)
      const { answer, updatedAt, decimals, time } = await read(source).catch((cause: unknown) => {
        throw new AppError('PRICE_UNAVAILABLE', `The price feed of ${asset} cannot be read.`, { cause })
      })
      if (answer <= 0n) throw new AppError('PRICE_UNAVAILABLE', `The price feed of ${asset} has no price.`)
      const ageSecs = time - updatedAt
      if (updatedAt === 0n || ageSecs > BigInt(source.maxAgeSecs)) {
        throw new AppError('PRICE_UNAVAILABLE', `The price of ${asset} is ${ageSecs} s old.`)
      }
      // The aggregator takes the time of its own chain: a later one is an endpoint's lie.
      if (ageSecs < 0n) throw new AppError('PRICE_UNAVAILABLE', `The price of ${asset} is of the future.`)
      return formatDecimal(answer, decimals)
    },
  }
}

/** The price that a majority of the endpoints says, and the latest time of a block that a majority has reached. */
async function read({ panel, address }: ChainlinkSource) {
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
    panel.ask(readRound, { name: 'price', mayLag: true }),
    panel.reached(readTime, { name: 'head' }),
  ])
  return { ...believedOf(panel, round), time: believedOf(panel, time) }
}
