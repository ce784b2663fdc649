/** A token by its asset id (`base:usdc`) and its symbol (`USDC`): a feed may know it by either, and prefers the id. */
export interface PricedAsset {
  readonly asset: string
  readonly symbol: string
}

/** Tells prices in US dollars per token, as decimal strings. */
export interface PriceFeed {
  /** @throws NoPriceError when there is no price that is fresh enough. */
  price(asset: PricedAsset): Promise<string>
}

/** Says in a sentence for an operator why an asset has no price that may be used now. */
export class NoPriceError extends Error {
  override readonly name = 'NoPriceError'
}
