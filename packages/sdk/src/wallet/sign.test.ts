import { describe, expect, it } from '@jest/globals'
import { concat, createClient, custom, type Hex, serializeErc6492Signature, slice } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signForContracts } from './sign.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const typedData = {
  domain: { name: 'Test', chainId: 1 },
  types: { Test: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Test',
  message: { amount: 1n },
} as const
const byKey = await account.signTypedData(typedData)
const otherByKey = await privateKeyToAccount(`0x${'22'.repeat(32)}`).signTypedData(typedData)
const low = (signature: Hex): Hex => concat([slice(signature, 0, 64), signature.endsWith('1b') ? '0x00' : '0x01'])
const inner: Hex = `0x${'ab'.repeat(97)}`
const wrapped = serializeErc6492Signature({ address: account.address, data: '0x1234', signature: inner })

/** A wallet that always gives this signature, and whose account has this code. */
const walletOf = (signature: Hex, code: () => Promise<Hex>) =>
  createClient({
    account: { address: account.address, type: 'json-rpc' },
    transport: custom({ request: ({ method }) => (method === 'eth_getCode' ? code() : Promise.resolve(signature)) }),
  })
const noCode = () => Promise.resolve('0x' as const)

describe('signForContracts', () => {
  it.each<[string, Hex, Hex]>([
    ['a key’s signature stays as it is', byKey, byKey],
    ['a recovery byte of 0 or 1 becomes 27 or 28', low(byKey), byKey],
    ['a contract’s 65 bytes that are no signature of the account’s key stay', low(otherByKey), low(otherByKey)],
    ['65 bytes that no key signed stay', `0x${'ff'.repeat(64)}01`, `0x${'ff'.repeat(64)}01`],
    ['nothing stays nothing', '0x', '0x'],
  ])('%s', async (_name, given, taken) => {
    expect(await signForContracts(walletOf(given, noCode), typedData)).toBe(taken)
  })

  it('takes what is inside a wrapped signature once the account has code', async () => {
    expect(
      await signForContracts(
        walletOf(wrapped, async () => '0x60'),
        typedData,
      ),
    ).toBe(inner)
  })

  it('refuses a wrapped signature of an account without code, and one whose chain cannot be read', async () => {
    await expect(signForContracts(walletOf(wrapped, noCode), typedData)).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_DEPLOYED',
      retryable: false,
    })
    const down = walletOf(wrapped, () => Promise.reject(new Error('down')))
    await expect(signForContracts(down, typedData)).rejects.not.toMatchObject({ code: 'ACCOUNT_NOT_DEPLOYED' })
  })
})
