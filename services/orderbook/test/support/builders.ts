import { randomBytes, randomUUID } from 'node:crypto'
import { type Address, getAddress, type Hex, toHex } from 'viem'
import type { ResolvedRoute } from '../../src/network/domain/network.ts'
import type { HopTerms, Intent } from '../../src/orders/domain/order.ts'
import type { Side } from '../../src/orders/domain/order-lifecycle.ts'
import type { NewOrder } from '../../src/orders/ports.ts'
import type { Quote } from '../../src/quotes/domain/quote.ts'
import { uuidV7 } from '../../src/uuid-v7.ts'

export const randomAddress = (): Address => getAddress(toHex(randomBytes(20)))
export const randomHash = (): Hex => toHex(randomBytes(32))

export function aQuote(over: Partial<Quote> = {}): Quote {
  return {
    quoteId: randomUUID(),
    source: { asset: 'devnet_a:usdc', amount: 25_000_000n },
    destination: { asset: 'devnet_b:usdc', amount: 24_975_000n },
    routeType: 'direct',
    feeBips: 10,
    sourceTokenPrice: '1',
    destTokenPrice: '1',
    sourceSolverAddress: randomAddress(),
    destSolverAddress: randomAddress(),
    hopRelayerFee: null,
    networkFee: null,
    initiateBy: null,
    fillBy: null,
    cancelAfter: null,
    freeOptionSecs: null,
    makerQuote: null,
    runnersUp: [],
    expiresAt: new Date(Date.now() + 60_000),
    consumed: false,
    ...over,
  }
}

export function aHop(over: Partial<HopTerms> = {}): HopTerms {
  return {
    bridgeFactory: randomAddress(),
    destBlockchainId: randomHash(),
    recipient: randomAddress(),
    feeToken: randomAddress(),
    relayerFee: 5_000n,
    finalChain: 'devnet_c',
    finalTokenAddress: randomAddress(),
    finalAsset: 'devnet_c:usdc',
    finalAmount: 24_975_000n,
    ...over,
  }
}

export function anIntent(side: Side, over: Partial<Intent> = {}): Intent {
  const chain = side === 'source' ? 'devnet_a' : 'devnet_b'
  const now = new Date()
  return {
    side,
    swapId: randomAddress(),
    chain,
    asset: `${chain}:usdc`,
    tokenAddress: randomAddress(),
    creator: randomAddress(),
    recipient: randomAddress(),
    amount: 25_000_000n,
    commitmentHash: randomHash(),
    commitment: null,
    cancelAfter: Math.floor(now.getTime() / 1000) + (side === 'source' ? 43_200 : 3_600),
    registryAddress: randomAddress(),
    hop: null,
    create: null,
    claim: null,
    cancel: null,
    bridgeTxHash: null,
    bridgeState: null,
    bridgeMessageId: null,
    deliveryTxHash: null,
    deliveredAt: null,
    contradiction: null,
    status: 'awaiting',
    createdAt: now,
    updatedAt: now,
    ...over,
  }
}

/** An order as POST /orders creates it, with nothing on chain. */
export function anOrder(over: Partial<NewOrder> = {}): NewOrder {
  // Both intents of an order are stored with its own creation time.
  const createdAt = over.createdAt ?? over.source?.createdAt ?? over.destination?.createdAt ?? new Date()
  const commitmentHash = over.source?.commitmentHash ?? randomHash()
  const shared = { commitmentHash, createdAt, updatedAt: createdAt }
  return {
    orderId: uuidV7(createdAt.getTime(), randomBytes(10)),
    userId: 'user-1',
    quoteId: randomUUID(),
    routeType: 'direct',
    sourceTokenPrice: '1',
    destTokenPrice: '1',
    feeBips: 10,
    initiateBy: null,
    fillBy: null,
    makerQuote: null,
    source: anIntent('source', shared),
    destination: anIntent('destination', shared),
    status: 'created',
    volumeUsd: '25.000000',
    clientHash: null,
    createdAt,
    updatedAt: createdAt,
    ...over,
  }
}

/** The part of a hop route that reading its bridge needs. */
export function aHopRoute(): ResolvedRoute {
  const address = `0x${'11'.repeat(20)}`
  return {
    destinationChain: { chain: 'hub', hop_bridge_address: address },
    destinationAsset: { asset: 'hub:usdc', token_address: address },
    final: { chain: { chain: 'final', blockchain_id: `0x${'22'.repeat(32)}` } },
  } as unknown as ResolvedRoute
}
