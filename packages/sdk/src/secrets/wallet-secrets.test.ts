import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { hashSecret } from '@tandem/escrow'
import { createClient, custom, type Hex, serializeErc6492Signature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { walletSecrets } from './wallet-secrets.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const noChain = custom({ request: () => Promise.reject(new Error('no chain is asked')) })
const wallet = createClient({ account, transport: noChain })
const context = { chainId: 1, owner: account.address, startedAtMs: 1_700_000_000_000 }

/** A wallet whose signature of the same message is different each time. */
function changingWallet() {
  let signed = 0
  const request = async () => {
    signed += 1
    return `0x${signed.toString(16).padStart(130, '0')}`
  }
  return createClient({ account: { address: account.address, type: 'json-rpc' }, transport: custom({ request }) })
}

afterEach(() => void jest.restoreAllMocks())

describe('walletSecrets', () => {
  it('makes the same secret again in another session, and another one for anything else', async () => {
    const first = await walletSecrets(wallet).make(context)
    expect(first.origin).toBe('wallet')
    expect(await walletSecrets(wallet).make(context)).toEqual(first)
    const others = await Promise.all(
      [{ chainId: 2 }, { owner: `0x${'22'.repeat(20)}` as const }, { startedAtMs: context.startedAtMs + 1 }].map(
        (over) => walletSecrets(wallet).make({ ...context, ...over }),
      ),
    )
    expect(new Set([first, ...others].map(({ secret }) => secret)).size).toBe(4)
  })

  it('finds a secret by its commitment hash within the time in which it can have been made', async () => {
    const { secret } = await walletSecrets(wallet).make(context)
    const wanted = {
      commitmentHash: hashSecret(secret),
      fromMs: context.startedAtMs - 500,
      toMs: context.startedAtMs + 500,
    }
    expect(await walletSecrets(wallet).find(context, wanted)).toBe(secret)
    const before = { ...wanted, nearMs: context.startedAtMs - 200 }
    expect(await walletSecrets(wallet).find(context, before)).toBe(secret)
    const later = { ...wanted, fromMs: context.startedAtMs + 1 }
    expect(await walletSecrets(wallet).find(context, later)).toBeUndefined()
  })

  it('is the same whether a wallet writes the recovery byte as 0 or as 27', async () => {
    const signature = `0x${'ab'.repeat(64)}`
    const writing = (last: string) =>
      createClient({
        account: { address: account.address, type: 'json-rpc' },
        transport: custom({ request: async () => `${signature}${last}` }),
      })
    const [one, other] = await Promise.all(['00', '1b'].map((last) => walletSecrets(writing(last)).make(context)))
    expect(one).toEqual(other)
  })

  it('makes no secret from the signature of an account without code', async () => {
    const signature = serializeErc6492Signature({
      address: account.address,
      data: '0x12',
      signature: `0x${'ab'.repeat(65)}`,
    })
    const absent = createClient({
      account: { address: account.address, type: 'json-rpc' },
      transport: custom({ request: async () => signature }),
    })
    expect((await walletSecrets(absent).make(context)).origin).toBe('stored')
  })

  it('gives a wallet whose signatures differ a random secret, and says that it must be kept', async () => {
    let told = 0
    const secrets = walletSecrets(changingWallet(), { onStoredOnly: () => (told += 1) })
    const made: Hex[] = [(await secrets.make(context)).secret, (await secrets.make(context)).secret]
    expect((await secrets.make(context)).origin).toBe('stored')
    expect(new Set(made).size).toBe(2)
    expect(told).toBe(3)
    expect(
      await secrets.find(context, { commitmentHash: hashSecret(made[0] as Hex), fromMs: 0, toMs: 1 }),
    ).toBeUndefined()
  })

  /** A wallet whose signature depends only on the message. It records what it was asked to sign. */
  function askedWallet() {
    const asked: { application?: string; network?: string; month?: string; notice: string }[] = []
    const signTypedData: typeof account.signTypedData = (typed) => {
      asked.push((typed as unknown as { message: (typeof asked)[number] }).message)
      return account.signTypedData(typed)
    }
    return { asked, wallet: createClient({ account: { ...account, signTypedData }, transport: noChain }) }
  }
  const november = Date.UTC(2026, 10, 29)
  const december = Date.UTC(2026, 11, 1)

  it('names the application, the network and the month, and says what its holder can do', async () => {
    const { asked, wallet: asking } = askedWallet()
    await walletSecrets(asking, { application: 'swap.example' }).make({ ...context, startedAtMs: november })
    expect(asked[0]).toMatchObject({ application: 'swap.example', network: 'chain 1', month: '2026-11' })
    expect(asked[0]?.notice).toMatch(/can open every swap .* make you lose the amounts/)
  })

  it.each([
    ['another application', { application: 'other.example' }, {}],
    ['another network', {}, { chainId: 2 }],
    ['another month', {}, { startedAtMs: december }],
  ])('gives %s another signature', async (_name, options, over) => {
    const { asked, wallet: asking } = askedWallet()
    const application = 'swap.example'
    await walletSecrets(asking, { application }).make({ ...context, startedAtMs: november })
    await walletSecrets(asking, { application, ...options }).make({ ...context, startedAtMs: november, ...over })
    const [one, other] = [asked[0], asked[2]]
    expect(one).not.toEqual(other)
  })

  it('asks twice in a visit for the swaps of a month, and once to find those of another visit', async () => {
    const { asked, wallet: asking } = askedWallet()
    const visit = walletSecrets(asking)
    const { secret } = await visit.make({ ...context, startedAtMs: november })
    await visit.make({ ...context, startedAtMs: november + 5_000 })
    expect(asked).toHaveLength(2)
    await visit.make({ ...context, startedAtMs: december })
    expect(asked).toHaveLength(4)
    const again = askedWallet()
    const wanted = { commitmentHash: hashSecret(secret), fromMs: november - 50, toMs: november + 50 }
    expect(await walletSecrets(again.wallet).find(context, wanted)).toBe(secret)
    expect(again.asked).toHaveLength(1)
  })

  it.each([
    ['below', 999, 'wallet', 2],
    ['at', 1_000, 'stored', 0],
    ['of an unknown worth, which counts as above', undefined, 'stored', 0],
  ] as const)('an amount %s the limit of the application is of the %s', async (_name, worthUsd, origin, times) => {
    const { asked, wallet: asking } = askedWallet()
    let told = 0
    const secrets = walletSecrets(asking, { storedFromUsd: 1_000, onStoredOnly: () => (told += 1) })
    expect((await secrets.make({ ...context, worthUsd })).origin).toBe(origin)
    expect([asked.length, told]).toEqual([times, origin === 'stored' ? 1 : 0])
  })
})
