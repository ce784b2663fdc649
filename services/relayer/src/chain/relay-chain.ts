import { type ChainConfig, type ConfirmationDepth, confirmationDepth, lastCountedBlock } from '@tandem/contracts'
import {
  escrowRegistryAbi,
  hashTerms,
  hopBridgeAbi,
  isSameAddress,
  nativeToken,
  type VaultAtDepth,
} from '@tandem/escrow'
import { batchedRead, briefly } from '@tandem/service-kit'
import {
  type Address,
  BaseError,
  createPublicClient,
  erc20Abi,
  fallback,
  type Hex,
  keccak256,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  type TypedDataDefinition,
} from 'viem'
import type { Agreement } from '../domain/agreement.ts'
import { mostTelling } from '../domain/broadcast-error.ts'
import { type GasLimits, payoutGas } from '../domain/gas-limits.ts'
import type { Escrow, Work } from '../domain/settlement.ts'
import type { Keyring } from '../signers/keyring.ts'
import type { Receipt, RelayChain } from '../usecases/ports.ts'
import { type AskedVault, readAgreedVaults, readVaultsAtDepth } from './agreed-vault.ts'
import { simulatePayout } from './payout.ts'
import { rpcTransport } from './rpc-transport.ts'
import { wouldSucceed } from './simulation.ts'

const requestTimeoutMs = 10_000
const sendTimeoutMs = 3_000
/** Blocks per request for events. */
const rangeBlocks = 2_000n

/** An endpoint failed. viem's own errors print the whole request, and a claim's request holds the secret. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
}

/** The endpoints of a chain. */
export interface ChainEndpoints {
  /** The preferred one first. */
  rpcUrls: readonly string[]
  /** How many of them must agree on a vault. */
  quorum: number
  /** Questions that one request may hold. */
  mostTogether: number
  /** Is sent claims before the others are, for so long. */
  confidential?: { url: string; forMs: number } | undefined
  gasLimits: GasLimits
}

