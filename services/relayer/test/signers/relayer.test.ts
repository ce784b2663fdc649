/** Tests a relayer whose key is in a KMS, from its start to a confirmed claim, and one that runs out of gas money. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type OrderWire, relayerHealthSchema } from '@tandem/contracts'
import { untilSo } from '@tandem/local-services'
import { accessKey, type FakeKms, keyId, startFakeKms } from '@tandem/signers/testing'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { acceptClaim, postClaim } from '../support/api.ts'
import { useTestbed } from '../support/use-testbed.ts'

const before = { id: process.env.AWS_ACCESS_KEY_ID, secret: process.env.AWS_SECRET_ACCESS_KEY }
const testbed = useTestbed()
let kms: FakeKms

beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID = accessKey.id
  process.env.AWS_SECRET_ACCESS_KEY = accessKey.secret
})
afterAll(() => {
  for (const [name, value] of [
    ['AWS_ACCESS_KEY_ID', before.id],
    ['AWS_SECRET_ACCESS_KEY', before.secret],
  ] as const) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
})
beforeEach(async () => {
  kms = await testbed.keep(startFakeKms())
})

const inKms = () => ({ kind: 'aws_kms', key_id: keyId, region: 'eu-central-2', endpoint: kms.url })

/** Posts the claim of a new order. */
async function newClaim(url: string): Promise<OrderWire> {
  const { order, secret } = await testbed.order()
  await acceptClaim(url, { order, secret })
  return order
}
/** Waits until the last step gave this reason, with nothing revealed. */
async function waiting(order: OrderWire, reason: string): Promise<void> {
  const row = await untilSo(
    () => testbed.requestOf(order),
    ({ last_reason }) => last_reason === reason,
    reason,
  )
  expect(row).toMatchObject({ state: 'accepted', revealed_at: null })
}

describe('a relayer with its key in a KMS', () => {
  it('claims as the account of that key', async () => {
    const control = testbed.control('right')
    await control.setBalance({ address: kms.address, value: parseEther('1') })
    const url = await testbed.startRelayer({ SIGNERS: JSON.stringify({ right: [inKms()] }) })
    const claim = await testbed.untilClaim(url, await newClaim(url), 'confirmed')
    const { from } = await control.getTransaction({ hash: claim.claim_tx_hash as `0x${string}` })
    expect(from).toBe(kms.address.toLowerCase())
    expect(kms.seen.calls).toEqual(['GetPublicKey', 'Sign'])
  })

  it('does not start when the KMS refuses: it says which chain and which signer', async () => {
    kms.failNext('denied')
    await expect(testbed.startRelayer({ SIGNERS: JSON.stringify({ right: [inKms()] }) })).rejects.toThrow(
      `right: SIGNERS[0] (aws_kms ${keyId}): AWS KMS: AccessDeniedException`,
    )
  })

  it('does not start when two signers are the same account', async () => {
    const key = generatePrivateKey()
    await expect(testbed.startRelayer({ SIGNERS: JSON.stringify({ right: [key, key] }) })).rejects.toThrow(
      `right: SIGNERS[1] (private_key) and SIGNERS[0] (private_key) are both ${privateKeyToAccount(key).address}`,
    )
  })
})

describe('a signer without gas money', () => {
  const aSigner = async (value: bigint) => {
    const key = generatePrivateKey()
    const { address } = privateKeyToAccount(key)
    await testbed.control('right').setBalance({ address, value })
    return { address, SIGNERS: JSON.stringify({ right: [key] }) }
  }

  it('reveals nothing, says so, and goes on when it has some', async () => {
    const { address, SIGNERS } = await aSigner(1000n)
    const orderId = await newClaim(await testbed.startRelayer({ ROLES: 'api' }))
    await testbed.stopRelayers()
    const url = await testbed.startRelayer({ SIGNERS })
    await waiting(orderId, 'no signer can pay for gas')
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics).toContain(
      `tandem_relayer_signer_claims_left{chain="right",signer="${address}",service="relayer"} 0\n`,
    )
    await testbed.control('right').setBalance({ address, value: parseEther('1') })
    await testbed.untilClaim(url, orderId, 'confirmed')
  })

  it('takes no new claim on, keeps nothing of it, and takes it when there is some', async () => {
    await testbed.db.query('DELETE FROM signers')
    const { address, SIGNERS } = await aSigner(0n)
    const url = await testbed.startRelayer({ SIGNERS })
    const { order, secret } = await testbed.order()
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
    expect(await testbed.requestOf(order)).toBeUndefined()

    await testbed.control('right').setBalance({ address, value: parseEther('1') })
    await untilLeft((claims) => claims > 2, 'funded')
    await acceptClaim(url, { order, secret })
    await testbed.untilClaim(url, order, 'confirmed')
  })
})
