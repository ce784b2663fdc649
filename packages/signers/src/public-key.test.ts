import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { addressOfSpki, spkiOfPem } from './public-key.ts'

/** A SEC 1 ECPrivateKey of secp256k1. */
const keyOf = (hex: string) =>
  createPublicKey(
    createPrivateKey({
      key: Buffer.from(`302e0201010420${hex}a00706052b8104000a`, 'hex'),
      format: 'der',
      type: 'sec1',
    }),
  )
const one = keyOf('1'.padStart(64, '0'))
const spkiOf = (key: typeof one) => key.export({ format: 'der', type: 'spki' })
const pemOf = (key: typeof one) => key.export({ format: 'pem', type: 'spki' }).toString()

/** The first three keys are known to everybody: that of the generator, and of anvil's first two accounts. */
const known = [
  ['1'.padStart(64, '0'), '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  ['ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  ['59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
] as const

describe('addressOfSpki', () => {
  it.each(known)('the key %s', (key, address) => {
    expect(addressOfSpki(spkiOf(keyOf(key)))).toBe(address)
    expect(addressOfSpki(spkiOfPem(pemOf(keyOf(key))))).toBe(address)
  })

  const spki = spkiOf(one)
  const offCurve = Buffer.from(spki)
  offCurve[offCurve.length - 1] = (offCurve.at(-1) ?? 0) ^ 1
  const compressed = Buffer.concat([
    Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex'),
    Buffer.from([2]),
    spki.subarray(24, 56),
  ])
  const p256 = spkiOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)
  const rsa = spkiOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)
  it.each([
    ['nothing', Buffer.alloc(0), 'secp256k1'],
    ['a key of P-256', p256, 'secp256k1'],
    ['a key of RSA', rsa, 'secp256k1'],
    ['a compressed point', compressed, 'secp256k1'],
    ['a point that is cut', spki.subarray(0, -1), 'uncompressed point'],
    ['bytes after the point', Buffer.concat([spki, Buffer.from([0])]), 'uncompressed point'],
    ['another form of point', Buffer.concat([spki.subarray(0, 23), Buffer.from([6]), spki.subarray(24)]), 'point'],
    ['a point beside the curve', offCurve, 'point of the curve'],
  ])('refuses %s', (_name, bytes, problem) => {
    expect(() => addressOfSpki(bytes)).toThrow(problem)
  })
})

describe('spkiOfPem', () => {
  it('takes either line ending', () => {
    expect(spkiOfPem(pemOf(one).replaceAll('\n', '\r\n'))).toEqual(spkiOf(one))
  })
  it.each([
    ['nothing', ''],
    ['a private key', pemOf(one).replaceAll('PUBLIC', 'PRIVATE')],
    ['two keys', pemOf(one) + pemOf(one)],
    ['text before it', `key: ${pemOf(one)}`],
    ['the base64 alone', spkiOf(one).toString('base64')],
  ])('refuses %s', (_name, text) => {
    expect(() => spkiOfPem(text)).toThrow('not PEM')
  })
})
