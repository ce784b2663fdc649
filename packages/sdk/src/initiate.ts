import {
  createEscrowTypedData,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
  nativeToken,
  permitTypedData,
} from '@tandem/escrow'
import {
  type Account,
  type Address,
  type Chain,
  type Client,
  type Hex,
  isAddressEqual,
  parseAbi,
  type Transport,
} from 'viem'
import {
  getChainId,
  readContract,
  sendTransaction,
  signTypedData,
  waitForTransactionReceipt,
  writeContract,
} from 'viem/actions'
import type { Order, TandemClient } from './client.ts'
import { TandemError } from './tandem-error.ts'
import { termsOf } from './verify-order.ts'

/** The four ways to bring a source escrow on chain. */
export const initiationPaths = ['prefunded', 'native', 'permit', 'signed'] as const
export type InitiationPath = (typeof initiationPaths)[number]

/** A viem client of the source chain with the user's account. It reads, signs and sends. */
export type Wallet = Client<Transport, Chain | undefined, Account>

/** Who sends the transaction that creates the escrow: the relayer, or the wallet itself. */
export type Submitter = { by: 'relayer'; client: TandemClient } | { by: 'wallet' }

/** What an initiation did. With the relayer, `createTxHash` is not known yet: the order will carry it. */
export interface Initiated {
  path: InitiationPath
  /** Sent by the wallet: a transfer to the vault, an approval, or the creation itself. */
  walletTxHashes: Hex[]
  createTxHash: Hex | null
}

const tokenAbi = parseAbi([
  'function name() view returns (string)',
  'function nonces(address owner) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** Seconds for which a signature that creates an escrow holds. */
const signatureLifeSecs = 600

/**
 * Brings the source escrow of a verified order on chain. Money moves here: call it only after `verifyOrder`.
 *
 * @throws TandemError `UNSUPPORTED_INITIATION` when the token does not allow the path; the services' and viem's errors.
 */
export async function initiate(
  order: Order,
  path: InitiationPath,
  wallet: Wallet,
  submitter: Submitter,
): Promise<Initiated> {
  const isNative = isAddressEqual(order.source_intent.token_address as Address, nativeToken)
  if (isNative !== (path === 'native')) {
    throw new TandemError('UNSUPPORTED_INITIATION', `${order.source_intent.asset} cannot be initiated by "${path}"`)
  }
  return steps[path](order, wallet, submitter)
}

const steps: Record<InitiationPath, (order: Order, wallet: Wallet, submitter: Submitter) => Promise<Initiated>> = {
  native: async (order, wallet) => {
    const { terms, registry } = sourceOf(order)
    const hash = await send(wallet, { to: registry, data: encodeCreateEscrowNative(terms), value: terms.amount })
    return { path: 'native', walletTxHashes: [hash], createTxHash: hash }
  },

  prefunded: async (order, wallet, submitter) => {
    const { terms, registry, vault } = sourceOf(order)
    const transfer = await writeContract(wallet, {
      account: wallet.account,
      chain: wallet.chain,
      address: terms.token,
      abi: tokenAbi,
      functionName: 'transfer',
      args: [vault, terms.amount],
    })
    await confirmed(wallet, transfer)
    if (submitter.by === 'relayer') {
      await submitter.client.createInitiation({ type: 'prefunded', order_id: order.order_id })
      return { path: 'prefunded', walletTxHashes: [transfer], createTxHash: null }
    }
    const createTxHash = await send(wallet, { to: registry, data: encodeCreateEscrow(terms) })
    return { path: 'prefunded', walletTxHashes: [transfer, createTxHash], createTxHash }
  },

  permit: async (order, wallet, submitter) => {
    const { terms, registry } = sourceOf(order)
    const { account } = wallet
    const owner = account.address
    const deadline = signatureDeadline()
    const [chainId, name, nonce] = await Promise.all([
      getChainId(wallet),
      readContract(wallet, { address: terms.token, abi: tokenAbi, functionName: 'name' }),
      readContract(wallet, { address: terms.token, abi: tokenAbi, functionName: 'nonces', args: [owner] }),
    ])
    const permit = {
      token: terms.token,
      name,
      version: '1',
      chainId,
      owner,
      spender: registry,
      value: terms.amount,
      nonce,
      deadline: BigInt(deadline),
    }
    const permitSignature = await signTypedData(wallet, { account, ...permitTypedData(permit) })
    const creatorSignature = await signTypedData(wallet, {
      account,
      ...createEscrowTypedData({ chainId, registry, terms, deadline }),
    })
    if (submitter.by === 'relayer') {
      await submitter.client.createInitiation({
        type: 'permit',
        order_id: order.order_id,
        permit_deadline: String(deadline),
        permit_signature: permitSignature,
        deadline,
        creator_signature: creatorSignature,
      })
      return { path: 'permit', walletTxHashes: [], createTxHash: null }
    }
    const data = encodeCreateEscrowPermit({
      terms,
      permitDeadline: BigInt(deadline),
      permitSignature,
      deadline,
      creatorSignature,
    })
    const createTxHash = await send(wallet, { to: registry, data })
    return { path: 'permit', walletTxHashes: [createTxHash], createTxHash }
  },

  signed: async (order, wallet, submitter) => {
    const { terms, registry } = sourceOf(order)
    const { account } = wallet
    const deadline = signatureDeadline()
    const walletTxHashes: Hex[] = []
    const allowance = await readContract(wallet, {
      address: terms.token,
      abi: tokenAbi,
      functionName: 'allowance',
      args: [account.address, registry],
    })
    if (allowance < terms.amount) {
      const approval = await writeContract(wallet, {
        account,
        chain: wallet.chain,
        address: terms.token,
        abi: tokenAbi,
        functionName: 'approve',
        args: [registry, terms.amount],
      })
      await confirmed(wallet, approval)
      walletTxHashes.push(approval)
    }
    const chainId = await getChainId(wallet)
    const creatorSignature = await signTypedData(wallet, {
      account,
      ...createEscrowTypedData({ chainId, registry, terms, deadline }),
    })
    if (submitter.by === 'relayer') {
      await submitter.client.createInitiation({
        type: 'signed',
        order_id: order.order_id,
        deadline,
        creator_signature: creatorSignature,
      })
      return { path: 'signed', walletTxHashes, createTxHash: null }
    }
    const createTxHash = await send(wallet, {
      to: registry,
      data: encodeCreateEscrowSigned({ terms, deadline, creatorSignature }),
    })
    return { path: 'signed', walletTxHashes: [...walletTxHashes, createTxHash], createTxHash }
  },
}

function sourceOf({ source_intent: source }: Order) {
  return { terms: termsOf(source), registry: source.registry_address as Address, vault: source.swap_id as Address }
}

const signatureDeadline = () => Math.floor(Date.now() / 1000) + signatureLifeSecs

async function send(wallet: Wallet, call: { to: Address; data: Hex; value?: bigint }): Promise<Hex> {
  const hash = await sendTransaction(wallet, {
    account: wallet.account,
    chain: wallet.chain,
    to: call.to,
    data: call.data,
    value: call.value ?? 0n,
  })
  await confirmed(wallet, hash)
  return hash
}

async function confirmed(wallet: Wallet, hash: Hex): Promise<void> {
  const receipt = await waitForTransactionReceipt(wallet, { hash, pollingInterval: 250 })
  if (receipt.status !== 'success') throw new Error(`transaction ${hash} was mined and reverted`)
}
