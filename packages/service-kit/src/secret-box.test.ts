import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { makeSecretBox, secretBoxSettings } from './secret-box.ts'

const old = randomBytes(32)
const fresh = randomBytes(32)
const secret = randomBytes(32)

describe('makeSecretBox', () => {
  const box = makeSecretBox(
    new Map([
      ['fresh', fresh],
      ['old', old],
    ]),
    'fresh',
  )

  it('opens what it sealed, and seals differently each time', () => {
    const [one, two] = [box.seal(secret, 'claim 1'), box.seal(secret, 'claim 1')]
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
    expect(box.open(one, 'claim 1', 'fresh').equals(secret)).toBe(true)
  })

  it('opens what an earlier key sealed', () => {
    const sealed = makeSecretBox(new Map([['old', old]]), 'old').seal(secret, 'claim 1')
    expect(box.open(sealed, 'claim 1', 'old').equals(secret)).toBe(true)
  })

  it('does not open a value that was moved, changed, or sealed by an unknown key', () => {
    const sealed = box.seal(secret, 'claim 1')
    const changed = Uint8Array.from(sealed)
    changed[20] = (changed[20] ?? 0) ^ 1
    expect(() => box.open(sealed, 'claim 2', 'fresh')).toThrow()
    expect(() => box.open(changed, 'claim 1', 'fresh')).toThrow()
    expect(() => box.open(sealed, 'claim 1', 'gone')).toThrow('there is no key with the id gone')
  })
})

describe('SECRETS_KEY', () => {
  it.each([
    [`0x${'0'.repeat(64)}`, ['is all zeros, the placeholder of the examples: openssl rand -hex 32']],
    [`0x${'0'.repeat(63)}1`, undefined],
  ])('of %s', (text, problems) => {
    const { error } = secretBoxSettings.secretsKeys.schema.safeParse(text)
    expect(error?.issues.map(({ message }) => message)).toEqual(problems)
  })
})
