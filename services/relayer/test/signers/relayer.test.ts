/** A relayer whose key is in a KMS, from its start to a confirmed claim, and one that runs out of gas money. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { claimListSchema, errorEnvelopeSchema, relayerHealthSchema, successEnvelopeSchema } from '@tandem/contracts'
import pg from 'pg'
import { type Address, type Hex, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { Surroundings } from '../support/surroundings.ts'
import { accessKey, type FakeKms, keyId, startFakeKms } from './fake-kms.ts'

const before = { id: process.env.AWS_ACCESS_KEY_ID, secret: process.env.AWS_SECRET_ACCESS_KEY }
let around: Surroundings
let db: pg.Client
let kms: FakeKms
let stop = async () => undefined as unknown

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
  process.env.AWS_ACCESS_KEY_ID = accessKey.id
  process.env.AWS_SECRET_ACCESS_KEY = accessKey.secret
})
afterAll(async () => {
  await db.end()
  await around.stop()
  for (const [name, value] of [
    ['AWS_ACCESS_KEY_ID', before.id],
    ['AWS_SECRET_ACCESS_KEY', before.secret],
  ] as const) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})
beforeEach(async () => {
  kms = await startFakeKms()
})
afterEach(async () => {
  await stop()
  await kms.stop()
})

const inKms = () => ({ kind: 'aws_kms', key_id: keyId, region: 'eu-central-2', endpoint: kms.url })

async function start(env: { SIGNER_KEYS?: string; SIGNERS?: string; ROLES?: string }) {
  const relayer = around.relayer({ SIGNER_KEYS: '', ...env })
  stop = () => relayer.stop()
  return (await relayer.start()).url
}
const send = (url: string, orderId: string, secret: string) =>
  fetch(`${url}/claims`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: orderId, secret }),
  })
async function post(url: string): Promise<string> {
  const { order, secret } = await around.order()
  expect((await send(url, order.order_id, secret)).status).toBe(202)
  return order.order_id
}
/** Until the last step said this, with nothing revealed. */
async function waiting(orderId: string, reason: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; ) {
    const { rows } = await db.query('SELECT state, revealed_at, last_reason FROM settlements WHERE order_id = $1', [
      orderId,
    ])
    if (rows[0]?.last_reason === reason) return expect(rows[0]).toMatchObject({ state: 'accepted', revealed_at: null })
    if (Date.now() > deadline) throw new Error(`the claim waits for ${rows[0]?.last_reason}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
/** Mines, for depth, until the claim stands. */
async function confirmed(url: string, orderId: string) {
  for (const deadline = Date.now() + 30_000; ; ) {
    await around.control('right').mine({ blocks: 1 })
    const answer = successEnvelopeSchema(claimListSchema).parse(
      await (await fetch(`${url}/claims?order_id=${orderId}`)).json(),
    )
    const [claim] = answer.result.data
    if (claim?.status === 'confirmed') return claim
    if (Date.now() > deadline) throw new Error(`the claim is ${claim?.status}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe('a relayer with its key in a KMS', () => {
  it('claims as the account of that key', async () => {
    const control = around.control('right')
    await control.setBalance({ address: kms.address, value: parseEther('1') })
    const url = await start({ SIGNERS: JSON.stringify({ right: [inKms()] }) })
    const claim = await confirmed(url, await post(url))
    const { from } = await control.getTransaction({ hash: claim.claim_tx_hash as `0x${string}` })
    expect(from).toBe(kms.address.toLowerCase())
    expect(kms.seen.calls).toEqual(['GetPublicKey', 'Sign'])
  })

  it('does not start when the KMS refuses: it says which chain and which signer', async () => {
    kms.failNext('denied')
    await expect(start({ SIGNERS: JSON.stringify({ right: [inKms()] }) })).rejects.toThrow(
      `right: SIGNERS[0] (aws_kms ${keyId}): AWS KMS: AccessDeniedException`,
    )
  })

  it('does not start when two settings give the same account', async () => {
    const key = generatePrivateKey()
    const env = { SIGNER_KEYS: { right: [key] }, SIGNERS: { right: [{ kind: 'private_key', key }] } }
    await expect(
      start({ SIGNER_KEYS: JSON.stringify(env.SIGNER_KEYS), SIGNERS: JSON.stringify(env.SIGNERS) }),
    ).rejects.toThrow(`right: SIGNERS[0] (private_key) and SIGNER_KEYS[0] are both ${privateKeyToAccount(key).address}`)
  })
})

describe('a signer without gas money', () => {
  const aSigner = async (value: bigint) => {
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await around.control('right').setBalance({ address, value })
    return { address, SIGNER_KEYS: JSON.stringify({ right: [key] }) }
  }

  it('reveals nothing, says so, and goes on when it has some', async () => {
    const { address, SIGNER_KEYS } = await aSigner(1000n)
    const orderId = await post(await start({ ROLES: 'api' }))
    await stop()
    const url = await start({ SIGNER_KEYS })
    await waiting(orderId, 'no signer can pay for gas')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain(
      `tandem_relayer_signer_claims_left{chain="right",signer="${address}",service="relayer"} 0\n`,
    )
    await around.control('right').setBalance({ address, value: parseEther('1') })
    await confirmed(url, orderId)
  })

  it('takes no new claim on, keeps nothing of it, and takes it when there is some', async () => {
    await db.query('DELETE FROM signers')
    const { address, SIGNER_KEYS } = await aSigner(0n)
    const url = await start({ SIGNER_KEYS })
    const { order, secret } = await around.order()
    const gasOf = async (claims: (left: number) => boolean) => {
      for (const deadline = Date.now() + 20_000; ; ) {
        const { signers } = relayerHealthSchema.parse(await (await fetch(`${url}/health`)).json())
        if (signers.some((one) => one.signer === address && claims(one.claims_left))) return
        if (Date.now() > deadline) throw new Error(`the signers are ${JSON.stringify(signers)}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await gasOf((left) => left === 0)
    const answer = await send(url, order.order_id, secret)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(errorEnvelopeSchema.parse(await answer.json())).toMatchObject({
      code: 'SIGNER_UNAVAILABLE',
      retryable: true,
    })
    expect((await db.query('SELECT id FROM settlements WHERE order_id = $1', [order.order_id])).rows).toEqual([])

    await around.control('right').setBalance({ address, value: parseEther('1') })
    await gasOf((left) => left > 2)
    expect((await send(url, order.order_id, secret)).status).toBe(202)
    await confirmed(url, order.order_id)
  })
})

describe('a signer that does not get a revealed claim mined', () => {
  const chain = () => around.control('right')
  afterEach(() => chain().setAutomine(true))
  const until = async <T>(read: () => Promise<T | undefined>, what: string): Promise<T> => {
    for (const deadline = Date.now() + 30_000; ; ) {
      const found = await read()
      if (found !== undefined) return found
      if (Date.now() > deadline) throw new Error(`never: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  it('is relieved by another one while there is time, and leaves no empty nonce behind', async () => {
    const keys = [generatePrivateKey(), generatePrivateKey()] as const
    const [first, second] = keys.map((key) => privateKeyToAccount(key).address) as [Address, Address]
    await chain().setBalance({ address: first, value: parseEther('10') })
    await chain().setBalance({ address: second, value: parseEther('1') })
    const url = await start({ SIGNER_KEYS: JSON.stringify({ right: keys }) })
    const { order, secret, destination } = await around.order()
    const { order_id: orderId } = order
    await chain().setAutomine(false)
    expect((await send(url, orderId, secret)).status).toBe(202)
    const sentBy = (signer: string) => async () => {
      const { rows } = await db.query<{ hash: Hex }>(
        `SELECT hash FROM tx_attempts JOIN slot_members USING (chain, signer, nonce) JOIN settlements s ON s.id = settlement_id
          WHERE order_id = $1 AND signer = $2 AND last_broadcast_at IS NOT NULL`,
        [orderId, signer],
      )
      return rows[0]?.hash
    }
    const hash = await until(sentBy(first), 'sent')
    // The chain forgets it, and the signer has nothing left to send it again.
    await chain().dropTransaction({ hash })
    await chain().setBalance({ address: first, value: 1n })
    await chain().setAutomine(true)
    const paidBefore = await around.balanceOf('right', destination.recipient)
    // As if most of the time had passed.
    await db.query(`UPDATE tx_attempts SET created_at = created_at - interval '10 hours' WHERE hash = $1`, [hash])
    await db.query(
      `UPDATE settlements SET revealed_at = revealed_at - interval '10 hours', next_step_at = now() WHERE order_id = $1`,
      [orderId],
    )
    const relief = await until(sentBy(second), 'sent by the other signer')
    const claim = await confirmed(url, orderId)
    expect(claim.claim_tx_hash).toBe(relief)
    expect((await chain().getTransactionReceipt({ hash: relief })).from).toBe(second.toLowerCase())
    expect((await around.balanceOf('right', destination.recipient)) - paidBefore).toBe(destination.amount)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain(
      'tandem_relayer_signer_changes_total{chain="right",service="relayer"} 1\n',
    )

    await chain().setBalance({ address: first, value: parseEther('1') })
    await until(async () => {
      const { rows } = await db.query('SELECT 1 FROM nonce_slots WHERE signer = $1 AND closed_hash IS NOT NULL', [
        first,
      ])
      await chain().mine({ blocks: 1 })
      return rows.length === 1 ? true : undefined
    }, 'the nonce that was left is filled')
    expect(await chain().getTransactionCount({ address: first })).toBe(1)
    expect(await around.balanceOf('right', destination.recipient)).toBe(paidBefore + destination.amount)
    const { rows } = await db.query('SELECT raw_ct, gas_limit FROM tx_attempts WHERE signer = ANY($1)', [
      [first, second],
    ])
    for (const { raw_ct: raw, gas_limit: gas } of rows) expect(raw === null || gas === '21000').toBe(true)
  })
})
