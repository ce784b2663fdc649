/** Tests claims that wait: their users have gone before a market maker has filled the order. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type ClaimWire, claimSchema, type OrderWire } from '@tandem/contracts'
import { encodeCancel } from '@tandem/escrow'
import { freePort, untilSo } from '@tandem/local-services'
import type { Hex } from 'viem'
import { RelayerProcess } from './chaos/process.ts'
import { outcomesOf, type PostedClaim, post, postClaim, readClaim, resultOf } from './support/api.ts'
import type { RpcProxy } from './support/rpc-proxy.ts'
import { type ChainName, solver, user } from './support/test-chains.ts'
import type { TestOrder } from './support/testbed.ts'
import { captureOutput, tablesWith } from './support/traces.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()
let nodes: Record<ChainName, RpcProxy>

beforeAll(async () => {
  nodes = { left: await testbed.startProxy('left'), right: await testbed.startProxy('right') }
})
beforeEach(() => {
  testbed.orderbook.isWithoutEvents = false
})
afterEach(() => testbed.db.query('TRUNCATE requests CASCADE'))

const start = (env: Record<string, string> = {}): Promise<string> => {
  const through = testbed.rpcUrls({ left: [nodes.left], right: [nodes.right] })
  return testbed.startRelayer({ ...through, ...env }, { waitingIntervalMs: 50 })
}

/** An order that is not filled, and is paid unless `isPaid` is false. */
async function unfilled({ isPaid = true } = {}): Promise<TestOrder> {
  const made = await testbed.order({ isSourceOpen: isPaid, isPrefunded: false, isDestinationOpen: false })
  testbed.orderbook.tell(made.order, shown(made.order, isPaid ? 'source_initiated' : 'created'))
  return made
}

/** What the orderbook shows of an order in this status. */
function shown(order: OrderWire, status: OrderWire['status']): Partial<OrderWire> {
  const create_tx_hash = status === 'created' ? null : (`0x${'cd'.repeat(32)}` as const)
  return { status, source_intent: { ...order.source_intent, create_tx_hash } }
}

/** The market maker funds the destination, and the orderbook says so. */
async function fill({ order, destination }: TestOrder, { isTold = true } = {}): Promise<void> {
  await testbed.open('right', solver, destination)
  if (isTold) testbed.orderbook.tell(order, shown(order, 'destination_initiated'))
}

const wait = (url: string, claim: Pick<PostedClaim, 'order' | 'secret'>) => postClaim(url, { ...claim, wait: true })
const claimIn = (body: unknown): ClaimWire => resultOf(claimSchema, body)
const withdraw = (url: string, id: string, secret: Hex) => post(`${url}/claims/${id}/withdraw`, { secret })

async function waiting(url: string, made: TestOrder): Promise<ClaimWire> {
  const { status, body } = await wait(url, made)
  const claim = claimIn(body)
  expect({ status, told: claim.status }).toEqual({ status: 202, told: 'waiting' })
  return claim
}

const untilStatus = (url: string, { claim_id: id }: ClaimWire, status: ClaimWire['status']) =>
  testbed.mineUntil(
    () => readClaim(url, id),
    (claim) => claim.status === status,
    status,
  )

const rowOf = async ({ claim_id: id }: ClaimWire) => {
  const { rows } = await testbed.db.query('SELECT *, next_step_at - now() AS pause FROM requests WHERE id = $1', [id])
  return rows[0] as Record<string, unknown> & { last_reason_code: string | null; client_hash: string | null }
}
/** Lets the claim's next check be due now. */
const makeDue = ({ claim_id: id }: ClaimWire) =>
  testbed.db.query('UPDATE requests SET next_step_at = now() WHERE id = $1', [id])
const untilChecked = (claim: ClaimWire, code: string) =>
  untilSo(
    () => rowOf(claim),
    (row) => row.last_reason_code === code,
    `a check that ends with ${code}`,
  )

const claimEvents = (vault: string) => testbed.vaultEvents('right', 'EscrowClaimed', vault)

