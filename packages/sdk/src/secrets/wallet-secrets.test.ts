import { describe, expect, it } from '@jest/globals'
import { expand, extract } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { hashSecret } from '@tandem/escrow'
import { bytesToHex, createClient, custom, type Hex, hexToBytes, serializeErc6492Signature, stringToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { walletSecrets } from './wallet-secrets.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const noChain = custom({ request: () => Promise.reject(new Error('no chain is asked')) })
const wallet = createClient({ account, transport: noChain })
const context = { chainId: 1, owner: account.address, startedAtMs: 1_700_000_000_000 }

/** A wallet whose signatures differ each time. */
function changingWallet() {
  let signed = 0
  const request = async () => {
    signed += 1
    return `0x${signed.toString(16).padStart(130, '0')}`
  }
  return createClient({ account: { address: account.address, type: 'json-rpc' }, transport: custom({ request }) })
}

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

  it('makes no secret from the signature of an account without code, and still finds one that was', async () => {
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
    // As they were made before: HKDF over the whole wrapped signature.
    const key = extract(
      sha256,
      hexToBytes(signature),
      stringToBytes(`tandem/secret/v1/1/${account.address.toLowerCase()}`),
    )
    const secret = bytesToHex(expand(sha256, key, stringToBytes(String(context.startedAtMs)), 32))
    const wanted = {
      commitmentHash: hashSecret(secret),
      fromMs: context.startedAtMs - 9,
      toMs: context.startedAtMs + 9,
    }
    expect(await walletSecrets(absent).find(context, wanted)).toBe(secret)
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
})
