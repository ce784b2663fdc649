import { describe, expect, it } from '@jest/globals'
import { type IntentStatus, intentStatuses, isFinal, type OrderStatus } from '@tandem/contracts'
import { nativeToken } from '@tandem/escrow'
import { aHop, anIntent, anOrder } from '../../../test/support/builders.ts'
import { explainOrder } from './explanation.ts'
import { type ActionName, type Actor, deriveNextAction } from './next-action.ts'
import type { Intent, Order } from './order.ts'
import { orderStatusTable } from './order-lifecycle.ts'

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

  describe('of an order with a time to fill', () => {
    const times = { initiateBy: 5_000, fillBy: 6_000 }
    const ends = { source: { cancelAfter: 20_000 }, destination: { cancelAfter: 10_000 } }
    const at = (source: IntentStatus, nowSecs: number) => {
      const order = orderWith({ status: source, ...ends.source }, { status: 'awaiting', ...ends.destination })
      return deriveNextAction({ ...order, ...times }, safety, null, nowSecs)
    }

    it('ends the time to initiate where the maker is no longer bound', () => {
      expect(at('awaiting', 0)?.deadline).toBe(5_000)
    })
    it('asks for no payment that comes too late for the maker', () => {
      expect(at('awaiting', 4_999)?.action).toBe('initiate_source')
      expect(at('awaiting', 5_000)).toBeNull()
    })
    it('says what comes when the maker does not fill, and when', () => {
      expect(at('created', 5_999)).toMatchObject({ action: 'initiate_destination', deadline: 6_000 })
      expect(at('created', 5_999)?.description).toMatch(/1970-01-01T01:40:00.*consent.*1970-01-01T05:33:20/)
    })
    it('says that the money comes back once the time to fill is over', () => {
      expect(at('created', 6_000)).toMatchObject({ actor: 'solver', action: 'refund_source', chain: 'devnet_a' })
    })
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

  it('names the message of a hop that does not arrive, where to retry it, and where the tokens are', () => {
    const hop = { hop: aHop({ finalChain: 'final' }), bridgeMessageId: `0x${'1d'.repeat(32)}` as const }
    const at = (status: OrderStatus, bridge: 'dispatched' | 'stuck' | 'failed') => {
      const order = orderWith({ status: 'claimed' }, { status: 'claimed', ...hop }, status)
      return deriveNextAction(order, safety, bridge)
    }
    expect(at('bridging', 'dispatched')).toMatchObject({ actor: 'bridge', chain: 'final' })
    const [stuck, failed] = [at('bridging', 'stuck'), at('bridge_failed', 'failed')]
    expect(stuck).toMatchObject({ actor: 'anyone', action: 'retry_bridge', chain: 'devnet_b' })
    expect(stuck?.description).toMatch(
      /0x1d.*locked in the token home on devnet_b.*retrySendCrossChainMessage on devnet_b/,
    )
    expect(failed).toMatchObject({ actor: 'anyone', action: 'retry_bridge', chain: 'final' })
    expect(failed?.description).toMatch(/0x1d.*locked in the token home on devnet_b.*retryMessageExecution on final/)
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

  it('tells how a hop went on, and that it can be taken on the hub before', () => {
    const hash = `0x${'a'.repeat(64)}` as const
    const claim = { txHash: hash, blockNumber: 1, timestamp: new Date(2_000) }
    const hop = aHop({ finalChain: 'final' })
    const delivered = { deliveryTxHash: hash, deliveredAt: new Date(9_000), bridgeTxHash: hash }
    const arrived = orderWith({ status: 'claimed' }, { status: 'claimed', claim, hop, ...delivered }, 'completed')
    const texts = explainOrder(arrived, safety, 'delivered').happened.map(({ text }) => text)
    expect(texts).toContain(
      'The destination escrow was claimed on devnet_b and bridged on to final: the secret is public.',
    )
    expect(texts).toContain('The bridge delivered the tokens on final.')

    const open = orderWith({ status: 'created' }, { status: 'created', hop })
    expect(explainOrder(open, safety, 'awaiting').youCan.join(' ')).toContain('claimTo')
    const taken = orderWith({ status: 'claimed' }, { status: 'claimed', claim, hop })
    expect(explainOrder(taken, safety, 'taken_on_hub').summary).toContain('nothing was bridged on')
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
