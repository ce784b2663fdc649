import { type ChainConfig, type ConfirmationDepth, confirmationDepth } from '@tandem/contracts'
import { hashTerms, hopBridgeAbi, isSameAddress, nativeToken, type VaultAtDepth } from '@tandem/escrow'
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
import type { FeePolicy } from '../domain/fee-policy.ts'
import { type GasLimits, payoutGas } from '../domain/gas-limits.ts'
import { agreedCount } from '../domain/nonce-counts.ts'
import type { Escrow } from '../domain/settlement.ts'
import type { Keyring } from '../signers/keyring.ts'
import type { Receipt, RelayChain } from '../usecases/ports.ts'
import { type AskedVault, readAgreedVaults, readVaultsAtDepth } from './agreed-vault.ts'
import { ChainError } from './chain-error.ts'
import { endpointOf, makeVerify, sendTo, verifiedTransport } from './endpoint.ts'
import { makeEndpointPanel } from './endpoint-panel.ts'
import { readDataCost, readFeeMarket } from './fee-market.ts'
import { findSettlingTx } from './find-settling-tx.ts'
import { simulatePayout } from './payout.ts'
import { rpcTransport } from './rpc-transport.ts'
import { wouldSucceed } from './simulation.ts'

const requestTimeoutMs = 10_000
/** The price of the layer below moves with its blocks. */
const dataCostMs = 10_000

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
  fees: FeePolicy
}

