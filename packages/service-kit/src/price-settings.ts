import { addressSchema, z } from '@tandem/contracts'
import { jsonText } from './common-settings.ts'
import { setting } from './config.ts'

const chainlinkFeeds = z.record(
  z.string(),
  z.strictObject({ chain: z.string(), address: addressSchema, max_age_secs: z.int().min(1).max(604_800) }),
)

/** The settings of prices that change, which `openPriceFeed` of `@tandem/chain/prices` reads. */
export const priceSettings = {
  /**
   * A URL that answers with the US dollar prices of all tokens: `{"prices": {"USDC": "1.0001"}, "updated_at":
   * "2026-11-21T12:00:00Z"}`. Prices that are more than a minute old are not used. When this is set, neither `CHAINLINK_FEEDS`
   * nor fixed prices are read.
   */
  priceFeedUrl: setting('PRICE_FEED_URL', z.url({ protocol: /^https?$/ }).optional()),
  /**
   * The Chainlink feed of each token, by symbol or asset id: `{"USDC": {"chain": "…", "address": "0x…", "max_age_secs":
   * 3600}}`. When there is any feed, fixed prices are not read.
   */
  chainlinkFeeds: setting('CHAINLINK_FEEDS', z.string().default('{}').pipe(jsonText(chainlinkFeeds))),
}

/** A sentence for each Chainlink feed on a chain for which `RPC_URLS` names no endpoint. */
export const priceProblems = ({
  rpcUrls,
  chainlinkFeeds: feeds,
}: {
  rpcUrls: Readonly<Record<string, unknown>>
  chainlinkFeeds: Readonly<Record<string, { chain: string }>>
}): string[] =>
  Object.entries(feeds)
    .filter(([, { chain }]) => !(chain in rpcUrls))
    .map(([name, { chain }]) => `CHAINLINK_FEEDS: ${name}: RPC_URLS has no endpoint of ${chain}`)
