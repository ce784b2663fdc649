import { describe, expect, it } from '@jest/globals'
import { isPublicAddress, publicLookup, type ResolveName, urlProblem } from './public-address.ts'

describe('isPublicAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['1.1.1.1', '172.32.0.1', '93.184.216.34', '2606:4700::1111', '::ffff:1.1.1.1'])(
    'lets %s through',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
})

describe('urlProblem', () => {
  it.each([
    ['http://shop.example/hook', 'it is not https'],
    ['https://user:pass@shop.example/', 'it carries credentials'],
    ['https://127.0.0.1/', 'its address is not public'],
    ['https://2130706433/', 'its address is not public'],
    ['https://0x7f.1/', 'its address is not public'],
    ['https://[::1]/', 'its address is not public'],
    ['https://[::ffff:169.254.169.254]/', 'its address is not public'],
    ['https://localhost/', 'its name is not public'],
    ['https://metadata.google.internal/', 'its name is not public'],
  ])('refuses %s: %s', (url, problem) => {
    expect(urlProblem(new URL(url))).toBe(problem)
  })

  it.each(['https://shop.example/hook', 'https://1.1.1.1/'])('lets %s through', (url) => {
    expect(urlProblem(new URL(url))).toBeUndefined()
  })
})

describe('publicLookup', () => {
  it('answers no address of a name that leads inside', async () => {
    const error = await new Promise((resolve) => publicLookup()('localhost', {}, resolve))
    expect(error).toMatchObject({ message: 'the name leads to an address that is not public' })
  })

  it('resolves a name once, and gives the socket the very addresses that were checked', async () => {
    const answers = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
    let asked = 0
    const resolveName: ResolveName = (_name, _options, done) => done(null, answers[asked++] ?? [])
    const lookUp = (options: object) =>
      new Promise((resolve) => publicLookup(resolveName)('shop.example', options, (...answer) => resolve(answer)))
    expect(await lookUp({})).toEqual([null, '8.8.8.8', 4])
    expect(asked).toBe(1)
    expect(await lookUp({})).toEqual([new Error('the name leads to an address that is not public'), '', 4])
  })

  it('refuses a name of which one address is private', async () => {
    const found = [
      { address: '8.8.8.8', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
    ]
    const error = await new Promise((resolve) =>
      publicLookup((_name, _options, done) => done(null, found))('shop.example', { all: true }, resolve),
    )
    expect(error).toEqual(new Error('the name leads to an address that is not public'))
  })
})
