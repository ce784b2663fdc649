export { makeChainlinkPriceFeed } from './chainlink-price-feed.ts'
export { openPriceFeed, type PriceSources } from './open-price-feed.ts'
export { NoPriceError, type PricedAsset, type PriceFeed } from './price-feed.ts'
