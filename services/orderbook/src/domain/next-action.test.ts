import { describe, expect, it } from '@jest/globals'
import { nativeToken } from '@tandem/escrow'
import { anIntent, anOrder } from '../../test/support/builders.ts'
import { explainOrder } from './explanation.ts'
import { type ActionName, type Actor, deriveNextAction } from './next-action.ts'
import type { Intent, Order } from './order.ts'
import { type IntentStatus, intentStatuses, isFinal, type OrderStatus, orderStatusTable } from './order-lifecycle.ts'

const safety = 600

function orderWith(source: Partial<Intent>, destination: Partial<Intent>, status?: OrderStatus): Order {
  const sides = { source: anIntent('source', source), destination: anIntent('destination', destination) }
  return anOrder({ ...sides, status: status ?? orderStatusTable[sides.source.status][sides.destination.status] })
}

describe('deriveNextAction', () => {
  it.each<[IntentStatus, IntentStatus, Actor, ActionName]>([
    ['awaiting', 'awaiting', 'user', 'initiate_source'],
    ['created', 'awaiting', 'solver', 'initiate_destination'],
    ['created', 'created', 'user', 'submit_claim'],
    ['created', 'claimed', 'solver', 'claim_source'],
    ['created', 'cancelled', 'user', 'cancel_source'],
    ['created', 'expired', 'user', 'cancel_source'],
    ['cancellable', 'expired', 'user', 'cancel_source'],
    ['created', 'cancellable', 'solver', 'cancel_destination'],
    ['cancelled', 'created', 'solver', 'cancel_destination'],
  ])('source %s, destination %s: %s, %s', (source, destination, actor, action) => {
    expect(deriveNextAction(orderWith({ status: source }, { status: destination }), safety)).toMatchObject({
      actor,
      action,
    })
  })

  it('asks nothing of anybody once the order is final', () => {
    for (const source of intentStatuses) {
      for (const destination of intentStatuses) {
        const order = orderWith({ status: source }, { status: destination })
        if (isFinal(order.status)) expect(deriveNextAction(order, safety)).toBeNull()
      }
    }
  })

  it('ends the time to initiate and to reveal when the relayer would refuse the secret', () => {
    for (const status of ['awaiting', 'created'] as const) {
      const order = orderWith({ status }, { status, cancelAfter: 10_000 })
      expect(deriveNextAction(order, safety)?.deadline).toBe(9_400)
    }
  })

  it('hands out the ERC-20 transfer that funds the vault', () => {
    const order = orderWith({ status: 'awaiting' }, { status: 'awaiting' })
    const { swapId, tokenAddress } = order.source
    expect(deriveNextAction(order, safety)?.call).toEqual({
      to: tokenAddress,
      data: `0xa9059cbb${swapId.slice(2).toLowerCase().padStart(64, '0')}${(25_000_000).toString(16).padStart(64, '0')}`,
      value: 0n,
    })
  })

  it('hands out the native creation with the amount as value', () => {
    const order = orderWith({ status: 'awaiting', tokenAddress: nativeToken, amount: 7n }, { status: 'awaiting' })
    const { registryAddress } = order.source
    expect(deriveNextAction(order, safety)?.call).toMatchObject({ to: registryAddress, value: 7n })
  })

  it('hands out the claim of the source only with the public secret, and a cancel only when it is possible', () => {
    const commitment = `0x${'5e'.repeat(32)}` as const
    const claim = deriveNextAction(orderWith({ status: 'created' }, { status: 'claimed', commitment }), safety)
    expect(claim?.call?.data).toContain(commitment.slice(2))
    expect(deriveNextAction(orderWith({ status: 'created' }, { status: 'claimed' }), safety)?.call).toBeNull()
    expect(deriveNextAction(orderWith({ status: 'created' }, { status: 'expired' }), safety)?.call).toBeNull()
    expect(deriveNextAction(orderWith({ status: 'cancellable' }, { status: 'expired' }), safety)?.call).not.toBeNull()
  })

  it('waits for the bridge on a hop, and lets anyone retry a failed delivery', () => {
    const settled = [{ status: 'claimed' }, { status: 'claimed' }] as const
    expect(deriveNextAction(orderWith(...settled, 'bridging'), safety)).toMatchObject({ action: 'deliver_bridge' })
    expect(deriveNextAction(orderWith(...settled, 'bridge_failed'), safety)).toMatchObject({
      actor: 'anyone',
      action: 'retry_bridge',
    })
  })
})

describe('explainOrder', () => {
  it('tells what happened in its order, and what is awaited', () => {
    const at = (second: number) => ({
      txHash: `0x${'a'.repeat(64)}` as const,
      blockNumber: 1,
      timestamp: new Date(second * 1000),
    })
    const createdAt = new Date(1_000)
    const source = anIntent('source', { status: 'created', create: at(10) })
    const destination = anIntent('destination', { status: 'claimed', create: at(20), claim: at(30) })
    const order = anOrder({ source, destination, status: 'destination_claimed', createdAt })
    const { happened, awaiting } = explainOrder(order, safety)
    expect(happened.map(({ at: when }) => when.getTime() / 1000)).toEqual([1, 10, 20, 30])
    expect(awaiting).toMatchObject({ from: 'solver', until: new Date(source.cancelAfter * 1000) })
  })

  it('always says something that the user can do or expect', () => {
    for (const source of intentStatuses) {
      for (const destination of intentStatuses) {
        const order = orderWith({ status: source }, { status: destination })
        const { youCan, awaiting } = explainOrder(order, safety)
        expect(youCan.length > 0 || awaiting !== null).toBe(true)
      }
    }
  })
})