/** A chain over viem: reads through the endpoints in order, sends to all of them, signs with the keyring. */
export function makeRelayChain(
  config: ChainConfig,
  { rpcUrls, quorum, confidential, mostTogether, gasLimits }: ChainEndpoints,
  keyring: Keyring,
): RelayChain {
  const client = createPublicClient({
    transport: fallback(rpcUrls.map((url) => rpcTransport(url, { timeoutMs: requestTimeoutMs, mostTogether }))),
  })
  const endpoints = rpcUrls.map((url) => endpointOf(url, mostTogether))
  const privateEndpoint = confidential === undefined ? undefined : endpointOf(confidential.url)
  const registry = config.registry_address as Address

  /** Runs a read, and lets out only what is safe to print. */
  const safely = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw new ChainError(`${config.chain}: ${what} failed: ${error instanceof BaseError ? error.name : 'unknown'}`)
    }
  }

  /** What everybody asks, and what changes with the blocks, is asked again so soon. */
  const briefMs = Math.min(500, config.block_time_ms / 4)
  const askedOf = ({ vault, terms, valueUsd }: Escrow): AskedVault => ({
    vault,
    termsHash: hashTerms(terms),
    depth: confirmationDepth(config, valueUsd),
  })
  const readVault = batchedRead<AskedVault, VaultAtDepth>({
    readMany: async (asked) => byName(asked, await readVaultsAtDepth(client, asked)),
    ...vaultReads,
  })
  const readAgreedVault = batchedRead<AskedVault, Agreement<VaultAtDepth>>({
    readMany: async (asked) => {
      const clients = endpoints.map((endpoint) => endpoint.client)
      return byName(asked, await readAgreedVaults(clients, asked, { quorum, blockTimeMs: config.block_time_ms }))
    },
    ...vaultReads,
  })

  const feeMarket = briefly(briefMs, () =>
    safely('reading fees', async () => {
      const { baseFeePerGas, reward } = await client.getFeeHistory({ blockCount: 10, rewardPercentiles: [50] })
      // The last entry is the next block's.
      return {
        baseFeePerGas: baseFeePerGas.at(-1) ?? 0n,
        recentTips: (reward ?? []).flatMap((one) => one.slice(0, 1)),
      }
    }),
  )

  const receiptOf = async (hash: Hex): Promise<Receipt | undefined> => {
    try {
      const { status, blockNumber, blockHash, from, logs } = await client.getTransactionReceipt({ hash })
      const vaults = logs.filter(({ address }) => isSameAddress(address, registry)).flatMap(vaultOf)
      return { hash, isSuccess: status === 'success', blockNumber, blockHash, from, vaults }
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError || error instanceof TransactionNotFoundError)
        return undefined
      throw new ChainError(`${config.chain}: reading a receipt failed`)
    }
  }

  const countedBlocks = batchedRead<ConfirmationDepth, bigint>({
    readMany: async (depths) => {
      const tags = [...new Set(depths.flatMap(({ tag }) => (tag === null ? [] : [tag])))]
      const [head, ...tagged] = await Promise.all([
        client.getBlockNumber({ cacheTime: 0 }),
        ...tags.map(async (blockTag) => [blockTag, (await client.getBlock({ blockTag })).number] as const),
      ])
      const byTag = new Map(tagged)
      const countedOf = (depth: ConfirmationDepth) =>
        lastCountedBlock(depth, { head, tagged: depth.tag === null ? undefined : byTag.get(depth.tag) })
      return new Map(depths.map((depth) => [nameOfDepth(depth), countedOf(depth)]))
    },
    nameOf: nameOfDepth,
    ...together,
  })
  const readCountedBlock = async ({ valueUsd }: Pick<Escrow, 'valueUsd'>): Promise<bigint> =>
    answered(await countedBlocks(confirmationDepth(config, valueUsd)), 'there is no such block')

  const readBlockHash = batchedRead<bigint, Hex>({
    readMany: async (numbers) => {
      const head = await client.getBlockNumber({ cacheTime: 0 })
      const blocks = await Promise.all(
        numbers.filter((number) => number <= head).map((blockNumber) => client.getBlock({ blockNumber })),
      )
      return new Map(blocks.map(({ number, hash }) => [String(number), hash]))
    },
    nameOf: String,
    ...together,
  })

  /** One that cannot be read fails for whom it was asked, and for nobody else. */
  const readReceipt = batchedRead<Hex, PromiseSettledResult<Receipt | undefined>>({
    readMany: async (hashes) => {
      const found = await Promise.allSettled(hashes.map(receiptOf))
      return new Map(found.map((receipt, index) => [hashes[index] as Hex, receipt]))
    },
    nameOf: (hash) => hash,
    ...together,
  })

  return {
    name: config.chain,
    blockTimeMs: config.block_time_ms,
    claimSafetySecs: config.claim_safety_secs,
    privateForMs: confidential?.forMs,
    gasLimits,
    get signers() {
      return keyring.addresses
    },
    readVault: (escrow) => safely('reading a vault', async () => answered(await readVault(askedOf(escrow)))),
    readAgreedVault: (escrow) =>
      safely('reading a vault', async () => answered(await readAgreedVault(askedOf(escrow)))),
    balanceOf: (token, owner) =>
      safely('reading a balance', () =>
        token === nativeToken
          ? client.getBalance({ address: owner })
          : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
      ),
    canPay: (vault, terms) => safely('the payout', () => simulatePayout(client, vault, terms, payoutGas(gasLimits))),
    simulate: (from, call, gas) => safely('the simulation', () => wouldSucceed(client, { from, ...call, gas })),
    feeMarket: () => feeMarket('now'),
    minedNonce: briefly(briefMs, (address: Address) =>
      safely('reading a nonce', async () => BigInt(await client.getTransactionCount({ address, blockTag: 'latest' }))),
    ),
    pendingNonce: (address) =>
      safely('reading a nonce', async () => BigInt(await client.getTransactionCount({ address, blockTag: 'pending' }))),
    settledNonce: (address) =>
      safely('reading a nonce', async () => {
        const blockNumber = await readCountedBlock({})
        return blockNumber < 0n ? 0n : BigInt(await client.getTransactionCount({ address, blockNumber }))
      }),
    nativeBalance: briefly(briefMs, (address: Address) =>
      safely('reading a balance', () => client.getBalance({ address })),
    ),
    async sign({ signer, nonce }, { to, data, maxFeePerGas, maxPriorityFeePerGas, gasLimit }) {
      const raw = await keyring.sign(signer, {
        chainId: config.chain_id,
        type: 'eip1559',
        nonce: Number(nonce),
        to,
        data,
        maxFeePerGas,
        maxPriorityFeePerGas,
        gas: gasLimit,
      })
      return { raw, hash: keccak256(raw) }
    },
    async send(raw, visibility) {
      if (privateEndpoint !== undefined && visibility === 'private') return sendTo(privateEndpoint, raw)
      const [answers] = await Promise.all([
        Promise.all(endpoints.map((endpoint) => sendTo(endpoint, raw))),
        // What everybody may see it may still be the first to have mined.
        privateEndpoint === undefined ? undefined : sendTo(privateEndpoint, raw),
      ])
      return mostTelling(answers) ?? { provider: 'none', message: 'no endpoint' }
    },
    async receipts(hashes) {
      const found = await Promise.all(hashes.map(readReceipt))
      return found.flatMap((one) => {
        if (one?.status === 'rejected') throw one.reason
        return one?.value ?? []
      })
    },
    blockHash: (number) => safely('reading a block', () => readBlockHash(number)),
    headTime: () =>
      safely('reading the head', async () => Number((await client.getBlock({ blockTag: 'latest' })).timestamp)),
    countedBlock: (worth) => safely('reading the head', () => readCountedBlock(worth)),
    heads: () =>
      Promise.all(
        endpoints.map(async (endpoint) => {
          const block = await endpoint.client.getBlock({ blockTag: 'latest' }).catch(() => undefined)
          return block === undefined ? undefined : { number: block.number, timestamp: Number(block.timestamp) }
        }),
      ),
    headNumber: () => safely('reading the head', () => client.getBlockNumber({ cacheTime: 0 })),
    findSettlingTx: (vault, kind) => safely('reading events', () => findSettlingTx(vault, kind)),
    isHopRouteOpen: (address, token, destBlockchainId) =>
      safely('reading a hop route', () =>
        client.readContract({
          address,
          abi: hopBridgeAbi,
          functionName: 'isRouteOpen',
          args: [token, destBlockchainId],
        }),
      ),
    isSignedBy: (party, typedData, signature) =>
      safely('checking a signature', () =>
        client.verifyTypedData({ ...(typedData as TypedDataDefinition), address: party, signature }),
      ),
  }

  async function findSettlingTx(vault: Address, kind: Work['kind']) {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const blocks = BigInt(Math.ceil((config.source_cancel_after_secs * 1000) / config.block_time_ms))
    const oldest = head > blocks ? head - blocks : 0n
    for (let toBlock = head; ; toBlock -= rangeBlocks) {
      const fromBlock = toBlock - oldest >= rangeBlocks ? toBlock - rangeBlocks + 1n : oldest
      const range = { address: registry, abi: escrowRegistryAbi, args: { vault }, fromBlock, toBlock } as const
      const events = await Promise.all(
        settlingEvents(kind).map((eventName) => client.getContractEvents({ ...range, eventName })),
      )
      const [event] = events.flat()
      if (event !== undefined) return { hash: event.transactionHash, blockNumber: event.blockNumber }
      if (fromBlock === oldest) return undefined
    }
  }
}

