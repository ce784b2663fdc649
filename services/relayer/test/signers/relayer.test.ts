/** Tests a relayer whose key is in a KMS, from its start to a confirmed claim, and one that runs out of gas money. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { claimListSchema, relayerHealthSchema, successEnvelopeSchema } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { accessKey, type FakeKms, keyId, startFakeKms } from '@tandem/signers/testing'
import pg from 'pg'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { acceptClaim, postClaim } from '../support/post.ts'
import { Surroundings } from '../support/surroundings.ts'

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

async function start(env: { SIGNERS?: string; ROLES?: string }) {
  const relayer = around.relayer(env)
  stop = () => relayer.stop()
  return (await relayer.start()).url
}
/** Posts the claim of a new order, and answers with the order's identifier. */
async function newClaim(url: string): Promise<string> {
  const { order, secret } = await around.order()
  await acceptClaim(url, { order, secret })
  return order.order_id
}
/** Waits until the last step gave this reason, with nothing revealed. */
async function waiting(orderId: string, reason: string): Promise<void> {
  const sql = 'SELECT state, revealed_at, last_reason FROM requests WHERE order_id = $1'
  const row = await untilSo(
    async () => (await db.query(sql, [orderId])).rows[0] as { last_reason: string | null } | undefined,
    ({ last_reason }) => last_reason === reason,
    reason,
  )
  expect(row).toMatchObject({ state: 'accepted', revealed_at: null })
}
/** Mines, so that depth is reached, until the claim is confirmed. */
const confirmed = (url: string, orderId: string) =>
  untilSo(
    async () => {
      await around.control('right').mine({ blocks: 1 })
      const answer = await fetch(`${url}/claims?order_id=${orderId}`)
      return successEnvelopeSchema(claimListSchema).parse(await answer.json()).result.data[0]
    },
    ({ status }) => status === 'confirmed',
    'confirmed',
  )

describe('a relayer with its key in a KMS', () => {
  it('claims as the account of that key', async () => {
    const control = around.control('right')
    await control.setBalance({ address: kms.address, value: parseEther('1') })
    const url = await start({ SIGNERS: JSON.stringify({ right: [inKms()] }) })
    const claim = await confirmed(url, await newClaim(url))
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

  it('does not start when two signers are the same account', async () => {
    const key = generatePrivateKey()
    await expect(start({ SIGNERS: JSON.stringify({ right: [key, key] }) })).rejects.toThrow(
      `right: SIGNERS[1] (private_key) and SIGNERS[0] (private_key) are both ${privateKeyToAccount(key).address}`,
    )
  })
})

describe('a signer without gas money', () => {
  const aSigner = async (value: bigint) => {
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await around.control('right').setBalance({ address, value })
    return { address, SIGNERS: JSON.stringify({ right: [key] }) }
  }

  it('reveals nothing, says so, and goes on when it has some', async () => {
    const { address, SIGNERS } = await aSigner(1000n)
    const orderId = await newClaim(await start({ ROLES: 'api' }))
    await stop()
    const url = await start({ SIGNERS })
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
    const { address, SIGNERS } = await aSigner(0n)
    const url = await start({ SIGNERS })
    const { order, secret } = await around.order()
    const untilLeft = (isSo: (claims: number) => boolean, what: string) =>
      untilSo(
        async () => relayerHealthSchema.parse(await (await fetch(`${url}/health`)).json()).signers,
        (signers) => signers.some(({ signer, claims_left }) => signer === address && isSo(claims_left)),
        what,
      )
    await untilLeft((claims) => claims === 0, 'without gas money')
    const answer = await postClaim(url, { order, secret })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(answer.body).toMatchObject({ code: 'SIGNER_UNAVAILABLE', retryable: true })
    expect((await db.query('SELECT id FROM requests WHERE order_id = $1', [order.order_id])).rows).toEqual([])

    await around.control('right').setBalance({ address, value: parseEther('1') })
    await untilLeft((claims) => claims > 2, 'funded')
    await acceptClaim(url, { order, secret })
    await confirmed(url, order.order_id)
  })
})
