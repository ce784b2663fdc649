import { getAddress } from 'viem'
import type { Quorum } from '../belief/quorum.ts'
import { makeChainlinkPriceFeed } from './chainlink-price-feed.ts'
import { makeFixedPriceFeed } from './fixed-price-feed.ts'
import { type HttpPriceFeedOptions, makeHttpPriceFeed } from './http-price-feed.ts'
import type { PriceFeed } from './price-feed.ts'

/**
 * Where prices come from. Only one kind of source is used: the URL where there is one, otherwise the Chainlink feeds,
 * otherwise the fixed prices.
 */
export interface PriceSources {
  url: string | undefined
  chainlink: Readonly<Record<string, { chain: string; address: string; max_age_secs: number }>>
  /** In US dollars per token, by asset id or symbol. */
  fixed: Readonly<Record<string, string>>
}

export interface PriceReaders extends Pick<HttpPriceFeedOptions, 'ask' | 'now'> {
  /** The endpoints of a chain that holds a Chainlink feed; `undefined` where none is configured. */
  quorumOf: (chain: string) => Quorum | undefined
}

/** How old the answer of a price service may be, in seconds. Each Chainlink feed has its own limit. */
const maxAgeSecs = 60

/** Opens the one source of prices that is configured. */
export function openPriceFeed(
  { url, chainlink, fixed }: PriceSources,
  { quorumOf, ask, now }: PriceReaders,
): PriceFeed {
  if (url !== undefined) return makeHttpPriceFeed({ url, maxAgeSecs, now, ask })
  const feeds = Object.entries(chainlink)
  if (feeds.length === 0) return makeFixedPriceFeed(fixed)
  const sources = feeds.flatMap(([name, { chain, address, max_age_secs }]) => {
    const quorum = quorumOf(chain)
    return quorum === undefined
      ? []
      : [[name, { quorum, address: getAddress(address.toLowerCase()), maxAgeSecs: max_age_secs }] as const]
  })
  return makeChainlinkPriceFeed(Object.fromEntries(sources))
}
