import { describe, expect, it } from '@jest/globals'
import {
  createWalletClient,
  custom,
  domainSeparator,
  encodeAbiParameters,
  type Hex,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { readPermitDomain, requireTypehash } from './permit-domain.ts'

const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value])
const token = '0x0000000000000000000000000000000000000001'
const asked = { token, chainId: 1, asset: 'a:token' } as const
const described = (fields: Hex) =>
  encodeAbiParameters(parseAbiParameters('bytes1, string, string, uint256, address, bytes32, uint256[]'), [
    fields,
    'Token',
    '3',
    1n,
    token,
    `0x${'00'.repeat(32)}`,
    [],
  ])
const domain = described('0x0f')
const separatorOf = (version: string, chainId = 1) =>
  domainSeparator({ domain: { name: 'Token', version, chainId, verifyingContract: token } })

/** A wallet on a chain where the token has these functions. Every other call reverts, or returns nothing. */
function walletOn(functions: Record<string, Hex>, missing: 'reverts' | 'nothing' | 'away' = 'reverts') {
  const bySelector = new Map(Object.entries(functions).map(([name, data]) => [toFunctionSelector(`${name}()`), data]))
  const provider = {
    request: async ({ params }: { params: [{ data: Hex }] }) => {
      const found = bySelector.get(params[0].data)
      if (found !== undefined) return found
      if (missing === 'nothing') return '0x'
      throw missing === 'away'
        ? new Error('connection refused')
        : Object.assign(new Error('execution reverted'), { code: 3, data: '0x' })
    },
  }
  return createWalletClient({
    account: privateKeyToAccount(`0x${'11'.repeat(32)}`),
    transport: custom(provider, { retryCount: 0 }),
  })
}

describe('readPermitDomain', () => {
  it.each<[string, ReturnType<typeof walletOn>, string]>([
    ['EIP-5267 first', walletOn({ eip712Domain: domain, name: text('Token'), version: text('9') }), '3'],
    ['else version()', walletOn({ name: text('Token'), version: text('2') }), '2'],
    ['else version 1', walletOn({ name: text('Token') }), '1'],
    ['as the separator agrees', walletOn({ name: text('Token'), DOMAIN_SEPARATOR: separatorOf('1') }), '1'],
    ['where a fallback returns nothing too', walletOn({ name: text('Token') }, 'nothing'), '1'],
  ])('%s', async (_name, wallet, version) => {
    expect(await readPermitDomain(wallet, asked)).toEqual({ name: 'Token', version })
  })

  it('guesses nothing when the chain cannot be read', async () => {
    await expect(readPermitDomain(walletOn({ name: text('Token') }, 'away'), asked)).rejects.toThrow()
  })

  it.each<[string, ReturnType<typeof walletOn>]>([
    ['of another version', walletOn({ name: text('Token'), DOMAIN_SEPARATOR: separatorOf('2') })],
    ['of another chain', walletOn({ eip712Domain: domain, DOMAIN_SEPARATOR: separatorOf('3', 5) })],
    ['with a salt', walletOn({ eip712Domain: described('0x1f') })],
  ])('refuses a token whose domain is %s', async (_name, wallet) => {
    await expect(readPermitDomain(wallet, asked)).rejects.toMatchObject({ code: 'UNSUPPORTED_INITIATION' })
  })
})

describe('requireTypehash', () => {
  const [ours, other] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`] as const
  const check = (wallet: ReturnType<typeof walletOn>) => requireTypehash(wallet, asked, 'PERMIT_TYPEHASH', ours)

  it('refuses a token that says that it takes another message', async () => {
    await expect(check(walletOn({ PERMIT_TYPEHASH: other }))).rejects.toMatchObject({ code: 'UNSUPPORTED_INITIATION' })
  })

  it('takes a token that says the same, or nothing', async () => {
    await check(walletOn({ PERMIT_TYPEHASH: ours }))
    await check(walletOn({}))
  })
})
