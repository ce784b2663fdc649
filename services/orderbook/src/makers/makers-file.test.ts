import { describe, expect, it } from '@jest/globals'
import { networkSchema } from '@tandem/contracts'
import { networkWire } from '../../test/support/network.ts'
import { urlProblem } from '../outgoing/public-address.ts'
import { parseMakersFile } from './makers-file.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const entry = {
  maker_id: 'one',
  signer: address('1'),
  endpoint: 'https://maker.example/tandem',
  secret: `whsec_${Buffer.from('.'.repeat(32)).toString('base64')}`,
  addresses: { devnet_a: address('2'), devnet_b: address('2') },
}
const rules = { network: networkSchema.parse(networkWire), endpointProblem: urlProblem }
const parse = (text: string) => parseMakersFile(text, rules)

describe('parseMakersFile', () => {
  it('reads the makers, and the SHA-256 of the file', () => {
    const text = JSON.stringify({ quote_engine: false, makers: [entry] })
    expect(parse(text)).toMatchObject({
      makers: [
        { makerId: 'one', name: 'one', endpoint: 'https://maker.example/tandem/', routes: null, isSuspended: false },
      ],
      hasQuoteEngine: false,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(parse(`${text}\n`).sha256).not.toBe(parse(text).sha256)
  })

  it.each<[string, object[], string]>([
    ['an endpoint without TLS', [{ ...entry, endpoint: 'http://maker.example' }], 'not https'],
    ['a private address', [{ ...entry, endpoint: 'https://10.0.0.7/x' }], 'not public'],
    ['the metadata service of a cloud', [{ ...entry, endpoint: 'https://169.254.169.254/' }], 'not public'],
    ['an endpoint that is a file', [{ ...entry, endpoint: 'file:///etc/passwd' }], 'makers: 0: endpoint'],
    ['a chain that is not listed', [{ ...entry, addresses: { gone: address('2') } }], 'gone is not a chain'],
    ['a route that is not listed', [{ ...entry, routes: ['a:b>c:d'] }], 'a:b>c:d is not a route'],
    ['an empty list of routes', [{ ...entry, routes: [] }], 'makers: 0: routes'],
    ['one name twice', [entry, { ...entry, signer: address('3') }], 'the name one is listed twice'],
    ['one signer twice', [entry, { ...entry, maker_id: 'two' }], 'is listed twice'],
    [
      'one signer in two spellings',
      [entry, { ...entry, signer: address('1').toUpperCase().replace('X', 'x') }],
      'twice',
    ],
    ['a name that is a path', [{ ...entry, maker_id: '../admin' }], 'makers: 0: maker_id'],
    ['a signer that is no address', [{ ...entry, signer: '0x12' }], 'makers: 0: signer'],
    ['a short secret', [{ ...entry, secret: 'short' }], 'makers: 0: secret'],
    ['a field that it does not know', [{ ...entry, more: 1 }], 'more'],
    ['an empty entry', [{}], 'makers: 0: maker_id'],
  ])('refuses %s', (_name, makers, expected) => {
    expect(() => parse(JSON.stringify({ makers }))).toThrow(expected)
  })

  it.each(['', '{', '[]', 'null', '{"makers":{}}'])('refuses the text %j', (text) => {
    expect(() => parse(text)).toThrow()
  })

  it('names no secret in what it complains about', () => {
    const text = JSON.stringify({
      makers: [{ ...entry, signer: 'x', addresses: { gone: address('2') } }, entry, entry],
    })
    const complaints = [text, text.slice(0, -1), text.replaceAll('"secret":', '"secret"')].map((broken) => {
      try {
        return parse(broken)
      } catch (error) {
        return String(error)
      }
    })
    for (const complaint of complaints) {
      expect(complaint).toContain('Error: ')
      expect(complaint).not.toContain(entry.secret.slice('whsec_'.length))
    }
  })
})
