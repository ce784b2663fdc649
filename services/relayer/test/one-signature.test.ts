/**
 * Tests source escrows that the relayer creates by one signature of the user: Permit2 with the terms as witness, and EIP-3009.
 */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, initiationSchema, type OrderWire } from '@tandem/contracts'
import { readVault, testAuthorizedTokenAbi } from '@tandem/escrow'
import { deployDeterministic } from '@tandem/escrow/deploy'
import { permit2 } from '@tandem/local-services'
import { type Address, erc20Abi, maxUint256, parseSignature } from 'viem'
import { type Answer, postInitiation, readInitiation, resultOf } from './support/api.ts'
import { termsOf } from './support/escrow-calls.ts'
import { initiationBodies, later } from './support/initiation-bodies.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed({ hasAuthorizations: true })
const { byPermit2, byEip3009, approve } = initiationBodies(testbed)

beforeAll(async () => {
  const wallet = testbed.wallet('left', 0)
  const clients = { publicClient: wallet, walletClient: wallet }
  const { address } = await deployDeterministic({ ...clients, initCode: permit2.initCode(), salt: permit2.salt })
  expect(address).toBe(permit2.address)
})

const start = (roles: string): Promise<string> => testbed.startRelayer({ ROLES: roles })
const refusalOf = async (url: string, body: object) => {
  const { status, code } = await postInitiation(url, body)
  return [status, code]
}
const user = () => testbed.wallet('left', 1)
const stranger = () => testbed.wallet('left', 3)
const approvePermit2 = (amount = maxUint256) => approve(amount, permit2.address)

const sourceOf = ({ source_intent: source }: OrderWire) =>
  readVault(testbed.control('left'), {
    registry: testbed.registry,
    vault: source.swap_id as Address,
    terms: termsOf(source),
  })

/** Mines until the initiation that was accepted has ended. */
async function ended(url: string, { status, body }: Answer) {
  expect([200, 202]).toContain(status)
  const { initiation_id: id } = resultOf(initiationSchema, body)
  return testbed.mineUntil(
    () => readInitiation(url, id),
    (one) => ['confirmed', 'superseded', 'failed'].includes(one.status),
    'ended',
    { chain: 'left' },
  )
}

describe('POST /initiations by permit2', () => {
  it('creates the escrow by one signature, with no allowance to the registry', async () => {
    await approvePermit2()
    const url = await start('api,worker')
    const order = await testbed.unfundedOrder()
    const made = await ended(url, await postInitiation(url, await byPermit2(order)))
    expect(made).toMatchObject({ type: 'permit2', status: 'confirmed' })
    expect(await sourceOf(order)).toMatchObject({ state: 'open', balance: 1000n })
    const allowance = { abi: erc20Abi, functionName: 'allowance' } as const
    expect(
      await user().readContract({
        ...allowance,
        address: testbed.token,
        args: [user().account.address, testbed.registry],
      }),
    ).toBe(0n)
  })

  it('keeps what it took over a restart', async () => {
    await approvePermit2()
    const order = await testbed.unfundedOrder()
    const answer = await postInitiation(await start('api'), await byPermit2(order))
    expect(await ended(await start('api,worker'), answer)).toMatchObject({ type: 'permit2', status: 'confirmed' })
  })

  it('refuses a signature over other terms, for another spender, or by another key', async () => {
    await approvePermit2()
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    const terms = termsOf(order.source_intent)
    const bodies = [
      await byPermit2(order, { terms: { ...terms, recipient: stranger().account.address } }),
      await byPermit2(order, { terms: { ...terms, amount: 1n } }),
      await byPermit2(order, { terms: { ...terms, cancelAfter: terms.cancelAfter + 1 } }),
      await byPermit2(order, { registry: stranger().account.address }),
      await byPermit2(order, { chainId: 1 }),
      await byPermit2(order, { signer: stranger() }),
    ]
    for (const body of bodies) expect(await refusalOf(url, body)).toEqual([422, 'SIGNATURE_INVALID'])
    expect(await sourceOf(order)).toMatchObject({ state: 'missing' })
  })

  it('takes nothing on that the registry would refuse: expired, used before, not approved', async () => {
    await approvePermit2()
    const url = await start('api,worker')
    const used = await testbed.unfundedOrder()
    const body = await byPermit2(used)
    await ended(url, await postInitiation(url, body))
    const order = await testbed.unfundedOrder()
    const reverts = [409, 'CREATION_REVERTS']
    const again = await byPermit2(order, { nonce: BigInt(body.nonce) })
    expect(await refusalOf(url, again)).toEqual(reverts)
    expect(await refusalOf(url, await byPermit2(order, { deadline: 1_000_000_000n }))).toEqual(reverts)
    await approvePermit2(0n)
    const good = await byPermit2(order)
    expect(await refusalOf(url, good)).toEqual(reverts)
    await approvePermit2()
    expect((await postInitiation(url, good)).status).toBe(202)
  })
})

