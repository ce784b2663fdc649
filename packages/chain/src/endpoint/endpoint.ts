import type { Client } from 'viem'

/** One endpoint of a chain, asked for itself and never in the place of another one. */
export interface Endpoint {
  /** Its place and host, for logs and metrics: the rest of a URL may hold a key. */
  readonly name: string
  readonly client: Client
}

/** The endpoint's place and its host without subdomains, which with some vendors are the key. */
export function endpointName(url: string, position: number): string {
  const { hostname, port } = new URL(url)
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  const host = isAddress ? hostname : hostname.split('.').slice(-2).join('.')
  return `${position + 1}:${host}${port === '' ? '' : `:${port}`}`
}
