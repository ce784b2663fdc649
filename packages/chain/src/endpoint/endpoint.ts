import type { Client } from 'viem'

export interface Endpoint {
  /** For logs and metrics: the rest of a URL may hold a key. */
  readonly name: string
  readonly client: Client
}

/** Without subdomains, which some vendors use for the key. */
export function endpointName(url: string, position: number): string {
  const { hostname, port } = new URL(url)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const host = isAddress ? hostname : hostname.split('.').slice(-2).join('.')
  return `${position + 1}:${host}${port === '' ? '' : `:${port}`}`
}
