import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Network as NetworkFile, networkSchema } from '@tandem/contracts'
import { accounts, deployNetwork, devnetChains } from '@tandem/devnet'
import { testTokenAbi } from '@tandem/escrow'
import { devAccounts } from '@tandem/local-services'
import { type Address, createWalletClient, type Hex, http, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { writeContract } from 'viem/actions'
import { Database, listenAt } from './database.ts'
import { answerOf } from './json-rpc.ts'
import type { State } from './layered-state.ts'
import { jsonAnswer, type NetAnswer, type NetRequest } from './net-messages.ts'
import { carryBy, Network } from './network.ts'
import { type ChainName, chainNames, confirmations } from './plan.ts'
import { randomOf } from './random.ts'
import { SimulatedChain } from './simulated-chain.ts'
import { SimulatedEvm } from './simulated-evm.ts'
import { simulateBy, startMs } from './simulated-globals.ts'
import { outside, Timeline } from './timeline.ts'

/** What all simulations share, and is made once: deployed contracts, and migrated databases. */
export interface Stage {
  network: NetworkFile
  networkFile: string
  chains: Record<ChainName, SimulatedChain>
  /** The chains' states, with all contracts and money in place. */
  states: Record<ChainName, State>
  databases: Record<'orderbook' | 'relayer', Database>
}

export const ports = {
  orderbook: 4100,
  relayer: 4200,
  solver: 4300,
  databases: { orderbook: 5431, relayer: 5432 },
} as const
export const blockTimeMs = 4_000
/** Each swap has a user of its own. */
export const users = devAccounts.slice(1, 7)

/** The deployer that is on most chains, and on anvil from the start. */
export const deterministicDeployer: [Address, Hex] = [
  '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
]

/** The network with windows as short as its rules allow, so that a simulation reaches every deadline. */
const withShortLives = (network: NetworkFile): NetworkFile =>
  networkSchema.parse({
    ...network,
    chains: network.chains.map((chain) => ({
      ...chain,
      ...{ block_time_ms: blockTimeMs, confirmations, claim_safety_secs: 96 },
      ...{ dest_cancel_after_secs: 248, source_cancel_after_secs: 448 },
    })),
    min_margin_secs: 200,
  })

/** @param root the repository. */
export async function makeStage(root: string): Promise<Stage> {
  const migrations = (service: string) => join(root, 'services', service, 'prisma/migrations')
  const cacheDir = join(root, 'node_modules/.cache/tandem-simulation')
  const orderbook = await Database.start(migrations('orderbook'), cacheDir)
  const relayer = await Database.start(migrations('relayer'), cacheDir)
  const timeline = new Timeline(startMs - 3_600_000, randomOf('stage'))
  simulateBy(timeline)
  const net = new Network({ timeline, passage: () => ({ thereMs: 1, backMs: 1 }), note: () => undefined })
  carryBy(net)
  const chains = await makeChains(timeline, net)
  const urls = { devnet_a: 'http://devnet_a-0.test', devnet_b: 'http://devnet_b-0.test' }
  let deployed: NetworkFile | undefined
  let failure: unknown
  const deploying = (async () => {
    deployed = await deployNetwork(urls)
    for (const { token_address: token, decimals, asset } of deployed.assets) {
      const [chain = ''] = asset.split(':')
      if (token !== '0x0000000000000000000000000000000000000000')
        await mint(urls[chain as ChainName], token as Address, decimals)
    }
  })().catch((error: unknown) => {
    failure = error
  })
  let isOver = false
  void deploying.then(() => {
    isOver = true
  })
  const end = await timeline.run({ untilMs: startMs, isOver: () => isOver })
  if (deployed === undefined || end !== 'over') throw new Error('the contracts were not deployed', { cause: failure })
  const network = withShortLives(deployed)
  const networkFile = join(mkdtempSync(join(tmpdir(), 'tandem-simulation-')), 'network.json')
  writeFileSync(networkFile, JSON.stringify(network))
  listenAt(ports.databases.orderbook, orderbook)
  listenAt(ports.databases.relayer, relayer)
  const states = { devnet_a: chains.devnet_a.head.state, devnet_b: chains.devnet_b.head.state }
  return { network, networkFile, chains, states, databases: { orderbook, relayer } }
}

async function makeChains(timeline: Timeline, net: Network): Promise<Record<ChainName, SimulatedChain>> {
  const made = await Promise.all(
    devnetChains.map(async ({ name, chainId }) => {
      const evm = await SimulatedEvm.create(chainId)
      const chain = new SimulatedChain(name, chainId, evm)
      const rich = new Map(devAccounts.map(({ address }) => [address, parseEther('10000')]))
      chain.begin(await evm.genesis(rich, new Map([deterministicDeployer])), Math.floor(timeline.now / 1000))
      const mine = async () => {
        await chain.mine(chain.head.timestamp + 1)
        timeline.in(200, mine, outside)
      }
      timeline.in(200, mine, outside)
      net.serve(`${name}-0.test`, (request) => answerRpc(request, (one) => answerOf(chain, { lag: 0 }, one)))
      return chain
    }),
  )
  return Object.fromEntries(made.map((chain, index) => [chainNames[index], chain])) as Record<ChainName, SimulatedChain>
}

async function mint(url: string, address: Address, decimals: number): Promise<void> {
  const account = privateKeyToAccount(accounts.faucet.privateKey)
  const wallet = createWalletClient({ account, transport: http(url) })
  for (const user of users) {
    const args = [user.address, parseUnits('10000', decimals)] as const
    await writeContract(wallet, { address, abi: testTokenAbi, functionName: 'mint', args, chain: null })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

interface Question {
  id: number
  method: string
  params: readonly unknown[]
}

/** Answers one question, or a batch of them, as an HTTP server does. */
export async function answerRpc(
  { body }: Pick<NetRequest, 'body'>,
  answer: (question: Question) => Promise<object>,
): Promise<NetAnswer> {
  const asked = JSON.parse(body) as Question | Question[]
  const answers = []
  for (const question of [asked].flat()) answers.push({ jsonrpc: '2.0', id: question.id, ...(await answer(question)) })
  return jsonAnswer(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
}
