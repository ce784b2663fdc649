import {
  createEscrowTypedData,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  encodeCreateEscrowPermit,
  encodeCreateEscrowSigned,
  nativeToken,
  permitTypedData,
} from '@tandem/escrow'
import { type Address, type Hex, isAddressEqual, parseAbi } from 'viem'
import { getBlock, getChainId, getCode, readContract, signTypedData, writeContract } from 'viem/actions'
import type { Order, TandemClient } from './client.ts'
import { readPermitDomain } from './permit-domain.ts'
import { TandemError } from './tandem-error.ts'
import { termsOf } from './verify-order.ts'
import { confirmed, send, type Wallet } from './wallet.ts'

/** The four ways to bring a source escrow on chain. */
export const initiationPaths = ['prefunded', 'native', 'permit', 'signed'] as const
export type InitiationPath = (typeof initiationPaths)[number]

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
  'function balanceOf(address owner) view returns (uint256)',
  'function nonces(address owner) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
])

/** Seconds for which a signature that creates an escrow holds. */
const signatureLifeSecs = 600

/**
 * Brings the source escrow of a verified order on chain. Money moves here: call it only after `verifyOrder`. It can be
 * repeated: an escrow that exists is left alone, and a vault that was funded before is not funded twice.
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
  const code = await getCode(wallet, { address: order.source_intent.swap_id as Address })
  if (code !== undefined) return { path, walletTxHashes: [], createTxHash: null }
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
    const walletTxHashes: Hex[] = []
    // `pending`, so that a transfer that an earlier attempt sent and nobody mined yet counts as well.
    const held = await readContract(wallet, {
      address: terms.token,
      abi: tokenAbi,
      functionName: 'balanceOf',
      args: [vault],
      blockTag: 'pending',
    })
    if (held < terms.amount) {
      const transfer = await writeContract(wallet, {
        account: wallet.account,
        chain: wallet.chain,
        address: terms.token,
        abi: tokenAbi,
        functionName: 'transfer',
        args: [vault, terms.amount - held],
      })
      await confirmed(wallet, transfer)
      walletTxHashes.push(transfer)
    }
    if (submitter.by === 'relayer') {
      await submitter.client.createInitiation({ type: 'prefunded', order_id: order.order_id })
      return { path: 'prefunded', walletTxHashes, createTxHash: null }
    }
    const createTxHash = await send(wallet, { to: registry, data: encodeCreateEscrow(terms) })
    return { path: 'prefunded', walletTxHashes: [...walletTxHashes, createTxHash], createTxHash }
  },

  permit: async (order, wallet, submitter) => {
    const { terms, registry } = sourceOf(order)
    const { account } = wallet
    const owner = account.address
    const [deadline, chainId, domain, nonce] = await Promise.all([
      signatureDeadline(wallet),
      getChainId(wallet),
      readPermitDomain(wallet, terms.token),
      readContract(wallet, { address: terms.token, abi: tokenAbi, functionName: 'nonces', args: [owner] }),
    ])
    const permit = {
      ...domain,
      token: terms.token,
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
    const [deadline, chainId] = await Promise.all([signatureDeadline(wallet), getChainId(wallet)])
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

/** By the chain's clock, which judges it; by ours where the chain has had no block for a while. */
async function signatureDeadline(wallet: Wallet): Promise<number> {
  const { timestamp } = await getBlock(wallet)
  return Math.max(Number(timestamp), Math.floor(Date.now() / 1000)) + signatureLifeSecs
}
