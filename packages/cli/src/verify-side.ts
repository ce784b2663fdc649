import { chainOfAsset, type Network } from '@tandem/contracts'
import { decodeEscrowLog, predictVault } from '@tandem/escrow'
import {
  askMajority,
  type EvidenceOptions,
  evidenceOf,
  type Intent,
  inspectSide,
  type Order,
  termsOf,
} from '@tandem/sdk'
import { type Address, type Client, type Hex, isAddressEqual, TransactionReceiptNotFoundError } from 'viem'
import { getTransactionReceipt } from 'viem/actions'

/**
 * The result of one check: what the orderbook `says`, and what the chain or the network file `shows`. The fields are
 * those of the JSON answer.
 */
export interface Line {
  side: string
  check: string
  is_right: boolean
  says: string
  shows: string
}

const events = [
  ['create', 'created'],
  ['claim', 'claimed'],
  ['cancel', 'cancelled'],
] as const

/**
 * Compares one side of an order with its chain and with the network file: the registry, the token, the vault's address,
 * the state of the escrow, and its transactions.
 *
 * @throws TandemError `EVIDENCE_REQUIRED`, `EVIDENCE_UNAVAILABLE`.
 */
export async function verifySide(
  order: Order,
  side: 'source_intent' | 'destination_intent',
  network: Network,
  options: EvidenceOptions,
): Promise<Line[]> {
  const intent = order[side]
  const line = (check: string, says: unknown, shows: unknown, isRight = says === shows): Line => ({
    side: intent.chain,
    check,
    is_right: isRight,
    says: String(says),
    shows: String(shows),
  })
  const chain = network.chains.find((one) => one.chain === intent.chain)
  if (chain?.registry_address == null) return [line('the chain is pinned', intent.chain, 'not in the network file')]
  const registry = chain.registry_address as Address
  const terms = termsOf(intent)
  const vault = predictVault({ registry, chainId: chain.chain_id, terms })
  const asset = network.assets.find((one) => one.asset === intent.asset)
  const { latest: seen } = await inspectSide(order, side, network, options)
  const evidence = evidenceOf(options, chain)
  const transactions = events.map((event) => {
    const verify = (client: Client) => verifyTransaction(intent, client, { event, vault, registry })
    return askMajority(evidence, 'receipt', verify)
  })
  return [
    line('registry', intent.registry_address, registry, isSame(intent.registry_address, registry)),
    line('chain of the asset', intent.chain, chainOfAsset(intent.asset)),
    line('token', intent.token_address, asset?.token_address, isSame(intent.token_address, asset?.token_address)),
    ...(intent.l1_hop ? [hubLine(intent, network)] : []),
    line('vault address follows from the terms', intent.swap_id, vault, isSame(intent.swap_id, vault)),
    line('state of the escrow', intent.status, seen.state, isState(intent.status, seen.state)),
    ...(seen.state === 'open' ? [line('balance', intent.amount, seen.balance, seen.balance >= terms.amount)] : []),
    ...(await Promise.all(transactions)).flat(),
  ]
}

/** Checks that a pinned route to the hop's final asset goes over the asset that the escrow holds. */
function hubLine({ chain, asset, ...intent }: Intent, { assets, routes }: Network): Line {
  const final = assets.find(
    (one) => chainOfAsset(one.asset) === intent.final_chain && isSame(one.token_address, intent.final_token_address),
  )
  const hubs = routes.filter(({ destination }) => destination === final?.asset).map(({ hub_asset }) => hub_asset)
  const shows = [...new Set(hubs)].join(' or ') || 'no route of the network file'
  return { side: chain, check: 'hub asset', is_right: hubs.includes(asset), says: asset, shows }
}

async function verifyTransaction(
  intent: Intent,
  client: Client,
  asked: { event: (typeof events)[number]; vault: Address; registry: Address },
): Promise<Line[]> {
  const [name, type] = asked.event
  const hash = intent[`${name}_tx_hash`]
  const block = intent[`${name}_block_number`]
  if (hash === null) return []
  const receipt = await getTransactionReceipt(client, { hash: hash as Hex }).catch((error: unknown) => {
    if (!(error instanceof TransactionReceiptNotFoundError)) throw error
  })
  const did = receipt?.logs.some((log) => {
    const event = isAddressEqual(log.address, asked.registry) ? decodeEscrowLog(log) : undefined
    return event !== undefined && isAddressEqual(event.vault, asked.vault) && matches(event.type, type)
  })
  const shows =
    receipt === undefined ? 'no such transaction' : did ? `block ${receipt.blockNumber}` : 'another transaction'
  const isRight = did === true && receipt?.blockNumber === BigInt(block ?? -1)
  return [
    { side: intent.chain, check: `${name} transaction`, is_right: isRight, says: `${hash} in block ${block}`, shows },
  ]
}

const matches = (given: string, wanted: string): boolean =>
  given === wanted || (given === 'hop_dispatched' && wanted === 'claimed')

/**
 * Whether the orderbook's status fits the state of the escrow. It may be one step behind, because the orderbook waits
 * until an event is confirmed.
 */
function isState(says: Intent['status'], shows: string): boolean {
  const allowed: Record<string, readonly string[]> = {
    missing: ['awaiting', 'expired'],
    open: ['created', 'cancellable', 'awaiting'],
    claimed: ['claimed', 'created'],
    cancelled: ['cancelled', 'created', 'cancellable'],
  }
  return allowed[shows]?.includes(says) === true
}

const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one != null && one.toLowerCase() === other?.toLowerCase()
