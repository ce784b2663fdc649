import type { Client } from 'viem'

/** One JSON-RPC endpoint of a chain. */
export interface Endpoint {
  /** The name for logs and metrics. The rest of the URL may hold a key. */
  readonly name: string
  readonly client: Client
}

/** Names an endpoint by its domain. Subdomains are left out, because some vendors put the key there. */
export function endpointName(url: string, position: number): string {
  const { hostname, port } = new URL(url)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const host = isAddress ? hostname : hostname.split('.').slice(-2).join('.')
  return `${position + 1}:${host}${port === '' ? '' : `:${port}`}`
}
