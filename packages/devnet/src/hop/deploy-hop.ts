import { devnetMessengerAbi, devnetTokenHomeAbi, devnetTokenRemoteAbi, hopBridgeAbi } from '@tandem/escrow'
import {
  devnetMessengerBytecode,
  devnetTokenHomeBytecode,
  devnetTokenRemoteBytecode,
  hopBridgeBytecode,
} from '@tandem/escrow/bytecode'
import { deployContractDeterministic } from '@tandem/escrow/deploy'
import {
  type Abi,
  type Address,
  createTestClient,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  parseEventLogs,
  stringToHex,
  zeroAddress,
} from 'viem'
import { connect, type HopClient } from './connect.ts'
import { deliver, readBlockchainId, teleporterMessenger } from './messenger.ts'

/** The gas that a delivery may use. ICTT's own takes 142,000 in all. */
const requiredGasLimit = 250_000n

/** The hub, with the escrows, or the L1, with the tokens of recipients. */
export interface HopChain {
  rpcUrl: string
  /** Any 32 bytes that no other chain has; see {@link devnetBlockchainId}. */
  blockchainId: Hex
}

export interface HopToken {
  /** The ERC-20 on the hub. */
  token: Address
  /** Its symbol on the L1, and its decimals there. */
  remote: { name: string; symbol: string; decimals: number }
}

export interface DeployedHopToken {
  token: Address
  /** The contract on the hub that locks the token. */
  tokenHome: Address
  /** The contract on the L1 that is the token there. */
  tokenRemote: Address
}

export interface HopDeployment {
  /** The messenger, which has the same address on both chains. */
  messenger: Address
  /** The bridge on the hub. Its routes open without a delay. */
  hopBridge: Address
  hubBlockchainId: Hex
  l1BlockchainId: Hex
  tokens: DeployedHopToken[]
}

/** A devnet chain's blockchain id. It has nothing to do with its EVM chain id. */
export const devnetBlockchainId = (name: string): Hex => keccak256(stringToHex(`tandem devnet ${name}`))

/**
 * Puts a messenger on both chains, a hop bridge, and each token's home and remote; registers the remotes and opens the
 * routes. Both chains must be anvil. The addresses are the same at every run.
 * @param options.privateKey deploys everything, and owns the bridge.
 */
export async function deployHop(options: {
  hub: HopChain
  l1: HopChain
  tokens: readonly HopToken[]
  privateKey: Hex
}): Promise<HopDeployment> {
  const [hub, l1] = [
    connect(options.hub.rpcUrl, options.privateKey),
    connect(options.l1.rpcUrl, options.privateKey),
  ] as const
  await Promise.all([installMessenger(hub, options.hub), installMessenger(l1, options.l1)])
  const route = { hub, l1, hubBlockchainId: options.hub.blockchainId, l1BlockchainId: options.l1.blockchainId }
  const hopBridge = await deployOn(hub, hopBridgeAbi, hopBridgeBytecode, [hub.account.address, teleporterMessenger, 0])
  const tokens: DeployedHopToken[] = []
  for (const token of options.tokens) {
    const deployed = await deployToken(route, token)
    await register(route, deployed)
    await openRoute(route, hopBridge, deployed)
    tokens.push(deployed)
  }
  const { hubBlockchainId, l1BlockchainId } = route
  return { messenger: teleporterMessenger, hopBridge, hubBlockchainId, l1BlockchainId, tokens }
}

interface Route {
  hub: HopClient
  l1: HopClient
  hubBlockchainId: Hex
  l1BlockchainId: Hex
}

/** Puts the messenger at its fixed address, because message ids contain that address. */
async function installMessenger(client: HopClient, { rpcUrl, blockchainId }: HopChain): Promise<void> {
  if ((await client.getCode({ address: teleporterMessenger })) === undefined) {
    const built = await deployOn(client, devnetMessengerAbi, devnetMessengerBytecode, [blockchainId])
    const bytecode = await client.getCode({ address: built })
    if (bytecode === undefined) throw new Error(`the messenger at ${built} has no code`)
    const anvil = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    await anvil.setCode({ address: teleporterMessenger, bytecode })
  }
  const found = await readBlockchainId(client, teleporterMessenger)
  if (found !== blockchainId) throw new Error(`${rpcUrl} has the blockchain id ${found}, not ${blockchainId}`)
}

async function deployToken(route: Route, { token, remote }: HopToken): Promise<DeployedHopToken> {
  const { hub, l1, hubBlockchainId } = route
  const tokenHomeDecimals = await hub.readContract({ address: token, abi: erc20Abi, functionName: 'decimals' })
  const tokenHome = await deployOn(hub, devnetTokenHomeAbi, devnetTokenHomeBytecode, [teleporterMessenger, token])
  const tokenRemote = await deployOn(l1, devnetTokenRemoteAbi, devnetTokenRemoteBytecode, [
    teleporterMessenger,
    {
      tokenHomeBlockchainID: hubBlockchainId,
      tokenHomeAddress: tokenHome,
      tokenHomeDecimals,
      initialReserveImbalance: 0n,
    },
    zeroAddress,
    remote.name,
    remote.symbol,
    remote.decimals,
  ])
  return { token, tokenHome, tokenRemote }
}

/** Registers a remote with its home, to which the remote sends a message for this. */
async function register(route: Route, { tokenHome, tokenRemote }: DeployedHopToken): Promise<void> {
  const { hub, l1, l1BlockchainId } = route
  const isRegistered = async () => {
    const settings = await hub.readContract({
      address: tokenHome,
      abi: devnetTokenHomeAbi,
      functionName: 'getRemoteTokenTransferrerSettings',
      args: [l1BlockchainId, tokenRemote],
    })
    return settings.registered
  }
  if (await isRegistered()) return
  const hash = await l1.writeContract({
    address: tokenRemote,
    abi: devnetTokenRemoteAbi,
    functionName: 'registerWithHome',
    args: [{ feeTokenAddress: zeroAddress, amount: 0n }],
    chain: null,
  })
  const { logs } = await l1.waitForTransactionReceipt({ hash })
  const [sent] = parseEventLogs({ abi: devnetMessengerAbi, eventName: 'SendCrossChainMessage', logs })
  if (sent === undefined) throw new Error(`${tokenRemote} sent no registration`)
  const { message } = sent.args
  const delivery = await deliver(hub, teleporterMessenger, { sourceBlockchainId: l1BlockchainId, message })
  await hub.waitForTransactionReceipt({ hash: delivery })
  if (!(await isRegistered())) throw new Error(`${tokenHome} did not take the registration of ${tokenRemote}`)
}

async function openRoute(route: Route, hopBridge: Address, deployed: DeployedHopToken): Promise<void> {
  const { hub, l1BlockchainId } = route
  const { token, tokenHome, tokenRemote } = deployed
  const bridge = { address: hopBridge, abi: hopBridgeAbi } as const
  const { opensAt } = await hub.readContract({ ...bridge, functionName: 'getRoute', args: [token, l1BlockchainId] })
  if (opensAt !== 0) return
  const hash = await hub.writeContract({
    ...bridge,
    functionName: 'addRoute',
    args: [token, l1BlockchainId, tokenHome, tokenRemote, requiredGasLimit],
    chain: null,
  })
  await hub.waitForTransactionReceipt({ hash })
}

async function deployOn(client: HopClient, abi: Abi, bytecode: Hex, args: readonly unknown[]): Promise<Address> {
  const { address } = await deployContractDeterministic({
    publicClient: client,
    walletClient: client,
    abi,
    bytecode,
    args,
  })
  return address
}
