import { urlTransport } from '@tandem/sdk'
import { fallback, type Transport } from 'viem'

/**
 * Asks the endpoints of a chain one after the other until one answers. It is for the wallet's own requests. Where an
 * endpoint must not be believed alone, a majority is asked instead. If no endpoint answers, viem asks all of them again
 * after 150, 300 and 600 ms.
 *
 * @param timeoutMs how long one whole answer may take, in milliseconds.
 */
export const chainTransport = (urls: readonly string[], timeoutMs = 10_000): Transport =>
  fallback(urls.map((url) => urlTransport(url, timeoutMs)))
