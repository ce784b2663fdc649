import { describe, expect, it } from '@jest/globals'
import { type Config, configProblems, makerSignerOf, settings, signerOf } from './config.ts'

const key = `0x${'1'.repeat(64)}` as const
const file = { kind: 'file', path: '/run/key' } as const
const secret = `whsec_${'A'.repeat(32)}`

describe('SOLVER_KEYS', () => {
  it('refuses the placeholder of an example: a key of zeros', () => {
    const { schema } = settings.solverKeys
    expect(schema.safeParse(JSON.stringify({ one: `0x${'0'.repeat(64)}` })).error?.message).toContain('not all zeros')
    expect(schema.safeParse(JSON.stringify({ one: key })).success).toBe(true)
  })
})

describe('the signers of a configuration', () => {
  const configOf = (over: Partial<Config>) =>
    ({ network: { assets: [] }, solverKeys: {}, solverSigners: {}, ...over }) as unknown as Config

  it.each<[string, Partial<Config>, string[]]>([
    ['a key in the configuration', { solverKeys: { one: key } }, []],
    ['a key elsewhere', { solverSigners: { one: file } }, []],
    ['one of each', { solverKeys: { one: key }, solverSigners: { two: file } }, []],
    ['none', {}, ['SOLVER_KEYS: has no key of any chain, nor has SOLVER_SIGNERS a signer']],
    [
      'two for one chain',
      { solverKeys: { one: key }, solverSigners: { one: file } },
      ['SOLVER_SIGNERS: has a signer of one, and SOLVER_KEYS a key: give one of the two'],
    ],
    [
      'two that sign quotes',
      { solverKeys: { one: key }, makerKey: key, makerSigner: file, makerSecret: secret, prices: {} },
      ['SOLVER_MAKER_SIGNER: is set, and SOLVER_MAKER_KEY as well: give one of the two'],
    ],
    [
      'one that signs quotes, and nothing else for that',
      { solverKeys: { one: key }, makerSigner: file },
      [
        'SOLVER_MAKER_KEY: it, or SOLVER_MAKER_SIGNER, needs SOLVER_MAKER_SECRET, and the other way round',
        'SOLVER_PRICES: is required when SOLVER_MAKER_KEY or SOLVER_MAKER_SIGNER is set',
      ],
    ],
  ])('%s', (_name, over, problems) => {
    expect(configProblems(configOf(over))).toEqual(problems)
  })

  it('are named by their setting, and never by their key', () => {
    const config = configOf({ solverKeys: { one: key }, solverSigners: { two: file }, makerSigner: file })
    expect([signerOf(config, 'one')?.name, signerOf(config, 'two')?.name, signerOf(config, 'three')]).toEqual([
      'SOLVER_KEYS.one',
      'SOLVER_SIGNERS.two (file /run/key)',
      undefined,
    ])
    expect(makerSignerOf(config)?.name).toBe('SOLVER_MAKER_SIGNER (file /run/key)')
  })
})
