import { describe, expect, it } from '@jest/globals'
import { loadConfig } from '@tandem/service-kit'
import { settings } from '../config.ts'
import { signersOf } from './signers-of.ts'

const own = { signers: settings.signers }
const key = (digit: string) => `0x${digit.repeat(64)}` as const
const keyVersion = 'projects/p/locations/europe-west6/keyRings/tandem/cryptoKeys/relayer/cryptoKeyVersions/1'
const load = (signers: unknown) => loadConfig(own, { SIGNERS: JSON.stringify(signers) })
const problemsOf = (signers: unknown): string => {
  try {
    load(signers)
  } catch (error) {
    return (error as Error).message
  }
  return 'none'
}

describe('SIGNERS', () => {
  it('refuses the placeholder of an example: a key of zeros', () => {
    expect(problemsOf({ left: [key('0')] })).toContain('not all zeros')
    expect(problemsOf({ left: [{ kind: 'private_key', key: key('0') }] })).toContain('not all zeros')
  })

  it('names the signers of a chain, and where their keys are', () => {
    const config = load({
      left: [
        { kind: 'file', path: '/run/key' },
        { kind: 'aws_kms', key_id: 'alias/relayer', region: 'eu-central-2' },
        { kind: 'gcp_kms', key_version: keyVersion, endpoint: 'https://kms.internal' },
        { kind: 'private_key', key: key('2') },
        key('1'),
      ],
      right: [{ kind: 'file', path: '/run/other' }],
    })
    expect(signersOf(config, 'left').map(({ name }) => name)).toEqual([
      'SIGNERS[0] (file /run/key)',
      'SIGNERS[1] (aws_kms alias/relayer)',
      `SIGNERS[2] (gcp_kms ${keyVersion})`,
      'SIGNERS[3] (private_key)',
      'SIGNERS[4] (private_key)',
    ])
    expect(signersOf(config, 'right').map(({ name }) => name)).toEqual(['SIGNERS[0] (file /run/other)'])
    expect(signersOf(config, 'elsewhere')).toEqual([])
  })

  it('may be left out', () => {
    expect(loadConfig(own, {})).toEqual({ signers: {} })
  })

  it.each([
    ['another kind', { kind: 'ledger' }],
    ['a key that is none', { kind: 'private_key', key: key('z') }],
    ['no region', { kind: 'aws_kms', key_id: 'alias/relayer' }],
    ['a key without a version', { kind: 'gcp_kms', key_version: keyVersion.slice(0, -20) }],
    ['a version with a path in it', { kind: 'gcp_kms', key_version: `${keyVersion}/../2` }],
    ['an endpoint that is no URL of HTTP', { kind: 'gcp_kms', key_version: keyVersion, endpoint: 'file:///etc' }],
    ['a field that nothing reads', { kind: 'file', path: '/run/key', mode: '0400' }],
  ])('refuses %s', (_name, signer) => {
    expect(problemsOf({ left: [signer] })).toMatch(/SIGNERS\.left\.0/)
  })

  it('quotes no key in what it refuses', () => {
    const almost = key('d').slice(0, -1)
    expect(problemsOf({ left: [{ kind: 'private_key', key: almost }, { kind: almost }, almost] })).not.toContain('dddd')
  })
})