describe('a claim with wait', () => {
  it('is paid when its user is gone from the funding on, and the relayer is killed twice meanwhile', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tandem-waiting-'))
    const env = testbed.env({ LOG_LEVEL: 'info' })
    const relayer = new RelayerProcess({ port: await freePort(), env, logFile: join(dir, 'relayer.log') })
    relayer.start()
    try {
      await relayer.untilReady()
      const made = await unfilled({ isPaid: false })
      const claim = await waiting(relayer.url, made)
      relayer.kill()
      await testbed.open('left', user, made.source)
      testbed.orderbook.tell(made.order, shown(made.order, 'source_initiated'))
      await relayer.untilReady()
      expect((await readClaim(relayer.url, claim.claim_id)).status).toBe('waiting')
      relayer.kill()
      await fill(made)
      await relayer.untilReady()
      const ended = await untilStatus(relayer.url, claim, 'confirmed')
      const [event] = await claimEvents(made.order.destination_intent.swap_id)
      expect(ended.claim_tx_hash).toBe(event?.transactionHash)
      expect(relayer.deaths).toBe(2)
      expect(await rowOf(claim)).toMatchObject({ secret_ct: null, client_hash: null })
    } finally {
      await relayer.stop()
      rmSync(dir, { recursive: true, force: true })
    }
  })

  it('is submitted by an event long before its next check, and no chain is asked about it until then', async () => {
    const url = await start()
    const made = await unfilled()
    const claim = await waiting(url, made)
    await untilChecked(claim, 'not_filled')
    const vault = made.order.destination_intent.swap_id.slice(2).toLowerCase()
    const asked = () => nodes.right.calls.filter((call) => JSON.stringify(call).toLowerCase().includes(vault)).length
    // Whoever accepts the claim simulates its payout by three questions, and does not wait for the answers.
    const before = await untilSo(
      async () => asked(),
      (count) => count === 3,
      'three questions about the payout',
    )
    for (let checks = 0; checks < 3; checks += 1) {
      await testbed.db.query("UPDATE requests SET last_reason_code = 'none', next_step_at = now() WHERE id = $1", [
        claim.claim_id,
      ])
      await untilChecked(claim, 'not_filled')
    }
    expect(asked()).toBe(before)
    const { rows } = await testbed.db.query("SELECT 1 FROM requests WHERE next_step_at > now() + interval '30 seconds'")
    expect(rows).toHaveLength(1)
    await fill(made)
    const ended = await untilStatus(url, claim, 'confirmed')
    expect(outcomesOf(ended)).toEqual(['mined'])
  })

  it('is submitted by its slow check while the orderbook has no events', async () => {
    testbed.orderbook.isWithoutEvents = true
    const url = await start()
    const made = await unfilled()
    const claim = await waiting(url, made)
    await untilChecked(claim, 'not_filled')
    await fill(made)
    await makeDue(claim)
    await untilStatus(url, claim, 'confirmed')
  })

  it('keeps its secret encrypted, reserves nothing, and shows the secret to nobody before it is safe', async () => {
    const output = captureOutput()
    try {
      const url = await start({ LOG_LEVEL: 'debug' })
      const made = await unfilled()
      const claim = await waiting(url, made)
      await untilChecked(claim, 'not_filled')
      expect(await tablesWith(made.secret, testbed.database.url)).toEqual([])
      expect(output.saw(made.secret)).toBe(false)
      expect(nodes.left.saw(made.secret) || nodes.right.saw(made.secret)).toBe(false)
      expect(await rowOf(claim)).toMatchObject({ secret_ct: expect.any(Buffer), revealed_at: null })
      const { rows } = await testbed.db.query('SELECT id FROM sponsor_charges WHERE order_id = $1', [
        made.order.order_id,
      ])
      expect(rows).toEqual([])
    } finally {
      output.restore()
    }
  })

  it('is the same claim when it is posted again, and an ordinary one once it is safe', async () => {
    const url = await start({ ROLES: 'api' })
    const made = await unfilled()
    const claim = await waiting(url, made)
    const again = await wait(url, made)
    expect({ status: again.status, claim: claimIn(again.body).claim_id }).toEqual({
      status: 200,
      claim: claim.claim_id,
    })
    const { status, code } = await postClaim(url, made)
    expect({ status, code }).toEqual({ status: 409, code: 'DESTINATION_NOT_INITIATED' })
    expect((await readClaim(url, claim.claim_id)).status).toBe('waiting')
    await fill(made, { isTold: false })
    const safe = claimIn((await postClaim(url, made)).body)
    expect({ id: safe.claim_id, status: safe.status }).toEqual({ id: claim.claim_id, status: 'queued' })
  })

  it('is an ordinary claim where revealing is safe already', async () => {
    const url = await start({ ROLES: 'api' })
    const { status, body } = await wait(url, await testbed.order())
    expect({ status, told: claimIn(body).status }).toEqual({ status: 202, told: 'queued' })
  })

  it('is neither released nor ended by an orderbook that lies', async () => {
    const url = await start()
    const made = await unfilled()
    const claim = await waiting(url, made)
    testbed.orderbook.tell(made.order, { status: 'destination_initiated' })
    await untilChecked(claim, 'destination_not_initiated')
    testbed.orderbook.tell(made.order, { status: 'expired' })
    await makeDue(claim)
    await untilChecked(claim, 'destination_not_initiated')
    const { order: other } = await unfilled()
    testbed.orderbook.tell(made.order, {
      destination_intent: other.destination_intent,
      source_intent: other.source_intent,
    })
    await makeDue(claim)
    await untilChecked(claim, 'vault_mismatch')
    expect((await readClaim(url, claim.claim_id)).status).toBe('waiting')
    expect(nodes.right.saw(made.secret)).toBe(false)
    testbed.orderbook.tell(made.order, made.order)
    await fill(made)
    await untilStatus(url, claim, 'confirmed')
  })

  it('fails when its source is taken back', async () => {
    const url = await start()
    const made = await unfilled()
    const claim = await waiting(url, made)
    const control = testbed.control('left')
    const { timestamp } = await control.getBlock()
    const snapshot = await control.snapshot()
    await control.increaseTime({ seconds: made.source.cancelAfter - Number(timestamp) })
    await testbed.send('left', user, { to: testbed.registry, data: encodeCancel(made.source) })
    testbed.orderbook.tell(made.order, { status: 'cancelled' })
    const ended = await untilStatus(url, claim, 'failed')
    expect(ended.error_code).toBe('CANCELLED')
    expect(await rowOf(claim)).toMatchObject({ secret_ct: null, revealed_at: null })
    await control.revert({ id: snapshot })
  })

  it('fails when nobody fills its order in time', async () => {
    const url = await start()
    const { timestamp } = await testbed.control('right').getBlock()
    const made = await testbed.order({
      isDestinationOpen: false,
      destination: { cancelAfter: Number(timestamp) + 75 },
    })
    testbed.orderbook.tell(made.order, shown(made.order, 'source_initiated'))
    const claim = await waiting(url, made)
    await untilChecked(claim, 'not_filled')
    await testbed.control('right').increaseTime({ seconds: 20 })
    testbed.orderbook.tell(made.order, { status: 'refundable' })
    const ended = await untilStatus(url, claim, 'failed')
    expect(ended.error_code).toBe('EXPIRED')
    expect(await rowOf(claim)).toMatchObject({ secret_ct: null })
  })

  it('waits on while nobody pays for its gas, and says so when it fails', async () => {
    const least = { address_usd: '0.000000000001', total_usd: '0.000000000001' }
    const policy = { native_price_usd: '1', claims: least, initiations: least, keeper: least }
    const url = await start({ SPONSORING: JSON.stringify({ left: policy, right: policy }) })
    const made = await unfilled()
    const claim = await waiting(url, made)
    await fill(made)
    await untilChecked(claim, 'sponsor_budget_spent')
    expect((await readClaim(url, claim.claim_id)).status).toBe('waiting')
    const right = testbed.control('right')
    const snapshot = await right.snapshot()
    const { timestamp } = await right.getBlock()
    await right.increaseTime({ seconds: made.destination.cancelAfter - Number(timestamp) })
    await right.mine({ blocks: 4 })
    await makeDue(claim)
    expect((await untilStatus(url, claim, 'failed')).error_code).toBe('POLICY')
    await right.revert({ id: snapshot })
  })

  it('is refused where no market maker fills the order any more', async () => {
    const url = await start({ ROLES: 'api' })
    const made = await unfilled()
    testbed.orderbook.tell(made.order, { fill_by: Math.floor(Date.now() / 1_000) - 1 })
    const { status, code } = await wait(url, made)
    expect({ status, code }).toEqual({ status: 409, code: 'TOO_LATE' })
    expect((await testbed.db.query('SELECT id FROM requests')).rows).toEqual([])
  })
})

