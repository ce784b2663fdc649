/**
 * Tests source escrows that the relayer creates by one signature of the user: Permit2 with the terms as witness, and EIP-3009.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorEnvelopeSchema, initiationSchema, type OrderWire, successEnvelopeSchema } from '@tandem/contracts'
import { authorizationTypedData, permit2TypedData, readVault, testAuthorizedTokenAbi } from '@tandem/escrow'
import { deployDeterministic } from '@tandem/escrow/deploy'
import { permit2 } from '@tandem/local-services'
import { type Address, erc20Abi, type Hex, maxUint256, parseSignature } from 'viem'
import { termsOf } from './support/escrow-calls.ts'
import { Surroundings } from './support/surroundings.ts'

const later = 4_000_000_000
let around: Surroundings
let nonce = 0n
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start({ hasAuthorizations: true })
  const wallet = around.wallet('left', 0)
  const clients = { publicClient: wallet, walletClient: wallet }
  const { address } = await deployDeterministic({ ...clients, initCode: permit2.initCode(), salt: permit2.salt })
  expect(address).toBe(permit2.address)
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
})
afterAll(() => around?.stop())

async function start(roles: string): Promise<string> {
  const relayer = around.relayer({ ROLES: roles })
  running.push(relayer)
  return (await relayer.start()).url
}

const initiate = (url: string, body: object) =>
  fetch(`${url}/initiations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
async function refusal(answer: Response) {
  const { code } = errorEnvelopeSchema.parse(await answer.json())
  return [answer.status, code]
}

/** An order whose source is not funded. */
const newOrder = async (): Promise<OrderWire> =>
  (await around.order({ isSourceOpen: false, isPrefunded: false, isDestinationOpen: false })).order
const user = () => around.wallet('left', 1)
const stranger = () => around.wallet('left', 3)

async function approvePermit2(amount = maxUint256): Promise<void> {
  const hash = await user().writeContract({
    address: around.token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [permit2.address, amount],
  })
  await user().waitForTransactionReceipt({ hash })
}

async function byPermit2(
  order: OrderWire,
  over: Partial<Parameters<typeof permit2TypedData>[0]> & { signer?: ReturnType<typeof user> } = {},
) {
  nonce += 1n
  const { signer = user(), ...fields } = over
  const message = {
    chainId: around.anvils.left.chainId,
    registry: around.registry,
    terms: termsOf(order.source_intent),
    nonce,
    deadline: BigInt(later),
    ...fields,
  }
  const signature = await signer.signTypedData(permit2TypedData(message))
  const sent = { nonce: String(message.nonce), deadline: Number(message.deadline) }
  return { type: 'permit2', order_id: order.order_id, ...sent, signature }
}

async function byEip3009(order: OrderWire, over: Partial<Parameters<typeof authorizationTypedData>[0]> = {}) {
  nonce += 1n
  const { source_intent: source, order_id } = order
  const message = {
    token: around.token,
    ...{ name: 'Dai', version: '1', chainId: around.anvils.left.chainId },
    from: user().account.address,
    to: source.swap_id as Address,
    value: BigInt(source.amount),
    ...{ validAfter: 0n, validBefore: BigInt(later) },
    nonce: `0x${nonce.toString(16).padStart(64, '0')}` as Hex,
    ...over,
  }
  const signature = await user().signTypedData(authorizationTypedData(message))
  const { validAfter, validBefore } = message
  const times = { valid_after: String(validAfter), valid_before: String(validBefore) }
  return { type: 'eip3009', order_id, ...times, nonce: message.nonce, signature }
}

const sourceOf = ({ source_intent: source }: OrderWire) =>
  readVault(around.control('left'), {
    registry: around.registry,
    vault: source.swap_id as Address,
    terms: termsOf(source),
  })

