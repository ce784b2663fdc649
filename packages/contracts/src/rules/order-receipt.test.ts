import { describe, expect, it } from '@jest/globals'
import { zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  isReceiptSignedBy,
  isStatusPossible,
  type OrderReceiptMessage,
  orderReceiptTypedData,
} from './order-receipt.ts'
import { orderStatuses } from './order-status.ts'

const states = ['missing', 'open', 'claimed', 'cancelled'] as const
const pairs = states.flatMap((source) => states.map((destination) => ({ source, destination })))

describe('isStatusPossible', () => {
  it.each([
    ['completed', ['claimed claimed']],
    ['cancelled', pairs.filter(({ source, destination }) => [source, destination].includes('cancelled')).map(wordsOf)],
    ['expired', pairs.filter(({ source }) => source === 'missing' || source === 'cancelled').map(wordsOf)],
  ] as const)('refutes %s by all other states', (status, possible) => {
    expect(pairs.filter((shown) => isStatusPossible(status, shown)).map(wordsOf)).toEqual(possible)
  })

  it('refutes no other status', () => {
    const others = orderStatuses.filter((status) => !['completed', 'cancelled', 'expired'].includes(status))
    expect(others.every((status) => pairs.every((shown) => isStatusPossible(status, shown)))).toBe(true)
  })
})

function wordsOf({ source, destination }: (typeof pairs)[number]): string {
  return `${source} ${destination}`
}

const [signer, other] = [privateKeyToAccount(`0x${'11'.repeat(32)}`), privateKeyToAccount(`0x${'22'.repeat(32)}`)]
const side = (name: 'source' | 'destination') => ({
  [`${name}_chain_id`]: 1,
  [`${name}_registry`]: zeroAddress,
  [`${name}_vault`]: zeroAddress,
  [`${name}_token`]: zeroAddress,
  [`${name}_creator`]: zeroAddress,
  [`${name}_recipient`]: zeroAddress,
  [`${name}_amount`]: '5',
  [`${name}_cancel_after`]: 7,
})
const message = {
  order_id: '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11',
  quote_id: '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10',
  status: 'created',
  updated_at: 1,
  commitment_hash: `0x${'ab'.repeat(32)}`,
  ...side('source'),
  ...side('destination'),
  destination_hop_bridge: zeroAddress,
} as OrderReceiptMessage

describe('isReceiptSignedBy', () => {
  it('is true of its signer alone, and of every field as it was signed', async () => {
    const signature = await signer.signTypedData(orderReceiptTypedData(message))
    expect(await isReceiptSignedBy(signer.address, { message, signature })).toBe(true)
    expect(await isReceiptSignedBy(other.address, { message, signature })).toBe(false)
    const changed = Object.entries(message).map(([name, value]) => ({ ...message, [name]: changeOf(value) }))
    const answers = await Promise.all(
      changed.map((one) => isReceiptSignedBy(signer.address, { message: one as OrderReceiptMessage, signature })),
    )
    expect(answers).toEqual(changed.map(() => false))
  })

  it.each(['0x', `0x${'00'.repeat(65)}`, 'nonsense'])('is false of the signature %s', async (signature) => {
    expect(await isReceiptSignedBy(signer.address, { message, signature })).toBe(false)
  })
})

const changeOf = (value: string | number) =>
  typeof value === 'number' ? value + 1 : value.replace(/.$/, (last) => (last === '1' ? '2' : '1'))
