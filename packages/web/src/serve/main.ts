/** The app's server as a process, which `npm run dev` starts. Every other environment serves the files with nginx. */
import { readFileSync } from 'node:fs'
import type { Network } from '@tandem/contracts'
import { serveWeb } from './serve.ts'

const required = (name: string): string => {
  const value = process.env[name]
  if (value === undefined || value === '') throw new Error(`${name} is required`)
  return value
}

const web = await serveWeb({
  baseUrl: required('ORDERBOOK_URL'),
  relayerUrl: required('RELAYER_URL'),
  network: JSON.parse(readFileSync(required('NETWORK_FILE'), 'utf8')) as Network,
  rpcUrls: JSON.parse(required('RPC_URLS')) as Record<string, string[]>,
  ...(process.env.DEVNET_USER === undefined ? {} : { devnetUser: process.env.DEVNET_USER }),
  port: Number(required('PORT')),
})
process.once('SIGTERM', () => void web.stop().then(() => process.exit(0)))