/** Two questions at once take about as long as what is asked meanwhile needs to come together. */
const together = { maxRunning: 2, maxKeys: 50 }

const nameOfDepth = ({ tag, confirmations }: ConfirmationDepth): string => String(tag ?? confirmations)

const vaultReads = {
  nameOf: ({ vault, termsHash, depth }: AskedVault) => [vault, nameOfDepth(depth), termsHash].join(' '),
  ...together,
}

function byName<T>(asked: readonly AskedVault[], answers: readonly (T | undefined)[]): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const [index, one] of asked.entries()) {
    const answer = answers[index]
    if (answer !== undefined) named.set(vaultReads.nameOf(one), answer)
  }
  return named
}

function answered<T>(answer: T | undefined, complaint = 'what stands at the address is no vault'): T {
  if (answer === undefined) throw new Error(complaint)
  return answer
}

/** What ends a settlement of this kind: also what ends it because there is nothing left to do. */
function settlingEvents(kind: Work['kind']) {
  if (kind === 'initiation') return ['EscrowCreated'] as const
  const claims = ['EscrowClaimed', 'EscrowHopDispatched'] as const
  return kind === 'claim' ? claims : ([...claims, 'EscrowCancelled'] as const)
}

interface Endpoint {
  /** Its host. */
  name: string
  client: PublicClient
}

const endpointOf = (url: string, mostTogether = 1): Endpoint => ({
  name: new URL(url).host,
  client: createPublicClient({
    transport: rpcTransport(url, { timeoutMs: sendTimeoutMs, retryCount: 0, mostTogether }),
  }),
})

async function sendTo({ name, client }: Endpoint, raw: Hex): Promise<{ provider: string; message: string | null }> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return { provider: name, message: null }
  } catch (error) {
    // The node's own words, without the request that viem prints before them.
    return { provider: name, message: error instanceof BaseError ? error.details : 'no answer' }
  }
}

/** The vault is the first topic of every event of the registry. */
const vaultOf = ({ topics: [, vault] }: { topics: readonly Hex[] }): Address[] =>
  vault === undefined ? [] : [`0x${vault.slice(26)}`]

/** @throws ChainError when an endpoint is of another chain, or the registry is not there: nothing must be sent then. */
export async function verifyChain(
  config: ChainConfig,
  { rpcUrls, confidential }: Pick<ChainEndpoints, 'rpcUrls' | 'confidential'>,
): Promise<void> {
  const requireChain = (host: string, chainId: number | undefined) => {
    if (chainId !== undefined && chainId !== config.chain_id)
      throw new ChainError(`${host} is chain ${chainId}, not ${config.chain_id} (${config.chain})`)
  }
  if (confidential !== undefined) {
    const { name, client } = endpointOf(confidential.url)
    // Many answer nothing but what sends.
    requireChain(name, await client.getChainId().catch(() => undefined))
  }
  await Promise.all(
    rpcUrls.map(async (url) => {
      const client = createPublicClient({ transport: rpcTransport(url, { timeoutMs: requestTimeoutMs }) })
      const { host } = new URL(url)
      requireChain(host, await client.getChainId())
      const code = await client.getCode({ address: config.registry_address as Address })
      if (code === undefined)
        throw new ChainError(`there is no registry at ${config.registry_address} on ${config.chain}`)
    }),
  )
}
