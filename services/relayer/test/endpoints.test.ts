/** Tests the endpoints of operators: the page of the queue, and /health. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, readinessSchema, relayerHealthSchema } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { startBrowser } from '../../../test/support/browser.ts'
import { acceptClaim, post } from './support/api.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import { useTestbed } from './support/use-testbed.ts'

const token = 'operators-of-tandem-0123456789'
const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`
const testbed = useTestbed()

const start = (env: Record<string, string>): Promise<string> => testbed.startRelayer({ ROLES: 'api', ...env })
const get = (url: string, authorization?: string, method = 'GET') =>
  fetch(url, { method, headers: authorization === undefined ? {} : { authorization } })
const codeOf = async (answer: Response) => errorEnvelopeSchema.parse(await answer.json()).code

describe('an endpoint that lacks what is needed of it', () => {
  it('is named at start, and its chain takes nothing new, while the other chain is ready', async () => {
    const node = await testbed.startProxy()
    node.lie = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized'
        ? { error: { code: -39_001, message: 'Unknown block' } }
        : undefined
    const url = await start({
      NETWORK_FILE: testbed.networkFile(({ chains, ...network }) => ({
        ...network,
        min_margin_secs: 43_200,
        chains: chains.map((chain) => ({
          ...chain,
          source_cancel_after_secs: 86_400,
          dest_cancel_after_secs: 14_400,
          fitted_windows: null,
          finality_tag: chain.chain === 'right' ? 'finalized' : null,
        })),
      })),
      ...testbed.rpcUrls({ right: [node] }),
    })
    const ready = await get(`${url}/ready`)
    const missing = [`1:127.0.0.1:${new URL(node.url).port} has no finalized block`]
    expect(ready.status).toBe(200)
    expect(readinessSchema.parse(await ready.json()).chains).toEqual({
      left: { able: true, missing: [] },
      right: { able: false, missing },
    })
    const { order, secret } = await testbed.order()
    for (const [path, body] of [
      ['claims', { secret }],
      ['initiations', { type: 'prefunded' }],
    ] as const) {
      const { status, body: said } = await post(`${url}/${path}`, { order_id: order.order_id, ...body })
      expect([status, said]).toEqual([
        503,
        expect.objectContaining({
          code: 'CHAIN_UNAVAILABLE',
          result: expect.stringContaining('Too few endpoints of right can do what a swap needs'),
        }),
      ])
    }
    expect(node.saw(secret)).toBe(false)
  })
})

describe('/admin/queues', () => {
  it.each([
    ['no token', undefined],
    ['a wrong bearer', 'Bearer operators-of-tandem-0123456780'],
    ['a wrong password', basic('operators')],
    ['another scheme', `Digest ${token}`],
    ['nonsense', 'Basic'],
  ])('401 with %s, on the page and under it', async (_name, authorization) => {
    const url = await start({ ADMIN_TOKEN: token })
    for (const path of ['/admin/queues', '/admin/queues/api/queues', '/admin/queues/static/js/x.js']) {
      const answer = await get(`${url}${path}`, authorization)
      expect([answer.status, answer.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Basic'])
      expect(await codeOf(answer)).toBe('UNAUTHORIZED')
    }
  })

  // The test uses a database of Redis of its own: workers of other suites empty the queue in the shared one.
  const redisUrl = () => Object.assign(new URL(process.env.TANDEM_TEST_REDIS_URL ?? ''), { pathname: '/1' }).href

  it.each([
    ['Redis', redisUrl],
    ['PostgreSQL', () => ''],
  ])('shows operators the claim of a job on %s in their browser, and no secret', async (_backend, redis) => {
    const url = await start({ ADMIN_TOKEN: token, REDIS_URL: redis() })
    const { order, secret } = await testbed.order()
    const { claim_id: claimId } = await acceptClaim(url, { order, secret })

    const page = await get(`${url}/admin/queues`, basic(token))
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    // The job is added after the claim was answered.
    const path = `${url}/admin/queues/api/queues?activeQueue=requests&status=waiting`
    const shown = `"data":{"claim_ids":["${claimId}"],"chains":["right"]}`
    const readPage = async () => (await get(path, `Bearer ${token}`)).text()
    const text = await untilSo(readPage, (read) => read.includes(shown), 'the job of the claim')
    expect(text.toLowerCase()).not.toContain(secret.slice(2))

    const browser = await startBrowser()
    try {
      const context = await browser.newContext({ httpCredentials: { username: 'anybody', password: token } })
      const tab = await context.newPage()
      await tab.goto(`${url}/admin/queues/queue/requests?status=waiting`)
      await tab.getByText(claimId).first().waitFor()
    } finally {
      await browser.close()
    }
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is refused, with the token too', async (method) => {
    const url = await start({ ADMIN_TOKEN: token })
    const answer = await get(`${url}/admin/queues/api/queues/requests/pause`, `Bearer ${token}`, method)
    expect([answer.status, await codeOf(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('is not there without ADMIN_TOKEN', async () => {
    const url = await start({})
    const answer = await get(`${url}/admin/queues`, `Bearer ${token}`)
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('/health', () => {
  const health = async (url: string) => {
    const answer = await fetch(`${url}/health`)
    return { http: answer.status, ...relayerHealthSchema.parse(await answer.json()) }
  }
  const untilHealth = (url: string, isSo: (seen: Awaited<ReturnType<typeof health>>) => boolean) =>
    untilSo(() => health(url), isSo, 'so')
  let node: RpcProxy
  beforeAll(async () => {
    node = await testbed.startProxy()
  })
  afterAll(async () => {
    await node.stop()
  })
  afterEach(() => testbed.db.query('TRUNCATE requests, nonces, signers CASCADE'))
  const startWorker = () =>
    start({
      ROLES: 'api,worker',
      ...testbed.rpcUrls({ right: [{ url: testbed.anvils.right.rpcUrl }, node] }),
    })

  it('says how chains and signers do, and so do the metrics', async () => {
    const url = await startWorker()
    const head = Number(await testbed.control('right').getBlockNumber({ cacheTime: 0 }))
    const seen = await untilHealth(
      url,
      ({ status, chains, signers }) => status === 'ok' && signers.length === 2 && (chains[1]?.head_number ?? 0) >= head,
    )
    expect(seen).toMatchObject({ http: 200, database: true, queue: true, roles: ['api', 'worker'] })
    expect(seen.chains[1]).toMatchObject({ chain: 'right', endpoints: 2, endpoints_up: 2 })
    expect(seen.signers[1]).toMatchObject({ chain: 'right', signer: testbed.signer, open_slots: 0, nonce_lag: 0 })
    expect(seen.signers[1]?.claims_left).toBeGreaterThan(1000)
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain('tandem_relayer_chain_endpoints_up{chain="right",service="relayer"} 2\n')
    expect(metrics).toMatch(/tandem_relayer_chain_head_age_seconds\{chain="left",service="relayer"\} \d+\n/)
    expect(metrics).toContain(
      `tandem_relayer_signer_nonce_lag{chain="right",signer="${testbed.signer}",service="relayer"} 0\n`,
    )
    expect(metrics).toContain('tandem_relayer_signer_open_slots{')
  })

  it('counts nonces that nothing is mined at', async () => {
    const mined = await testbed.control('right').getTransactionCount({ address: testbed.signer })
    await testbed.db.query("INSERT INTO signers VALUES ('right', $1, $2)", [testbed.signer, mined + 3])
    for (const nonce of [mined, mined + 1])
      await testbed.db.query("INSERT INTO nonces (chain, signer, nonce, created_at) VALUES ('right', $1, $2, now())", [
        testbed.signer,
        nonce,
      ])
    const url = await start({})
    const { signers } = await untilHealth(url, (seen) => seen.signers.length > 0)
    // This process has no keys: it knows the signer by the database.
    expect(signers).toEqual([expect.objectContaining({ chain: 'right', open_slots: 2, nonce_lag: 3 })])
  })

  it('an endpoint that is down: degraded', async () => {
    const url = await startWorker()
    await untilHealth(url, ({ status, chains }) => status === 'ok' && chains.length === 2)
    node.isDown = true
    const seen = await untilHealth(url, ({ status }) => status === 'degraded')
    expect(seen).toMatchObject({ http: 200 })
    expect(seen.chains[1]).toMatchObject({ endpoints: 2, endpoints_up: 1 })
    node.isDown = false
    await untilHealth(url, ({ status }) => status === 'ok')
  })

  it('work that waits for a minute and that no worker takes: down', async () => {
    const url = await start({})
    const { order, secret } = await testbed.order()
    await acceptClaim(url, { order, secret })
    expect(await health(url)).toMatchObject({ http: 200, settlements: { accepted: 1 }, last_sweep_age_ms: null })
    await testbed.db.query(
      "UPDATE requests SET next_step_at = now() - interval '61 seconds', created_at = now() - interval '90 seconds'",
    )
    const seen = await untilHealth(url, ({ status }) => status === 'down')
    expect(seen).toMatchObject({ http: 200, database: true })
    expect(seen.longest_overdue_step_ms).toBeGreaterThan(60_000)
    expect(seen.oldest_unsent_claim_age_ms).toBeGreaterThan(89_000)
  })

  it('no database: down, though the process lives', async () => {
    const url = await start({})
    await testbed.db.query('ALTER TABLE requests RENAME TO elsewhere')
    expect(await health(url)).toMatchObject({ http: 200, status: 'down', database: false, settlements: null })
    await testbed.db.query('ALTER TABLE elsewhere RENAME TO requests')
    expect(await untilHealth(url, ({ database }) => database)).toMatchObject({ http: 200 })
  })
})
