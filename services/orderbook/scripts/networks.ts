/**
 * Writes the JSON schema of the network file and examples for public networks (docs/networks), one of which is the start
 * of the production overlay. With `--check` it only compares.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { networkJsonSchema, type networkSchema, type z } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { escrowRegistryBytecode } from '@tandem/escrow/bytecode'
import { deterministicDeployer } from '@tandem/escrow/deploy'
import { getCreate2Address, keccak256, pad } from 'viem'

const isCheck = process.argv.includes('--check')
const root = new URL('../../../', import.meta.url)

/** The registry's CREATE2 address by the deterministic deployer, with salt zero and no constructor arguments. */
const registry = getCreate2Address({
  from: deterministicDeployer,
  salt: pad('0x', { size: 32 }),
  bytecodeHash: keccak256(escrowRegistryBytecode),
})
/** A placeholder, for which nobody knows a key. */
const placeholderSolver = '0x000000000000000000000000000000000000dEaD'

type ChainExample = {
  name: string
  id: number
  title: string
  blockTimeMs: number
  confirmations: number
  /** Confirmations for orders worth 10,000 and 100,000 US dollars. */
  steps: readonly [number, number]
  claimSafetySecs: number
  native: 'ETH' | 'AVAX'
  explorer: string
  usdc: string
}

const ethereumLike = { blockTimeMs: 12_000, confirmations: 12, steps: [32, 64], claimSafetySecs: 900 } as const
const baseLike = { blockTimeMs: 2_000, confirmations: 30, steps: [300, 900], claimSafetySecs: 600 } as const
/** Snowman blocks are final once they are accepted. The steps only allow for a provider that lags behind. */
const avalancheLike = { blockTimeMs: 2_000, confirmations: 2, steps: [4, 8], claimSafetySecs: 600 } as const

const mainnet: readonly ChainExample[] = [
  {
    ...ethereumLike,
    name: 'ethereum',
    id: 1,
    title: 'Ethereum',
    native: 'ETH',
    explorer: 'https://etherscan.io',
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  {
    name: 'arbitrum_one',
    id: 42_161,
    title: 'Arbitrum One',
    blockTimeMs: 250,
    confirmations: 240,
    steps: [2_400, 7_200],
    claimSafetySecs: 600,
    native: 'ETH',
    explorer: 'https://arbiscan.io',
    usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  },
  {
    ...baseLike,
    name: 'base',
    id: 8_453,
    title: 'Base',
    native: 'ETH',
    explorer: 'https://basescan.org',
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  },
  {
    ...avalancheLike,
    name: 'avalanche',
    id: 43_114,
    title: 'Avalanche C-Chain',
    native: 'AVAX',
    explorer: 'https://snowtrace.io',
    usdc: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  },
]

const testnet: readonly ChainExample[] = [
  {
    ...ethereumLike,
    name: 'ethereum_sepolia',
    id: 11_155_111,
    title: 'Ethereum Sepolia',
    native: 'ETH',
    explorer: 'https://sepolia.etherscan.io',
    usdc: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
  },
  {
    ...baseLike,
    name: 'base_sepolia',
    id: 84_532,
    title: 'Base Sepolia',
    native: 'ETH',
    explorer: 'https://sepolia.basescan.org',
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  },
  {
    ...avalancheLike,
    name: 'avalanche_fuji',
    id: 43_113,
    title: 'Avalanche Fuji',
    native: 'AVAX',
    explorer: 'https://testnet.snowtrace.io',
    usdc: '0x5425890298aed601595a70AB815c96711a31Bc65',
  },
]

const isEthBased = ({ native }: ChainExample) => native === 'ETH'
const pairs = (assets: readonly string[]) =>
  assets.flatMap((source) =>
    assets
      .filter((destination) => destination !== source)
      .map((destination) => ({ source, destination, route_type: 'direct' as const, fee_bips: 10 })),
  )

function networkOf(chains: readonly ChainExample[]): z.input<typeof networkSchema> {
  return {
    chains: chains.map((chain) => ({
      chain: chain.name,
      chain_id: chain.id,
      display_name: chain.title,
      registry_address: registry,
      solver_address: placeholderSolver,
      block_time_ms: chain.blockTimeMs,
      confirmations: chain.confirmations,
      confirmation_steps: [
        { from_usd: 10_000, confirmations: chain.steps[0] },
        { from_usd: 100_000, confirmations: chain.steps[1] },
      ],
      start_block: 0,
      source_cancel_after_secs: 86_400,
      dest_cancel_after_secs: 14_400,
      claim_safety_secs: chain.claimSafetySecs,
      native_symbol: chain.native,
      explorer_url: chain.explorer,
    })),
    assets: chains.flatMap((chain) => [
      {
        asset: `${chain.name}:usdc`,
        symbol: 'USDC',
        display_name: 'USD Coin',
        decimals: 6,
        token_address: chain.usdc,
        permit: true,
        min_amount: '1000000',
        max_amount: '250000000000',
        usd_price_ceiling: '1.1',
      },
      {
        asset: `${chain.name}:${chain.native.toLowerCase()}`,
        symbol: chain.native,
        display_name: chain.native === 'ETH' ? 'Ether' : 'Avalanche',
        decimals: 18,
        token_address: nativeToken,
        permit: false,
        min_amount: '1000000000000000',
        max_amount: '100000000000000000000',
        usd_price_ceiling: chain.native === 'ETH' ? '10000' : '250',
      },
    ]),
    routes: [
      ...pairs(chains.map(({ name }) => `${name}:usdc`)),
      ...pairs(chains.filter(isEthBased).map(({ name }) => `${name}:eth`)),
    ],
    min_margin_secs: 43_200,
  }
}

const files: Record<string, object> = {
  'docs/networks/network.schema.json': networkJsonSchema(),
  'docs/networks/mainnet.json': networkOf(mainnet),
  'docs/networks/testnet.json': networkOf(testnet),
  'infra/k8s/overlays/production/network.json': networkOf(testnet),
}

for (const [name, content] of Object.entries(files)) {
  const [file, text] = [new URL(name, root), `${JSON.stringify(content, null, 2)}\n`]
  if (!isCheck) {
    writeFileSync(file, text)
    console.log(`wrote ${name}`)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${name} is stale; run: npm run generate`)
    process.exitCode = 1
  }
}
