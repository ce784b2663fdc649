import type { CreateInitiationWire, Network } from '@tandem/contracts'
import { createEscrowTypedData } from '@tandem/escrow'
import { AppError } from '@tandem/service-kit'
import type { Address, Hex } from 'viem'
import type { InitiationVerdict } from '../domain/safety.ts'
import type { InitiationWork, Settlement } from '../domain/settlement.ts'
import { type Chains, chainOf, type HasSigner, isNative, judge, requireSigner } from './judge.ts'
import type { Clock, Orderbook, SettlementStore } from './ports.ts'
import { escrowsOf, fillTimeOf } from './work-of-order.ts'

export interface SubmitInitiationDeps {
  orderbook: Orderbook
  store: Pick<SettlementStore, 'findByOrder' | 'insert'>
  chains: Chains
  network: Network
  hasSigner: HasSigner
  ring: (settlement: Settlement) => void
  now: Clock
}

/**
 * Takes over the creation of a source escrow.
 *
 * @returns the initiation, and whether it is new.
 * @throws AppError, by docs/errors.md.
 */
export function makeSubmitInitiation(deps: SubmitInitiationDeps) {
  const { orderbook, store, chains, network, hasSigner, ring } = deps
  return async (body: CreateInitiationWire): Promise<{ settlement: Settlement; isNew: boolean }> => {
    const orderId = body.order_id.toLowerCase()
    const existing = await store.findByOrder(orderId, 'initiation')
    if (existing !== undefined) return { settlement: existing, isNew: false }
    const order = await orderbook.getOrder(orderId)
    const { source, destination } = escrowsOf(order, network)
    const fillTime = fillTimeOf({ source, destination }, network)
    const work: InitiationWork = { kind: 'initiation', source, destination: fillTime, how: howOf(body) }
    if (isNative(source))
      throw new AppError(
        'UNSUPPORTED_INITIATION',
        'the native token is initiated by its owner, with createEscrowNative',
      )
    const asset = network.assets.find((one) => one.asset === order.source_intent.asset)
    if (body.type === 'permit' && asset?.permit !== true)
      throw new AppError('UNSUPPORTED_INITIATION', 'the token has no EIP-2612 permit')
    await requireSignature(work)
    requireSafe((await judge(work, deps)) as InitiationVerdict)
    requireSigner(hasSigner, source)

    const stored = await store.insert({ orderId, work, commitmentHash: source.terms.commitmentHash, secret: null })
    if (stored.isNew) ring(stored.settlement)
    return stored
  }

  async function requireSignature({ source, how }: InitiationWork): Promise<void> {
    if (how.type === 'prefunded') return
    const config = network.chains.find((one) => one.chain === source.chain)
    const typedData = createEscrowTypedData({
      chainId: config?.chain_id ?? 0,
      registry: config?.registry_address as Address,
      terms: source.terms,
      deadline: how.deadline,
    })
    if (!(await chainOf(chains, source).isSignedBy(source.terms.creator, typedData, how.creatorSignature))) {
      throw new AppError('SIGNATURE_INVALID', 'creator_signature is not by the creator over these terms')
    }
  }
}

function howOf(body: CreateInitiationWire): InitiationWork['how'] {
  if (body.type === 'prefunded') return { type: 'prefunded' }
  const signed = { deadline: body.deadline, creatorSignature: body.creator_signature as Hex }
  if (body.type === 'signed') return { type: 'signed', ...signed }
  return {
    type: 'permit',
    ...signed,
    permitDeadline: BigInt(body.permit_deadline),
    permitSignature: body.permit_signature as Hex,
  }
}

function requireSafe(verdict: InitiationVerdict): void {
  if (verdict.verdict === 'wait') {
    const details =
      verdict.code === 'PREFUND_MISSING'
        ? { details: { held: String(verdict.held), required: String(verdict.required) } }
        : {}
    throw new AppError(verdict.code, verdict.reason, { retryAfterSecs: 2, ...details })
  }
  if (verdict.verdict === 'refuse')
    throw new AppError(verdict.code === 'CANCELLED' ? 'ORDER_FINAL' : verdict.code, verdict.reason)
}
