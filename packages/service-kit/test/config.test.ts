import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { z } from '@tandem/contracts'
import { hashApiKey } from '../src/api-keys.ts'
import { commonSettings, httpRpcUrlsSetting, jsonText, rolesSetting } from '../src/common-settings.ts'
import { ConfigError, loadConfig, misspeltVariables, printableConfig, secretSetting, setting } from '../src/config.ts'

const settings = {
  publicUrl: setting('PUBLIC_URL', z.url()),
  ttlSecs: setting('QUOTE_TTL_SECS', z.coerce.number().int().min(1).default(60)),
  signerKeys: secretSetting(
    'SIGNER_KEYS',
    jsonText(z.record(z.string(), z.array(z.string().regex(/^0x/, 'must be hex')))),
  ),
}
const valid = { PUBLIC_URL: 'https://tandem.example', SIGNER_KEYS: '{"devnet_a":["0x11"]}' }

function problemsOf(
  environment: Record<string, string>,
  of: Parameters<typeof loadConfig>[0] = settings,
): readonly string[] {
  try {
    loadConfig(of, environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('loadConfig', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  afterAll(() => rmSync(dir, { recursive: true }))

  it('reads, defaults and freezes', () => {
    const config = loadConfig(settings, { ...valid, QUOTE_TTL_SECS: '' })
    expect(config).toEqual({ publicUrl: 'https://tandem.example', ttlSecs: 60, signerKeys: { devnet_a: ['0x11'] } })
    expect(Object.isFrozen(config) && Object.isFrozen(config.signerKeys.devnet_a)).toBe(true)
  })

  it('names every problem at once, and no secret', () => {
    const problems = problemsOf({ PUBLIC_URL: 'nowhere', QUOTE_TTL_SECS: '0', SIGNER_KEYS: '{"devnet_a":["hunter2"]}' })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PUBLIC_URL',
      'QUOTE_TTL_SECS',
      'SIGNER_KEYS.devnet_a.0',
    ])
    expect(problems.join()).not.toContain('hunter2')
    expect(problemsOf({ ...valid, SIGNER_KEYS: '{"hunter2' })).toEqual(['SIGNER_KEYS: is not JSON'])
  })

  it('reads a secret from the file that <VARIABLE>_FILE names', () => {
    const file = join(dir, 'keys')
    writeFileSync(file, '{"devnet_a":["0x22"]}\n')
    const environment = { PUBLIC_URL: valid.PUBLIC_URL, SIGNER_KEYS_FILE: file }
    expect(loadConfig(settings, environment).signerKeys).toEqual({ devnet_a: ['0x22'] })
    expect(problemsOf({ ...environment, SIGNER_KEYS_FILE: join(dir, 'gone') })[0]).toMatch(/^SIGNER_KEYS: ENOENT/)
  })

  it('prints without secrets', () => {
    const printed = printableConfig(settings, loadConfig(settings, valid))
    expect(JSON.parse(printed)).toEqual({ PUBLIC_URL: valid.PUBLIC_URL, QUOTE_TTL_SECS: 60, SIGNER_KEYS: '(set)' })
  })

  it('finds misspelt variables, and leaves foreign ones alone', () => {
    const environment = {
      QUOTE_TTL_SEC: '5',
      PUBLIC_URLS: 'x',
      SIGNER_KEYS_FILE: 'x',
      HOME: '/',
      LANG: 'C',
      GIT_EDITOR: 'vi',
    }
    expect(misspeltVariables(settings, environment)).toEqual([
      { variable: 'QUOTE_TTL_SEC', meant: 'QUOTE_TTL_SECS' },
      { variable: 'PUBLIC_URLS', meant: 'PUBLIC_URL' },
    ])
  })
})

