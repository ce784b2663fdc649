import { describe, expect, it } from '@jest/globals'
import { type OrderWire, orderReceiptTypedData, receiptMessageOf } from '@tandem/contracts'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Order } from './client/types.ts'
import { withReceipt } from './with-receipt.ts'

const [orderbook, other] = [privateKeyToAccount(`0x${'11'.repeat(32)}`), privateKeyToAccount(`0x${'22'.repeat(32)}`)]
const address = (digit: string) => `0x${digit.repeat(40)}`
const intent = (digit: string) => ({
  swap_id: address(digit),
  registry_address: address('1'),
  token_address: address('2'),
  creator: address('3'),
  recipient: address('4'),
  amount: '5',
  cancel_after: 6,
  commitment_hash: `0x${'ab'.repeat(32)}`,
  hop_bridge_factory: null,
})
const order = {
  order_id: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11',
  quote_id: '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
  status: 'created',
  updated_at: '2026-11-25T00:00:00.000Z',
  source_intent: intent('5'),
  destination_intent: intent('6'),
} as OrderWire

/** An answer with the receipt of another one. */
async function answered(
  over: Partial<OrderWire> = {},
  of: Partial<OrderWire> = over,
  by: PrivateKeyAccount = orderbook,
) {
  const message = receiptMessageOf({ ...order, ...of }, { source: 1, destination: 2 })
  const signature = await by.signTypedData(orderReceiptTypedData(message))
  return { ...order, ...over, receipt: { signer: by.address, message, signature } } as Order
}

const network = { receipt_signers: [orderbook.address] }

describe('withReceipt', () => {
  it('keeps one receipt for each status', async () => {
    const created = await withReceipt(undefined, await answered(), network)
    expect(created.map(({ message }) => message.status)).toEqual(['created'])
    expect(await withReceipt(created, await answered(), network)).toBe(created)
    const ended = await withReceipt(created, await answered({ status: 'completed' }), network)
    expect(ended.map(({ message }) => message.status)).toEqual(['created', 'completed'])
  })

  it.each([
    ['of another key', () => answered({}, {}, other)],
    ['of another order', () => answered({}, { order_id: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c12' })],
    ['of another escrow', () => answered({}, { source_intent: intent('7') } as Partial<OrderWire>)],
    ['of another status', () => answered({ status: 'completed' }, { status: 'cancelled' })],
    [
      'whose key another key stands for',
      async () => {
        const answer = await answered({}, {}, other)
        return { ...answer, receipt: { ...answer.receipt, signer: orderbook.address } } as Order
      },
    ],
  ])('keeps no receipt %s', async (_name, answer) => {
    expect(await withReceipt([], await answer(), network)).toEqual([])
  })

  it.each([{}, 'no receipt', { signer: orderbook.address }, { message: { status: 'created' } }])(
    'leaves out what is no receipt: %j',
    async (receipt) => {
      expect(await withReceipt([], { ...order, receipt } as unknown as Order, network)).toEqual([])
    },
  )
})