describe('the claims that wait', () => {
  it('are few for a client whose orders nobody has paid, however many it posts at once', async () => {
    const url = await start({ ROLES: 'api' })
    const made = await Promise.all(Array.from({ length: 26 }, () => unfilled({ isPaid: false })))
    const answers = await Promise.all(made.map((one) => wait(url, one)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(20)
    expect(refused.map(({ code, details }) => [code, details])).toEqual(
      Array.from({ length: 6 }, () => ['TOO_MANY_WAITING_CLAIMS', { of: 'client', most: 20 }]),
    )
    const first = made[answers.findIndex(({ status }) => status === 202)] as TestOrder
    expect((await wait(url, first)).status).toBe(200)
    expect((await wait(url, await unfilled())).status).toBe(202)
  })

  it('count no longer for their client once their order is paid', async () => {
    const url = await start({ ROLES: 'api' })
    const made = await unfilled({ isPaid: false })
    const claim = await waiting(url, made)
    expect((await rowOf(claim)).client_hash).toMatch(/^[0-9a-f]{64}$/)
    await testbed.open('left', user, made.source)
    testbed.orderbook.tell(made.order, shown(made.order, 'source_initiated'))
    await untilSo(
      () => rowOf(claim),
      (row) => row.client_hash === null,
      'a claim that counts for nobody',
    )
    expect((await readClaim(url, claim.claim_id)).status).toBe('waiting')
  })
})

describe('POST /claims/{claim_id}/withdraw', () => {
  it('takes a claim back that waits, and erases its secret', async () => {
    const url = await start({ ROLES: 'api' })
    const made = await unfilled()
    const claim = await waiting(url, made)
    const { status, body } = await withdraw(url, claim.claim_id, made.secret)
    const { status: told, error_code } = claimIn(body)
    expect({ status, told, error_code }).toEqual({ status: 200, told: 'failed', error_code: 'WITHDRAWN' })
    expect(await rowOf(claim)).toMatchObject({ secret_ct: null, client_hash: null })
    expect((await withdraw(url, claim.claim_id, made.secret)).status).toBe(200)
    expect((await waiting(url, made)).claim_id).toBe(claim.claim_id)
  })

  it('needs the secret, because claim identifiers are public', async () => {
    const url = await start({ ROLES: 'api' })
    const made = await unfilled()
    const claim = await waiting(url, made)
    const { status, code } = await withdraw(url, claim.claim_id, `0x${'11'.repeat(32)}`)
    expect({ status, code }).toEqual({ status: 422, code: 'WRONG_SECRET' })
    expect((await withdraw(url, '00000000-0000-4000-8000-000000000000', made.secret)).code).toBe('CLAIM_NOT_FOUND')
    expect((await readClaim(url, claim.claim_id)).status).toBe('waiting')
  })

  it('is refused once the secret has left', async () => {
    const url = await start()
    const made = await testbed.order()
    const claim = claimIn((await postClaim(url, made)).body)
    await untilStatus(url, claim, 'confirmed')
    const { status, code } = await withdraw(url, claim.claim_id, made.secret)
    expect({ status, code }).toEqual({ status: 409, code: 'CLAIM_SENT' })
  })

  it('withdraws a claim, or finds it sent, whatever the workers do meanwhile: never both', async () => {
    const [url, other] = [await start(), await start({ ROLES: 'api' })]
    const made = await testbed.openOrders(24)
    await testbed.control('left').mine({ blocks: 3 })
    await testbed.control('right').mine({ blocks: 3 })
    const posted = await Promise.all(
      made.map(async (one, index) => {
        const claim = claimIn((await postClaim(url, one)).body)
        await new Promise((resolve) => setTimeout(resolve, index * 4))
        return { ...one, claim, answer: await withdraw(other, claim.claim_id, one.secret) }
      }),
    )
    const told = posted.map(({ answer }) => answer.code ?? claimIn(answer.body).error_code)
    expect(new Set([...told, 'WITHDRAWN', 'CLAIM_SENT'])).toEqual(new Set(['WITHDRAWN', 'CLAIM_SENT']))
    for (const [index, { order, claim, secret }] of posted.entries()) {
      const isWithdrawn = told[index] === 'WITHDRAWN'
      const ended = await untilStatus(url, claim, isWithdrawn ? 'failed' : 'confirmed')
      expect(ended.error_code).toBe(isWithdrawn ? 'WITHDRAWN' : null)
      expect(await claimEvents(order.destination_intent.swap_id)).toHaveLength(isWithdrawn ? 0 : 1)
      if (isWithdrawn) expect(nodes.right.saw(secret)).toBe(false)
    }
    const { rows } = await testbed.db.query('SELECT hash FROM tx_attempts WHERE raw_ct IS NOT NULL AND purpose <> $1', [
      'gap_fill',
    ])
    expect(rows).toEqual([])
  })
})
