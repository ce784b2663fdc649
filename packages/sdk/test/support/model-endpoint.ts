import { escrowRegistryAbi, permit2Address } from '@tandem/escrow'
import {
  type Address,
  type Client,
  createClient,
  custom,
  erc20Abi,
  getAbiItem,
  type Hex,
  maxUint256,
  numberToHex,
  toFunctionSelector,
  toHex,
} from 'viem'

/** A vault of a model chain, with the block numbers of its creation, claim and cancellation. */
export interface ModelVault {
  vault: Address
  amount: bigint
  createdAt?: number
  claimedAt?: number
  cancelledAt?: number
}

/** A chain with at most two vaults, as one endpoint shows it. Tests change its fields. */
export interface ModelView {
  chainId: number
  head: number
  /** The time of the newest block, in unix seconds. */
  time: number
  vaults: readonly ModelVault[]
}

export const registry: Address = `0x${'3'.repeat(40)}`
export const token: Address = `0x${'4'.repeat(40)}`

/** The contracts that have code, in addition to the vaults. */
const contracts = [registry, token, permit2Address.toLowerCase()]

const selectorOf = (name: 'vaultAddress' | 'stateOf') =>
  toFunctionSelector(getAbiItem({ abi: escrowRegistryAbi, name }))
const ofToken = (name: 'balanceOf' | 'allowance' | 'transfer') =>
  toFunctionSelector(getAbiItem({ abi: erc20Abi, name }))
const [vaultAddress, stateOf] = [selectorOf('vaultAddress'), selectorOf('stateOf')]
const [balanceOf, allowance, transfer] = [ofToken('balanceOf'), ofToken('allowance'), ofToken('transfer')]
/** The states of a vault, in the order of the contract's enum. */
const states = ['open', 'claimed', 'cancelled'] as const

interface Asked {
  method: string
  params?: readonly unknown[]
}

/** Answers a request as an endpoint with this view of the chain would. The chain has a block every second. */
export function modelAnswer(view: ModelView, { method, params = [] }: Asked): unknown {
  const blockOf = (tag: unknown) => (typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : view.head)
  const at = blockOf(params.at(-1))
  const isThere = ({ createdAt = Number.POSITIVE_INFINITY }: ModelVault) => createdAt <= at
  const isPast = (block: number | undefined) => block !== undefined && block <= at
  const stateAt = (one: ModelVault) =>
    isPast(one.claimedAt) ? 'claimed' : isPast(one.cancelledAt) ? 'cancelled' : 'open'
  if (method === 'eth_chainId') return numberToHex(view.chainId)
  if (method === 'eth_blockNumber') return numberToHex(view.head)
  if (method === 'eth_getBlockByNumber') {
    const number = blockOf(params[0])
    const timestamp = view.time - (view.head - number)
    return {
      number: toHex(number),
      timestamp: toHex(timestamp),
      transactions: [],
      hash: toHex(number, { size: 32 }),
    }
  }
  if (method === 'eth_getCode') {
    const vault = view.vaults.find((one) => one.vault.toLowerCase() === String(params[0]).toLowerCase())
    if (vault !== undefined) return isThere(vault) ? '0x01' : '0x'
    return contracts.includes(String(params[0]).toLowerCase()) ? '0x01' : '0x'
  }
  if (method === 'eth_call') {
    const { data, to } = params[0] as { data: Hex; to: Address }
    const selector = data.slice(0, 10)
    if (selector === allowance) return toHex(maxUint256, { size: 32 })
    if (selector === transfer) return toHex(1, { size: 32 })
    // A vault is recognized by the amount in its terms, because no two vaults of a test have the same amount.
    const vault = view.vaults.find(({ vault, amount }) =>
      to === registry
        ? data.includes(toHex(amount, { size: 32 }).slice(2))
        : data.toLowerCase().includes(vault.slice(2).toLowerCase()),
    )
    // Every account has more than enough of the token.
    if (vault === undefined) return toHex(selector === balanceOf ? maxUint256 : 0, { size: 32 })
    if (selector === vaultAddress) return `0x${vault.vault.slice(2).padStart(64, '0')}`
    if (selector === stateOf) return toHex(states.indexOf(stateAt(vault)), { size: 32 })
    if (selector === balanceOf)
      return toHex(isThere(vault) && stateAt(vault) === 'open' ? vault.amount : 0n, { size: 32 })
  }
  throw new Error(`the model chain does not answer ${method}`)
}

export const modelEndpoint = (view: ModelView): Client =>
  createClient({ transport: custom({ request: async (asked: Asked) => modelAnswer(view, asked) }, { retryCount: 0 }) })