describe('commonSettings', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-test-'))
  afterAll(() => rmSync(dir, { recursive: true }))
  const { network: _network, ...withoutNetwork } = commonSettings
  const environment = {
    DATABASE_URL: 'postgresql://u:p@127.0.0.1/db',
    RPC_URLS: '{"devnet_a":["http://127.0.0.1:8545"]}',
  }

  it('have safe defaults', () => {
    expect(loadConfig(withoutNetwork, environment)).toMatchObject({
      port: 8080,
      logLevel: 'info',
      redisUrl: undefined,
      apiKeyHashes: [],
      rateLimitPerMinute: 600,
      trustProxy: 0,
    })
  })

  it('keep only hashes of API keys, and take hashes', () => {
    const [plain, hashed] = ['a'.repeat(24), `sha256:${hashApiKey('b'.repeat(24))}`]
    const { apiKeyHashes } = loadConfig(withoutNetwork, { ...environment, API_KEYS: `${plain}, ${hashed}` })
    expect(apiKeyHashes).toEqual([hashApiKey(plain), hashApiKey('b'.repeat(24))])
    expect(problemsOf({ ...environment, API_KEYS: 'short' }, withoutNetwork)).toEqual([
      'API_KEYS.0: must have at least 24 printable characters',
    ])
  })

  it.each([
    ['a bare hash', 'A1'.repeat(32), 'API_KEYS.0: looks like a hash: write sha256:<hash>'],
    ['a JSON list', `["${'a'.repeat(24)}"]`, 'API_KEYS: is a list separated by commas, without brackets'],
  ])('refuse %s among the API keys', (_, text, problem) => {
    const [told = ''] = problemsOf({ ...environment, API_KEYS: text }, withoutNetwork)
    expect(told).toContain(problem)
    expect(told).not.toContain(text)
  })

  it('refuse a schema in the URL of a database, which the driver would ignore', () => {
    const DATABASE_URL = 'postgresql://u:p@127.0.0.1/db?schema=relayer'
    const [told = ''] = problemsOf({ ...environment, DATABASE_URL }, withoutNetwork)
    expect(told).toContain('DATABASE_URL: names a schema')
    expect(told).not.toContain('u:p')
  })

  it('read a number of proxies, or their addresses', () => {
    expect(loadConfig(withoutNetwork, { ...environment, TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(loadConfig(withoutNetwork, { ...environment, TRUST_PROXY: 'loopback,10.0.0.0/8' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
    ])
  })

  it('leave out WebSockets for who only asks questions', () => {
    const read = (urls: string[]) =>
      loadConfig({ rpcUrls: httpRpcUrlsSetting }, { RPC_URLS: JSON.stringify({ devnet_a: urls }) }).rpcUrls
    expect(read(['wss://one.example', 'https://two.example', 'http://three.example'])).toEqual({
      devnet_a: ['https://two.example', 'http://three.example'],
    })
    expect(() => read(['wss://one.example'])).toThrow('RPC_URLS.devnet_a: has no http or https endpoint')
  })

  it('refuse an endpoint that is no URL', () => {
    expect(problemsOf({ ...environment, RPC_URLS: '{"devnet_a":["ftp://x"]}' }, withoutNetwork)[0]).toMatch(
      /^RPC_URLS\.devnet_a\.0: /,
    )
  })

  it.each(['https://rpc.example/key', 'https://RPC.example/key', 'https://rpc.example:443/key/'])(
    'refuse an endpoint that is named twice, and do not show it: %s',
    (url) => {
      const urls = JSON.stringify({ devnet_a: ['https://rpc.example/key', url], devnet_b: ['https://rpc.example/key'] })
      expect(problemsOf({ ...environment, RPC_URLS: urls }, withoutNetwork)).toEqual([
        'RPC_URLS.devnet_a: names the same endpoint twice',
      ])
    },
  )

  it('check the network file, and say which one', () => {
    const file = join(dir, 'network.json')
    expect(problemsOf({ ...environment, NETWORK_FILE: file }, commonSettings)).toEqual([
      `NETWORK_FILE: cannot read ${file} (ENOENT)`,
    ])
    writeFileSync(file, '{"chains":[],"assets":[],"routes":[],"min_margin_secs":60}')
    expect(
      problemsOf({ ...environment, NETWORK_FILE: file }, commonSettings).map((line) => line.split(':')[0]),
    ).toEqual(['NETWORK_FILE.chains', 'NETWORK_FILE.assets'])
  })

  it('know the roles of a service', () => {
    const roles = { roles: rolesSetting(['api', 'watcher']) }
    expect(loadConfig(roles, {}).roles).toEqual(['api', 'watcher'])
    expect(loadConfig(roles, { ROLES: 'watcher' }).roles).toEqual(['watcher'])
    expect(problemsOf({ ROLES: 'worker' }, roles)).toHaveLength(1)
  })
})