describe('POST /initiations with what no wallet signs', () => {
  const sizes = [0, 1, 32, 63, 64, 66, 96, 130]
  const of = (bytes: number) => `0x${'1b'.repeat(bytes)}`
  const numbers = [String(2n ** 256n), '9'.repeat(78)]
  const recoveries = ['00', '01', '1b', '1c']

  it('is told what is wrong, and never blames an endpoint', async () => {
    await approvePermit2()
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    const permit2Body = await byPermit2(order)
    const eip3009Body = await byEip3009(order)
    const signed = { type: 'signed', order_id: order.order_id, deadline: later }
    const permit = { ...signed, type: 'permit', permit_deadline: String(later), creator_signature: of(65) }
    const bodies = [
      ...sizes.flatMap((bytes) => [
        { ...signed, creator_signature: of(bytes) },
        { ...permit, permit_signature: of(bytes) },
        { ...permit2Body, signature: of(bytes) },
        { ...eip3009Body, signature: of(bytes) },
      ]),
      ...recoveries.flatMap((last) => [
        { ...signed, creator_signature: of(64) + last },
        { ...permit, permit_signature: of(64) + last },
      ]),
      ...numbers.flatMap((number) => [
        { ...permit, permit_signature: of(65), permit_deadline: number },
        { ...permit2Body, nonce: number },
        { ...eip3009Body, valid_before: number },
        { ...eip3009Body, valid_after: number, valid_before: number },
      ]),
    ]
    for (const body of bodies) {
      const answer = await postInitiation(url, body)
      const told = errorEnvelopeSchema.parse(answer.body)
      expect([400, 409, 422]).toContain(answer.status)
      expect(told.result.length).toBeGreaterThan(20)
    }
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics.match(/^tandem_endpoint_faults_total\{.* [1-9]/gm)).toBeNull()
  })

  it('says that a recovery byte of 0 or 1 is not the one that the contracts take', async () => {
    await approvePermit2()
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    const good = await byEip3009(order)
    const old = good.signature.endsWith('1b') ? '00' : '01'
    const answer = await postInitiation(url, { ...good, signature: good.signature.slice(0, -2) + old })
    const { code, result } = errorEnvelopeSchema.parse(answer.body)
    expect([answer.status, code, result]).toEqual([409, 'CREATION_REVERTS', expect.stringContaining('recovery byte')])
  })
})

describe('POST /initiations by eip3009', () => {
  it('creates the escrow by one signature, with no allowance at all', async () => {
    const url = await start('api,worker')
    const order = await testbed.unfundedOrder()
    const made = await ended(url, await postInitiation(url, await byEip3009(order)))
    expect(made).toMatchObject({ type: 'eip3009', status: 'confirmed' })
    expect(await sourceOf(order)).toMatchObject({ state: 'open', balance: 1000n })
  })

  it('creates it all the same when a stranger has used the authorization at the token first', async () => {
    const url = await start('api,worker')
    const order = await testbed.unfundedOrder()
    const body = await byEip3009(order)
    const { r, s, yParity } = parseSignature(body.signature)
    const hash = await stranger().writeContract({
      address: testbed.token,
      abi: testAuthorizedTokenAbi,
      functionName: 'transferWithAuthorization',
      args: [
        user().account.address,
        order.source_intent.swap_id as Address,
        1000n,
        0n,
        BigInt(later),
        body.nonce,
        27 + yParity,
        r,
        s,
      ],
    })
    await stranger().waitForTransactionReceipt({ hash })
    expect(await ended(url, await postInitiation(url, body))).toMatchObject({ status: 'confirmed' })
    expect(await sourceOf(order)).toMatchObject({ state: 'open', balance: 1000n })
  })

  it('takes nothing on that would not fund this vault: another payee, amount, time or payer', async () => {
    const url = await start('api')
    const order = await testbed.unfundedOrder()
    const bodies = [
      await byEip3009(order, { to: stranger().account.address }),
      await byEip3009(order, { value: 999n }),
      await byEip3009(order, { validBefore: 1_000_000_000n }),
      await byEip3009(order, { validAfter: BigInt(later) }),
      await byEip3009(order, { from: stranger().account.address }),
      { ...(await byEip3009(order)), signature: '0x1234' },
    ]
    for (const body of bodies) expect(await refusalOf(url, body)).toEqual([409, 'CREATION_REVERTS'])
    expect(await sourceOf(order)).toMatchObject({ state: 'missing' })
  })
})
