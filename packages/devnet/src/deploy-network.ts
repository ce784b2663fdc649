import { type Network, type NetworkWire, networkSchema } from '@tandem/contracts'
import { nativeToken, testAuthorizedTokenAbi, testTokenAbi } from '@tandem/escrow'
import { testAuthorizedTokenBytecode, testTokenBytecode } from '@tandem/escrow/bytecode'
import { deployContractDeterministic, deployDeterministic, deployEscrow } from '@tandem/escrow/deploy'
import { permit2 } from '@tandem/local-services'
import { type Address, parseEther, parseUnits } from 'viem'
import { accounts } from './accounts.ts'
import { devnetChains, devnetL1, type EscrowChain } from './chains.ts'
import { type DevnetWallet, walletOf } from './clients.ts'
import { deployFinalChain } from './deploy-final-chain.ts'

/** Escrows live for minutes instead of hours, so that a person can wait for their end. */
const lives = { source_cancel_after_secs: 3600, dest_cancel_after_secs: 1200, claim_safety_secs: 120 }
const minMarginSecs = 1800

/** The prices of the devnet, in US dollars per token. */
export const devnetPrices = { USDC: '1', DAI: '1', ETH: '3000' } as const

const tokens = [
  { symbol: 'USDC', name: 'USD Coin', decimals: 6, permit: true },
  { symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18, permit: false },
] as const

/** The pairs that can be swapped: a token for the same one, and the native token for the dollar. */
const pairs = [
  ['usdc', 'usdc'],
  ['dai', 'dai'],
  ['eth', 'eth'],
  ['eth', 'usdc'],
  ['usdc', 'eth'],
] as const

const userTokens = '10000'
const solverTokens = '1000000'

/** The URLs of the chains. Without one for the L1 there are no hops. */
export type DevnetUrls = Readonly<Record<EscrowChain['name'], string> & Partial<Record<typeof devnetL1.name, string>>>

/**
 * Deploys the contracts on every chain, and the hop to the L1; funds user and solver, and returns the network file. The
 * addresses are the same at every run.
 * @param onStep called after each part that was deployed.
 */
export async function deployNetwork(
  rpcUrls: DevnetUrls,
  onStep: (part: string) => void = () => undefined,
): Promise<Network> {
  const deploy = async (chain: EscrowChain) => {
    const deployed = await deployChain(chain, walletOf(chain, rpcUrls[chain.name], accounts.faucet.privateKey))
    onStep(`contracts of ${chain.name}`)
    return deployed
  }
  const [first, second] = devnetChains
  const [source, hub] = await Promise.all([deploy(first), deploy(second)])
  const routes = [
    [first.name, second.name],
    [second.name, first.name],
  ].flatMap(([from, to]) =>
    pairs.map(([sold, bought]) => ({
      source: `${from}:${sold}`,
      destination: `${to}:${bought}`,
      route_type: 'direct' as const,
      fee_bips: 10,
    })),
  )
  const l1Url = rpcUrls[devnetL1.name]
  const final =
    l1Url === undefined
      ? undefined
      : await deployFinalChain({
          hubUrl: rpcUrls[second.name],
          l1Url,
          source: first.name,
          hub: hub.chain,
          hubAssets: hub.assets,
        })
  if (final !== undefined) onStep('bridge to the layer-1')
  return networkSchema.parse({
    chains: [source.chain, final?.hub ?? hub.chain, ...(final === undefined ? [] : [final.l1])],
    assets: [...source.assets, ...hub.assets, ...(final?.assets ?? [])],
    routes: [...routes, ...(final?.routes ?? [])],
    min_margin_secs: minMarginSecs,
  })
}

async function deployChain({ name, chainId, displayName }: EscrowChain, wallet: DevnetWallet) {
  const clients = { publicClient: wallet, walletClient: wallet }
  const { registry } = await deployEscrow(clients)
  await deployDeterministic({ ...clients, initCode: permit2.initCode(), salt: permit2.salt })
  const assets: NetworkWire['assets'] = []
  for (const token of tokens) {
    const address = await deployToken(wallet, token)
    assets.push({
      asset: `${name}:${token.symbol.toLowerCase()}`,
      symbol: token.symbol,
      display_name: token.name,
      decimals: token.decimals,
      token_address: address,
      permit: token.permit,
      min_amount: String(parseUnits('1', token.decimals)),
      max_amount: String(parseUnits('100000', token.decimals)),
    })
  }
  assets.push({
    asset: `${name}:eth`,
    symbol: 'ETH',
    display_name: 'Ether',
    decimals: 18,
    token_address: nativeToken,
    permit: false,
    min_amount: String(parseEther('0.001')),
    max_amount: String(parseEther('100')),
  })
  const chain: NetworkWire['chains'][number] = {
    chain: name,
    chain_id: chainId,
    display_name: displayName,
    registry_address: registry,
    solver_address: accounts.solver.address,
    block_time_ms: 1000,
    confirmations: 2,
    start_block: 0,
    ...lives,
    native_symbol: 'ETH',
    explorer_url: null,
  }
  return { chain, assets }
}

async function deployToken(wallet: DevnetWallet, token: (typeof tokens)[number]): Promise<Address> {
  const { abi, bytecode } = token.permit
    ? { abi: testAuthorizedTokenAbi, bytecode: testAuthorizedTokenBytecode }
    : { abi: testTokenAbi, bytecode: testTokenBytecode }
  const { address, created } = await deployContractDeterministic({
    publicClient: wallet,
    walletClient: wallet,
    abi,
    bytecode,
    args: [token.name, token.symbol, token.decimals],
  })
  if (!created) return address
  for (const [to, amount] of [
    [accounts.user.address, userTokens],
    [accounts.solver.address, solverTokens],
  ] as const) {
    const hash = await wallet.writeContract({
      address,
      abi: testTokenAbi,
      functionName: 'mint',
      args: [to, parseUnits(amount, token.decimals)],
    })
    await wallet.waitForTransactionReceipt({ hash })
  }
  return address
}
