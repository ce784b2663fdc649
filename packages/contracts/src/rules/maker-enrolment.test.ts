import { describe, expect, it } from '@jest/globals'
import { privateKeyToAccount } from 'viem/accounts'
import { enrolmentTypedData, isEnrolmentSignedBy, type MakerEnrolment } from './maker-enrolment.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const orderbook = 'https://orderbook.example'
const enrolment: MakerEnrolment = {
  endpoint: 'https://maker.example/tandem',
  secret: `whsec_${'A'.repeat(32)}`,
  addresses: { base: '0xAA00000000000000000000000000000000000001', avalanche: `0x${'b'.repeat(40)}` },
  routes: ['base:usdc>avalanche:usdc', 'avalanche:usdc>base:usdc'],
}
const addresses = { avalanche: `0x${'B'.repeat(40)}`, base: '0xaa00000000000000000000000000000000000001' }

describe('isEnrolmentSignedBy', () => {
  it.each<[string, string, MakerEnrolment, boolean]>([
    ['as it was signed', orderbook, enrolment, true],
    [
      'in another order and spelling',
      `${orderbook}/`,
      { ...enrolment, addresses, routes: enrolment.routes?.toReversed() },
      true,
    ],
    ['at another orderbook', 'https://other.example', enrolment, false],
    ['with another endpoint', orderbook, { ...enrolment, endpoint: 'https://thief.example' }, false],
    ['with another secret', orderbook, { ...enrolment, secret: `whsec_${'B'.repeat(32)}` }, false],
    [
      'with another address',
      orderbook,
      { ...enrolment, addresses: { ...addresses, base: `0x${'c'.repeat(40)}` } },
      false,
    ],
    ['with every route', orderbook, { ...enrolment, routes: undefined }, false],
  ])('tells an enrolment %s', async (_name, at, given, isGood) => {
    const signature = await account.signTypedData(enrolmentTypedData(orderbook, enrolment))
    expect(await isEnrolmentSignedBy(account.address, { orderbook: at, enrolment: given, signature })).toBe(isGood)
  })

  it('is false for rubbish', async () => {
    expect(await isEnrolmentSignedBy(account.address, { orderbook, enrolment, signature: '0x12' })).toBe(false)
  })
})
