import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { makeKeyring } from '../src/keyring.ts'
import type { SignerConfig } from '../src/signer-config.ts'

const key = generatePrivateKey()
const { address } = privateKeyToAccount(key)
const otherKey = generatePrivateKey()
const other = privateKeyToAccount(otherKey).address
const transaction = {
  chainId: 931,
  type: 'eip1559' as const,
  nonce: 7,
  to: zeroAddress,
  gas: 21_000n,
  maxFeePerGas: 10n,
  maxPriorityFeePerGas: 1n,
}

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-signers-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

/** A file such as an operator mounts. */
function fileOf(name: string, content: string): string {
  const path = join(dir, name)
  writeFileSync(path, content)
  chmodSync(path, 0o400)
  return path
}
const keyringOf = (...signers: SignerConfig[]) =>
  makeKeyring(
    'left',
    signers.map((signer, index) => ({ name: `signer ${index}`, signer })),
  )
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ name, message }: Error) => `${name}: ${message}`,
  )

describe('a keyring', () => {
  it.each<[string, () => SignerConfig]>([
    ['a key in the configuration', () => ({ kind: 'private_key', key })],
    ['a key in a file', () => ({ kind: 'file', path: fileOf('plain', key) })],
    ['one with white space around it', () => ({ kind: 'file', path: fileOf('spaced', `\n ${key}\r\n`) })],
    ['one without 0x, in capitals', () => ({ kind: 'file', path: fileOf('bare', key.slice(2).toUpperCase()) })],
  ])('signs with %s', async (_name, signer) => {
    const keyring = keyringOf(signer())
    await keyring.open()
    expect(keyring.addresses).toEqual([address])
    const raw = (await keyring.sign(address, transaction)) as TransactionSerializedEIP1559
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(address)
    expect(parseTransaction(raw)).toMatchObject({ chainId: 931, nonce: 7, gas: 21_000n, maxFeePerGas: 10n })
  })

  it('has no account before it is opened, and signs for no other', async () => {
    const keyring = keyringOf({ kind: 'private_key', key })
    expect(keyring.addresses).toEqual([])
    expect(await problemOf(keyring.sign(address, transaction))).toBe(`SignerError: left: there is no key of ${address}`)
    await keyring.open()
    expect(await problemOf(keyring.sign(other, transaction))).toBe(`SignerError: left: there is no key of ${other}`)
  })

  it('names every signer that it cannot open, and has none then', async () => {
    const keyring = keyringOf(
      { kind: 'private_key', key },
      { kind: 'file', path: join(dir, 'gone') },
      { kind: 'file', path: fileOf('short', key.slice(0, -1)) },
      { kind: 'private_key', key: `0x${'f'.repeat(64)}` },
      { kind: 'private_key', key: `0x${'0'.repeat(64)}` },
    )
    expect(await problemOf(keyring.open())).toBe(
      [
        'SignerError: left: signer 1: ENOENT',
        'left: signer 2: the file does not hold 32 bytes of hex',
        'left: signer 3: is not a private key of secp256k1',
        'left: signer 4: is not a private key of secp256k1',
      ].join('\n'),
    )
    expect(keyring.addresses).toEqual([])
  })

  it('refuses an account given twice, whatever holds its key', async () => {
    const keyring = keyringOf(
      { kind: 'private_key', key },
      { kind: 'private_key', key: otherKey },
      { kind: 'file', path: fileOf('same', key) },
    )
    expect(await problemOf(keyring.open())).toBe(`SignerError: left: signer 2 and signer 0 are both ${address}`)
  })

  it('says no more than an error’s name when a library refuses to sign', async () => {
    const keyring = keyringOf({ kind: 'private_key', key })
    await keyring.open()
    const problem = await problemOf(keyring.sign(address, { ...transaction, maxPriorityFeePerGas: 11n }))
    expect(problem).toBe('SignerError: left: signer 0: TipAboveFeeCapError')
  })
})
