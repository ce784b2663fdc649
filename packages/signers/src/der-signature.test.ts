import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { curveOrder, parseDerSignature, withLowS } from './der-signature.ts'

const integer = (hex: string) => `02${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`
const sequence = (...parts: string[]) => {
  const body = parts.join('')
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`
}
const bytes = (hex: string) => Buffer.from(hex, 'hex')
const order = curveOrder.toString(16)

describe('parseDerSignature', () => {
  it('reads what OpenSSL writes', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    // Many enough to have integers with and without a leading zero, and shorter ones.
    for (let i = 0; i < 300; i += 1) {
      const message = Buffer.from([i & 255, i >> 8])
      const der = sign('sha256', message, privateKey)
      const { r, s } = parseDerSignature(der)
      const again = [r, s].map((value) => {
        const hex = value.toString(16)
        const even = hex.length % 2 === 0 ? hex : `0${hex}`
        return integer(Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even)
      })
      expect(sequence(...again)).toBe(der.toString('hex'))
    }
  })

  it.each([
    ['one and one', sequence(integer('01'), integer('01')), 1n, 1n],
    ['a zero before a high bit', sequence(integer('0080'), integer('7f')), 128n, 127n],
    [
      'the largest',
      sequence(integer(`00${order.slice(0, -2)}40`), integer(`00${order.slice(0, -2)}40`)),
      curveOrder - 1n,
      curveOrder - 1n,
    ],
  ])('takes %s', (_name, hex, r, s) => {
    expect(parseDerSignature(bytes(hex))).toEqual({ r, s })
  })

  it.each([
    ['nothing', '', 'not a DER sequence'],
    ['another tag', `31${sequence(integer('01'), integer('01')).slice(2)}`, 'not a DER sequence'],
    ['a tag alone', '30', 'length of the signature'],
    ['a raw signature of 64 bytes', '11'.repeat(64), 'not a DER sequence'],
    ['a length that is too small', '3005020101020101', 'length of the signature'],
    ['a length that is too large', '3007020101020101', 'length of the signature'],
    ['a length in two bytes', '308106020101020101', 'length of the signature'],
    ['an indefinite length', '30800201010201010000', 'length of the signature'],
    ['bytes after the sequence', `${sequence(integer('01'), integer('01'))}00`, 'length of the signature'],
    ['bytes after s', sequence(integer('01'), integer('01'), '00'), 'bytes after s'],
    ['a third integer', sequence(integer('01'), integer('01'), integer('01')), 'bytes after s'],
    ['no s', sequence(integer('01')), 'two integers'],
    ['an s with another tag', sequence(integer('01'), '030101'), 'two integers'],
    ['an r beyond the end', sequence('022001', integer('01')), 'two integers'],
    ['an s beyond the end', sequence(integer('01'), '022001'), 'two integers'],
    ['an empty r', sequence('0200', integer('01')), 'is empty'],
    ['an empty s', sequence(integer('01'), '0200'), 'is empty'],
    ['a negative r', sequence(integer('80'), integer('01')), 'is negative'],
    ['a negative s', sequence(integer('01'), integer('ff')), 'is negative'],
    ['a padded r', sequence(integer('007f'), integer('01')), 'is padded'],
    ['a padded s', sequence(integer('01'), integer('0001')), 'is padded'],
    ['r zero', sequence(integer('00'), integer('01')), '1..n-1'],
    ['s zero', sequence(integer('01'), integer('00')), '1..n-1'],
    ['r = n', sequence(integer(`00${order}`), integer('01')), '1..n-1'],
    ['s = n', sequence(integer('01'), integer(`00${order}`)), '1..n-1'],
    ['s of 33 bytes', sequence(integer('01'), integer(`01${'00'.repeat(32)}`)), '1..n-1'],
    ['more than two such integers hold', sequence(integer('01'), integer(`7f${'00'.repeat(80)}`)), 'length'],
  ])('refuses %s', (_name, hex, problem) => {
    expect(() => parseDerSignature(bytes(hex))).toThrow(problem)
  })
})

describe('withLowS', () => {
  const half = curveOrder / 2n
  it.each([
    ['one', 1n, 1n],
    ['half the order', half, half],
    ['one above half', half + 1n, half],
    ['the largest', curveOrder - 1n, 1n],
  ])('%s', (_name, s, low) => {
    expect(withLowS({ r: 5n, s })).toEqual({ r: 5n, s: low })
  })
})
