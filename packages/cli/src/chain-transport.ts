import { urlTransport } from '@tandem/sdk'
import { fallback, type Transport } from 'viem'

/**
 * Asks the endpoints of a chain in their order, and takes the first answer. The end of a swap is asked of a majority
 * instead. viem asks them all again after 150, 300 and 600 ms.
 *
 * @param timeoutMs milliseconds for one request, the last byte of its answer included.
 */
export const chainTransport = (urls: readonly string[], timeoutMs = 10_000): Transport =>
  fallback(urls.map((url) => urlTransport(url, timeoutMs)))