/** A chain over viem: reads through the endpoints in order, sends to all of them, signs with the keyring. */
export function makeRelayChain(
  config: ChainConfig,
  { rpcUrls, quorum, confidential, mostTogether, gasLimits, fees }: ChainEndpoints,
  keyring: Keyring,
): RelayChain {
  const verified = rpcUrls.map((url) => ({ url, verify: makeVerify(url, config) }))
  const client = createPublicClient({
    transport: fallback(
      verified.map(({ url, verify }) =>
        verifiedTransport(rpcTransport(url, { timeoutMs: requestTimeoutMs, mostTogether }), verify),
      ),
    ),
  })
  const endpoints = verified.map(({ url, verify }) => endpointOf(url, mostTogether, verify))
  const panel = makeEndpointPanel(config.chain, endpoints, quorum)
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
    terms,
    depth: confirmationDepth(config, valueUsd),
  })
  const readVault = batchedRead<AskedVault, VaultAtDepth>({
    readMany: async (asked) => byName(asked, await readVaultsAtDepth(client, registry, asked)),
    ...vaultReads,
  })
  const readAgreedVault = batchedRead<AskedVault, Agreement<VaultAtDepth>>({
    readMany: async (asked) => {
      const clients = endpoints.map((endpoint) => endpoint.client)
      return byName(
        asked,
        await readAgreedVaults(clients, registry, asked, { quorum, blockTimeMs: config.block_time_ms }),
      )
    },
    ...vaultReads,
  })

  const feeMarket = briefly(briefMs, () =>
    safely('reading fees', async () => {
      const clients = endpoints.map((endpoint) => endpoint.client)
      return { ...(await readFeeMarket(clients, fees.model)), leastTip: fees.leastTip, mostTip: fees.mostTip }
    }),
  )
  const dataCost = briefly(dataCostMs, (bytes: number) =>
    safely('reading what data costs', () => readDataCost(client, fees.model, bytes)),
  )
  const headNumber = briefly(briefMs, () => safely('reading the head', () => client.getBlockNumber({ cacheTime: 0 })))

  /** `null`: the endpoint has none. */
  const receiptOf = async (asked: PublicClient, hash: Hex): Promise<Receipt | null> => {
    try {
      const { status, blockNumber, blockHash, from, logs } = await asked.getTransactionReceipt({ hash })
      const vaults = logs.filter(({ address }) => isSameAddress(address, registry)).flatMap(vaultOf)
      return { hash, isSuccess: status === 'success', blockNumber, blockHash, from, vaults }
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError || error instanceof TransactionNotFoundError) return null
      throw error
    }
  }

  const countedBlocks = batchedRead<ConfirmationDepth, bigint>({
    readMany: async (depths) =>
      new Map(
        await Promise.all(depths.map(async (depth) => [nameOfDepth(depth), await panel.countedBlock(depth)] as const)),
      ),
    nameOf: nameOfDepth,
    ...together,
  })
  const depthOf = ({ valueUsd }: Pick<Escrow, 'valueUsd'>) => confirmationDepth(config, valueUsd)
  const readCountedBlock = async (worth: Pick<Escrow, 'valueUsd'>): Promise<bigint> =>
    answered(await countedBlocks(depthOf(worth)), 'there is no such block')

  const readBlockHash = batchedRead<bigint, Hex>({
    readMany: async (numbers) => {
      const found = await Promise.all(
        numbers.map(async (blockNumber) => {
          const hash = await panel.agree(async (asked) => (await asked.getBlock({ blockNumber })).hash)
          return [String(blockNumber), hash] as const
        }),
      )
      return new Map(found.flatMap(([number, hash]) => (hash === undefined ? [] : [[number, hash] as const])))
    },
    nameOf: String,
    ...together,
  })

  const readReceipt = batchedRead<Hex, Receipt | null>({
    readMany: async (hashes) => {
      const found = await Promise.all(
        hashes.map(async (hash) => [hash, await panel.agree((asked) => receiptOf(asked, hash))] as const),
      )
      return new Map(found.flatMap(([hash, receipt]) => (receipt === undefined ? [] : [[hash, receipt] as const])))
    },
    nameOf: (hash) => hash,
    ...together,
  })
  const nonceCounts = briefly(briefMs, (address: Address) =>
    safely('reading a nonce', () => panel.countsOf(address, 'latest')),
  )

  return {
    name: config.chain,
    blockTimeMs: config.block_time_ms,
    claimSafetySecs: config.claim_safety_secs,
    privateForMs: confidential?.forMs,
    gasLimits,
    feeCaps: fees,
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
    // In steps, so that transactions of about one size share an answer.
    dataCost: (bytes) => dataCost(Math.ceil(bytes / 256) * 256),
    quorum,
    nonceCounts,
    minedNonce: async (address) => answered(agreedCount(await nonceCounts(address), quorum), 'no endpoint answers'),
    pendingNonce: (address) =>
      safely('reading a nonce', async () =>
        answered(agreedCount(await panel.countsOf(address, 'pending'), quorum), 'no endpoint answers'),
      ),
    settledNonce: (address) => safely('reading a nonce', () => panel.settledCount(address, depthOf({}))),
    nativeBalance: briefly(briefMs, (address: Address) =>
      safely('reading a balance', () => client.getBalance({ address })),
    ),
    async sign({ signer, nonce }, { to, data, maxFeePerGas, maxPriorityFeePerGas, gasLimit }) {
      const raw = await keyring.sign(signer, {
        ...{ chainId: config.chain_id, nonce: Number(nonce), to, data, gas: gasLimit },
        ...(fees.model === 'legacy'
          ? { type: 'legacy', gasPrice: maxFeePerGas }
          : { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }),
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
      return found.flatMap((one) => one ?? [])
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
    headNumber: () => headNumber('now'),
    findSettlingTx: (vault, kind) => safely('reading events', () => findSettlingTx(client, { registry, vault, kind })),
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
}

/** Two questions at once take about as long as what is asked meanwhile needs to come together. */
const together = { maxRunning: 2, maxKeys: 50 }

const nameOfDepth = ({ tag, confirmations }: ConfirmationDepth): string => String(tag ?? confirmations)

const vaultReads = {
  nameOf: ({ vault, terms, depth }: AskedVault) => [vault, nameOfDepth(depth), hashTerms(terms)].join(' '),
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

/** The vault is the first topic of every event of the registry. */
const vaultOf = ({ topics: [, vault] }: { topics: readonly Hex[] }): Address[] =>
  vault === undefined ? [] : [`0x${vault.slice(26)}`]