/** Waits until the initiation has ended, however long the machine takes. */
async function ended(url: string, answer: Response) {
  expect([200, 202]).toContain(answer.status)
  const { initiation_id: id } = successEnvelopeSchema(initiationSchema).parse(await answer.json()).result
  for (;;) {
    const read = await (await fetch(`${url}/initiations/${id}`)).json()
    const initiation = successEnvelopeSchema(initiationSchema).parse(read).result
    if (['confirmed', 'superseded', 'failed'].includes(initiation.status)) return initiation
    await around.control('left').mine({ blocks: 1 })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('POST /initiations by permit2', () => {
  it('creates the escrow by one signature, with no allowance to the registry', async () => {
    await approvePermit2()
    const url = await start('api,worker')
    const order = await newOrder()
    const made = await ended(url, await initiate(url, await byPermit2(order)))
    expect(made).toMatchObject({ type: 'permit2', status: 'confirmed' })
    expect(await sourceOf(order)).toMatchObject({ state: 'open', balance: 1000n })
    const allowance = { abi: erc20Abi, functionName: 'allowance' } as const
    expect(
      await user().readContract({
        ...allowance,
        address: around.token,
        args: [user().account.address, around.registry],
      }),
    ).toBe(0n)
  })

  it('keeps what it took over a restart', async () => {
    await approvePermit2()
    const order = await newOrder()
    const answer = await initiate(await start('api'), await byPermit2(order))
    await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
    expect(await ended(await start('api,worker'), answer)).toMatchObject({ type: 'permit2', status: 'confirmed' })
  })

  it('refuses a signature over other terms, for another spender, or by another key', async () => {
    await approvePermit2()
    const url = await start('api')
    const order = await newOrder()
    const terms = termsOf(order.source_intent)
    const bodies = [
      await byPermit2(order, { terms: { ...terms, recipient: stranger().account.address } }),
      await byPermit2(order, { terms: { ...terms, amount: 1n } }),
      await byPermit2(order, { terms: { ...terms, cancelAfter: terms.cancelAfter + 1 } }),
      await byPermit2(order, { registry: stranger().account.address }),
      await byPermit2(order, { chainId: 1 }),
      await byPermit2(order, { signer: stranger() }),
    ]
    for (const body of bodies) expect(await refusal(await initiate(url, body))).toEqual([422, 'SIGNATURE_INVALID'])
    expect(await sourceOf(order)).toMatchObject({ state: 'missing' })
  })

  it('takes nothing on that the registry would refuse: expired, used before, not approved', async () => {
    await approvePermit2()
    const url = await start('api,worker')
    const used = await newOrder()
    const body = await byPermit2(used)
    await ended(url, await initiate(url, body))
    const order = await newOrder()
    const reverts = [409, 'CREATION_REVERTS']
    const again = await byPermit2(order, { nonce: BigInt(body.nonce) })
    expect(await refusal(await initiate(url, again))).toEqual(reverts)
    expect(await refusal(await initiate(url, await byPermit2(order, { deadline: 1_000_000_000n })))).toEqual(reverts)
    await approvePermit2(0n)
    const good = await byPermit2(order)
    expect(await refusal(await initiate(url, good))).toEqual(reverts)
    await approvePermit2()
    expect((await initiate(url, good)).status).toBe(202)
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
    const order = await newOrder()
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
      const answer = await initiate(url, body)
      const told = errorEnvelopeSchema.parse(await answer.json())
      expect([400, 409, 422]).toContain(answer.status)
      expect(told.result.length).toBeGreaterThan(20)
    }
    const metrics = await (await fetch(`${url}/metrics`)).text()
    expect(metrics.match(/^tandem_endpoint_faults_total\{.* [1-9]/gm)).toBeNull()
  })

  it('says that a recovery byte of 0 or 1 is not the one that the contracts take', async () => {
    await approvePermit2()
    const url = await start('api')
    const order = await newOrder()
    const good = await byEip3009(order)
    const old = good.signature.endsWith('1b') ? '00' : '01'
    const answer = await initiate(url, { ...good, signature: good.signature.slice(0, -2) + old })
    const { code, result } = errorEnvelopeSchema.parse(await answer.json())
    expect([answer.status, code, result]).toEqual([409, 'CREATION_REVERTS', expect.stringContaining('recovery byte')])
  })
})

describe('POST /initiations by eip3009', () => {
  it('creates the escrow by one signature, with no allowance at all', async () => {
    const url = await start('api,worker')
    const order = await newOrder()
    const made = await ended(url, await initiate(url, await byEip3009(order)))
    expect(made).toMatchObject({ type: 'eip3009', status: 'confirmed' })
    expect(await sourceOf(order)).toMatchObject({ state: 'open', balance: 1000n })
  })

  it('creates it all the same when a stranger has used the authorization at the token first', async () => {
    const url = await start('api,worker')
    const order = await newOrder()
    const body = await byEip3009(order)
    const { r, s, yParity } = parseSignature(body.signature)
    const hash = await stranger().writeContract({
      address: around.token,
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
    expect(await ended(url, await initiate(url, body))).toMatchObject({ status: 'confirmed' })
    expect(await sourceOf(order)).toMatchObject({ state: 'open', balance: 1000n })
  })

  it('takes nothing on that would not fund this vault: another payee, amount, time or payer', async () => {
    const url = await start('api')
    const order = await newOrder()
    const bodies = [
      await byEip3009(order, { to: stranger().account.address }),
      await byEip3009(order, { value: 999n }),
      await byEip3009(order, { validBefore: 1_000_000_000n }),
      await byEip3009(order, { validAfter: BigInt(later) }),
      await byEip3009(order, { from: stranger().account.address }),
      { ...(await byEip3009(order)), signature: '0x1234' },
    ]
    for (const body of bodies) expect(await refusal(await initiate(url, body))).toEqual([409, 'CREATION_REVERTS'])
    expect(await sourceOf(order)).toMatchObject({ state: 'missing' })
  })
})
