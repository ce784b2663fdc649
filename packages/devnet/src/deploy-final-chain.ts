import type { NetworkWire } from '@tandem/contracts'
import { parseUnits } from 'viem'
import { accounts } from './accounts.ts'
import { devnetHub, devnetL1 } from './chains.ts'
import { deployHop, devnetBlockchainId } from './hop/deploy-hop.ts'

type Chain = NetworkWire['chains'][number]
type Asset = NetworkWire['assets'][number]

/** What the bridge's relayer gets for a delivery, in whole tokens. */
const relayerFee = '0.05'
const feeBips = 20

/** The assets that can be sent on to the L1, and their decimals there. */
const hops = [
  { symbol: 'usdc', decimals: 6, from: ['usdc', 'eth'] },
  // Fewer decimals than on the hub, so that the conversion of amounts is visible.
  { symbol: 'dai', decimals: 8, from: ['dai'] },
] as const

/**
 * Puts a messenger and the hub's tokens on the L1.
 * @returns their part of the network file.
 * @param options.source the chain from which the hops are quoted.
 */
export async function deployFinalChain(options: {
  hubUrl: string
  l1Url: string
  source: string
  hub: Chain
  hubAssets: readonly Asset[]
}): Promise<{ hub: Chain; l1: Chain; assets: Asset[]; routes: NetworkWire['routes'] }> {
  const { hubUrl, l1Url, source, hub, hubAssets } = options
  const hopAssets = hops.map((hop) => {
    const hubAsset = hubAssets.find(({ asset }) => asset === `${hub.chain}:${hop.symbol}`)
    if (hubAsset === undefined) throw new Error(`${hub.chain} has no ${hop.symbol}`)
    return { ...hop, hubAsset }
  })
  const deployment = await deployHop({
    hub: { rpcUrl: hubUrl, blockchainId: devnetBlockchainId(devnetHub.name) },
    l1: { rpcUrl: l1Url, blockchainId: devnetBlockchainId(devnetL1.name) },
    tokens: hopAssets.map(({ hubAsset, decimals }) => ({
      token: hubAsset.token_address as `0x${string}`,
      remote: { name: hubAsset.display_name, symbol: hubAsset.symbol, decimals },
    })),
    privateKey: accounts.faucet.privateKey,
  })
  const messenger = { messenger_address: deployment.messenger }
  return {
    hub: {
      ...hub,
      ...messenger,
      hop_bridge_address: deployment.hopBridge,
      blockchain_id: deployment.hubBlockchainId,
    },
    l1: {
      ...hub,
      ...messenger,
      chain: devnetL1.name,
      chain_id: devnetL1.chainId,
      display_name: devnetL1.displayName,
      registry_address: null,
      solver_address: null,
      hop_bridge_address: null,
      hub_chain: hub.chain,
      blockchain_id: deployment.l1BlockchainId,
    },
    assets: hopAssets.map(({ symbol, decimals, hubAsset }, index) => {
      const token = deployment.tokens[index]
      if (token === undefined) throw new Error(`${symbol} was not deployed on the L1`)
      return {
        ...hubAsset,
        asset: `${devnetL1.name}:${symbol}`,
        token_address: token.tokenRemote,
        token_home_address: token.tokenHome,
        decimals,
        permit: false,
        min_amount: String(parseUnits('1', decimals)),
        max_amount: String(parseUnits('100000', decimals)),
      }
    }),
    routes: hopAssets.flatMap(({ symbol, from, hubAsset }) =>
      from.map((sold) => ({
        source: `${source}:${sold}`,
        destination: `${devnetL1.name}:${symbol}`,
        route_type: 'hop' as const,
        fee_bips: feeBips,
        hub_asset: hubAsset.asset,
        hop_relayer_fee: String(parseUnits(relayerFee, hubAsset.decimals)),
      })),
    ),
  }
}
