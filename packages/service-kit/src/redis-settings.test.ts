import { describe, expect, it } from '@jest/globals'
import { loadConfig } from './config.ts'
import { redisProblems, redisServersOf } from './redis.ts'
import { redisSettings } from './redis-settings.ts'

const load = (env: Record<string, string>) => loadConfig(redisSettings, env)
const two = 'redis://one:6379,redis://two:6379'

describe('REDIS_MODE', () => {
  it.each([
    ['single', 'redis://one:6379', { mode: 'single', primaryName: '' }],
    ['cluster', two, { mode: 'cluster', primaryName: '' }],
    ['sentinel:my:primary', two, { mode: 'sentinel', primaryName: 'my:primary' }],
  ])('%s', (REDIS_MODE, REDIS_URL, servers) => {
    const config = load({ REDIS_MODE, REDIS_URL })
    expect(redisServersOf(config)).toMatchObject(servers)
    expect(redisProblems(config)).toEqual([])
  })

  it('needs the name of the primary behind Sentinels', () => {
    expect(() => load({ REDIS_MODE: 'sentinel', REDIS_URL: two })).toThrow('sentinel:<name of the primary>')
  })

  it('must say what several servers are', () => {
    expect(redisProblems(load({ REDIS_URL: two }))).toEqual([expect.stringContaining('set REDIS_MODE')])
  })
})
