import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type Network, networkSchema, z } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { type Address, createPublicClient, http } from 'viem'
import { accounts } from './accounts.ts'
import { type DevnetUrls, deployNetwork } from './deploy-network.ts'
import { startMessageRelay } from './hop/message-relay.ts'

/** A list of URLs, of which the first is used. */
const rpcUrls = z.tuple([z.url()], z.url())
const environment = z.object({ devnet_a: rpcUrls, devnet_b: rpcUrls, devnet_l1: rpcUrls.optional() })

/** @throws TypeError when RPC_URLS does not name the devnet's chains. */
function urlsOfEnvironment(): DevnetUrls {
  const parsed = environment.safeParse(JSON.parse(process.env.RPC_URLS ?? '{}'))
  if (!parsed.success) throw new TypeError(`RPC_URLS: ${z.prettifyError(parsed.error)}`)
  const { devnet_a: a, devnet_b: b, devnet_l1: l1 } = parsed.data
  return { devnet_a: a[0], devnet_b: b[0], ...(l1 === undefined ? {} : { devnet_l1: l1[0] }) }
}

/**
 * Deploys the contracts on the chains of RPC_URLS and writes the network file. Does nothing when
 * each contract of the file is already deployed.
 * @throws TypeError when RPC_URLS does not name the devnet's chains.
 */
export async function deployToFile(file: string, write: (line: string) => void): Promise<void> {
  const urls = urlsOfEnvironment()
  if (existsSync(file) && (await isDeployed(networkSchema.parse(JSON.parse(readFileSync(file, 'utf8'))), urls))) {
    write(`everything of ${file} is deployed`)
    return
  }
  const network = await deployNetwork(urls)
  writeFileSync(file, JSON.stringify(network, null, 2))
  write(`wrote ${file}`)
}

async function isDeployed(network: Network, urls: DevnetUrls): Promise<boolean> {
  const contracts = network.chains.flatMap((chain) => {
    const tokens = network.assets.filter(({ asset }) => asset.startsWith(`${chain.chain}:`))
    const addresses = [
      chain.registry_address,
      chain.hop_bridge_address,
      ...tokens.map(({ token_address: token }) => token),
    ]
    return addresses
      .filter((address) => address !== null && address !== undefined && address !== nativeToken)
      .map((address) => ({ address: address as Address, url: urls[chain.chain as keyof DevnetUrls] }))
  })
  const codes = await Promise.all(
    contracts.map(({ address, url }) =>
      url === undefined ? undefined : createPublicClient({ transport: http(url) }).getCode({ address }),
    ),
  )
  return codes.every((code) => code !== undefined)
}

/**
 * Carries hops from `devnet_b` to `devnet_l1` until a signal comes.
 *
 * @throws TypeError when RPC_URLS has no `devnet_l1`.
 */
export async function relayUntilStopped(
  write: (line: string) => void,
  onStart: (stop: () => Promise<void>) => void,
): Promise<never> {
  const { devnet_b: hub, devnet_l1: l1 } = urlsOfEnvironment()
  if (l1 === undefined) throw new TypeError('RPC_URLS has no devnet_l1, to which messages could go')
  const relay = startMessageRelay({
    hub: { rpcUrl: hub },
    l1: { rpcUrl: l1 },
    privateKey: accounts.messageRelay.privateKey,
    onError: (error) => write(error instanceof Error ? error.message : String(error)),
  })
  onStart(() => relay.stop())
  write('carrying messages from devnet_b to devnet_l1')
  return new Promise<never>(() => undefined)
}
