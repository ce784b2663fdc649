/**
 * Tests that initiations of the same moment and kind share a transaction. A hostile one costs a bounded amount, and costs no
 * other one its escrow.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type InitiationWire, initiationSchema, type OrderWire, successEnvelopeSchema } from '@tandem/contracts'
import { createEscrowTypedData, encodeCreateEscrow, escrowRegistryAbi } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import pg from 'pg'
import { type Address, concatHex, erc20Abi, type Hex, parseGwei, toFunctionSelector } from 'viem'
import { termsOf } from './support/escrow-calls.ts'
import { burns, grudgingToken, hasGasPrice, isBalanceOf, isTo } from './support/grudging-token.ts'
import { post } from './support/post.ts'
import { type Changed, confirmations, Surroundings } from './support/surroundings.ts'

const deadline = 4_000_000_000
/** Where the token's own code is while other code is in its place. */
const original: Address = '0x00000000000000000000000000000000000070Ce'
const selectorOf = (name: string) => {
  const found = escrowRegistryAbi.find((one) => one.type === 'function' && one.name === name)
  if (found?.type !== 'function') throw new Error(`the registry has no ${name}`)
  return toFunctionSelector(found)
}
const calls = { prefunded: selectorOf('createEscrowBatch'), signed: selectorOf('createEscrowSignedBatch') }

let around: Surroundings
let db: pg.Client
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
  db = new pg.Client({ connectionString: around.database.url })
  await db.connect()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
  await chain().setAutomine(true)
})
afterAll(async () => {
  await db.end()
  await around.stop()
})

const chain = () => around.control('left')
const user = () => around.wallet('left', 1)
const stranger = () => around.wallet('left', 3)

/** Starts a relayer. Its batches wait for long, since a busy machine checks their members slowly. */
async function start(env: Record<string, string> = {}, changed: Changed = {}): Promise<string> {
  const relayer = around.relayer(env, { claimBatchWaitMs: 5_000, ...changed })
  running.push(relayer)
  return (await relayer.start()).url
}

async function allow(amount: bigint): Promise<void> {
  const call = {
    address: around.token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [around.registry, amount],
  } as const
  await user().waitForTransactionReceipt({ hash: await user().writeContract(call) })
}

type Type = 'prefunded' | 'signed'

async function bodyOf(type: Type, order: OrderWire, signer: ReturnType<typeof user>): Promise<object> {
  const { order_id, source_intent: source } = order
  if (type === 'prefunded') return { type, order_id }
  const on = { chainId: around.anvils.left.chainId, registry: around.registry }
  const typedData = createEscrowTypedData({ ...on, terms: termsOf(source), deadline })
  return { type, order_id, deadline, creator_signature: await signer.signTypedData(typedData) }
}

interface Taken {
  id: string
  order: OrderWire
}

/** Has an API without a worker accept initiations, so that the worker finds all of them at once. */
async function accepted(type: Type, count: number, signer = user()): Promise<Taken[]> {
  const api = await start({ ROLES: 'api' })
  const taken: Taken[] = []
  for (let index = 0; index < count; index += 1) {
    const isPrefunded = type === 'prefunded'
    const { order } = await around.order({ isSourceOpen: false, isPrefunded, isDestinationOpen: false })
    const { status, body } = await post(`${api}/initiations`, await bodyOf(type, order, signer))
    expect(status).toBe(202)
    taken.push({ id: successEnvelopeSchema(initiationSchema).parse(body).result.initiation_id, order })
  }
  return taken
}

async function initiationOf(url: string, { id }: Taken): Promise<InitiationWire> {
  const answer: unknown = await (await fetch(`${url}/initiations/${id}`)).json()
  return successEnvelopeSchema(initiationSchema).parse(answer).result
}
/** Mines blocks until `isSo` holds for the initiation. */
const untilInitiation = (url: string, taken: Taken, isSo: (one: InitiationWire) => boolean): Promise<InitiationWire> =>
  untilSo(
    async () => {
      await chain().mine({ blocks: 1 })
      return initiationOf(url, taken)
    },
    isSo,
    'so',
  )
const isConfirmed = ({ status }: InitiationWire) => status === 'confirmed'

/** The transactions that created the escrow: one, if all is well. */
async function creationsOf({ order }: Taken): Promise<Hex[]> {
  const events = await chain().getContractEvents({
    ...{ address: around.registry, abi: escrowRegistryAbi, eventName: 'EscrowCreated', fromBlock: 0n },
    args: { vault: order.source_intent.swap_id as Address },
  })
  return events.map(({ transactionHash }) => transactionHash)
}
/** Asserts that each escrow was created once. @returns how many of them each transaction created, and what it called. */
async function batchesOf(all: readonly Taken[]): Promise<{ size: number; call: Hex }[]> {
  const creations = await Promise.all(all.map(creationsOf))
  expect(creations.map(({ length }) => length)).toEqual(all.map(() => 1))
  const hashes = creations.flat()
  return Promise.all(
    [...new Set(hashes)].map(async (hash) => ({
      size: hashes.filter((one) => one === hash).length,
      call: (await chain().getTransaction({ hash })).input.slice(0, 10) as Hex,
    })),
  )
}
/** The hash of the transaction that was last sent for the initiation. */
const untilSent = ({ id }: Taken): Promise<Hex> =>
  untilSo(
    async () => {
      const { rows } = await db.query<{ hash: Hex }>(
        `SELECT hash FROM tx_attempts JOIN nonce_members USING (chain, signer, nonce)
          WHERE request_id = $1 AND provider IS NOT NULL ORDER BY number DESC`,
        [id],
      )
      return rows[0]?.hash
    },
    () => true,
    'sent',
  )
/** Asserts that nothing is under way: every nonce is used, and known to be. */
async function expectClean(): Promise<void> {
  await untilSo(
    async () => {
      await chain().mine({ blocks: 1 })
      const { rows } = await db.query("SELECT nonce::int FROM nonces WHERE chain = 'left' AND closed_hash IS NULL")
      return rows
    },
    (open) => open.length === 0,
    'clean',
  )
}
const makeDue = ({ id }: Taken) => db.query('UPDATE requests SET next_step_at = now() WHERE id = $1', [id])

describe('initiations that come at the same moment', () => {
  it('go out in a transaction for each kind; one whose allowance others have used waits alone', async () => {
    await allow(5_000n)
    const prefunded = await accepted('prefunded', 5)
    const signed = await accepted('signed', 6)
    const url = await start()
    for (const one of prefunded) await untilInitiation(url, one, isConfirmed)
    const hasLeft = async () => (await Promise.all(signed.map((one) => initiationOf(url, one)))).map(isConfirmed)
    await untilSo(
      async () => {
        await chain().mine({ blocks: 1 })
        return hasLeft()
      },
      (left) => left.filter(Boolean).length === 5,
      'five confirmed',
    )
    const left = await hasLeft()
    const [waiting] = signed.filter((_one, index) => left[index] === false)
    if (waiting === undefined) throw new Error('none waits')
    const made = await batchesOf([...prefunded, ...signed.filter((one) => one !== waiting)])
    for (const call of Object.values(calls)) expect(made.find((one) => one.call === call)?.size).toBeGreaterThan(2)
    expect(made.length).toBeLessThan(10)
    expect(await creationsOf(waiting)).toEqual([])
    expect((await initiationOf(url, waiting)).attempts.length).toBeLessThanOrEqual(2)

    await allow(1_000n)
    await untilInitiation(url, waiting, isConfirmed)
    expect(await creationsOf(waiting)).toHaveLength(1)
    await expectClean()
  })

  it('one that a stranger creates first ends by that transaction, and the others are created', async () => {
    const taken = await accepted('prefunded', 4)
    const [first, ...others] = taken as [Taken, ...Taken[]]
    await chain().setAutomine(false)
    const url = await start()
    const batch = await Promise.all(taken.map(untilSent))
    expect(new Set(batch).size).toBe(1)
    const quick = { maxFeePerGas: parseGwei('200'), maxPriorityFeePerGas: parseGwei('100'), gas: 300_000n }
    const data = encodeCreateEscrow(termsOf(first.order.source_intent))
    const hash = await stranger().sendTransaction({ to: around.registry, data, ...quick })
    await chain().setAutomine(true)
    for (const one of others) await untilInitiation(url, one, isConfirmed)
    const ended = await untilInitiation(url, first, ({ status }) => status === 'superseded')
    expect(ended.create_tx_hash).toBe(hash)
    expect(await creationsOf(first)).toEqual([hash])
    expect(await batchesOf(others)).toEqual([{ size: 3, call: calls.prefunded }])
    await expectClean()
  })

  it('are sent again after a reorg took all of them away', async () => {
    await allow(4_000n)
    const taken = await accepted('signed', 4)
    const snapshot = await chain().snapshot()
    const url = await start()
    for (const one of taken)
      await untilSo(
        () => initiationOf(url, one),
        ({ create_tx_hash: hash }) => hash !== null,
        'mined',
      )
    await chain().revert({ id: snapshot })
    await chain().mine({ blocks: confirmations + 1 })
    for (const one of taken) await untilInitiation(url, one, isConfirmed)
    const made = await batchesOf(taken)
    expect(made.reduce((sum, { size }) => sum + size, 0)).toBe(4)
    await expectClean()
  })

  it('are replaced together when blocks pass them by', async () => {
    const taken = await accepted('prefunded', 3)
    await chain().setAutomine(false)
    const url = await start()
    const [hash] = await Promise.all(taken.map(untilSent))
    await chain().dropTransaction({ hash: hash as Hex })
    await chain().mine({ blocks: 41 })
    await db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '5 seconds'")
    const next = await untilSo(
      async () => {
        await Promise.all(taken.map(makeDue))
        return untilSent(taken[0] as Taken)
      },
      (one) => one !== hash,
      'replaced',
    )
    await chain().setAutomine(true)
    for (const one of taken)
      expect(await untilInitiation(url, one, isConfirmed)).toMatchObject({ create_tx_hash: next })
    expect(await batchesOf(taken)).toEqual([{ size: 3, call: calls.prefunded }])
    await expectClean()
  })

  it('go out one by one where batches are turned off', async () => {
    const taken = await accepted('prefunded', 3)
    const url = await start({}, { initiationBatchMost: 1 })
    for (const one of taken) await untilInitiation(url, one, isConfirmed)
    expect((await batchesOf(taken)).map(({ size }) => size)).toEqual([1, 1, 1])
    await expectClean()
  })
})

describe('a token that burns the gas of one creation, and not of its simulation', () => {
  it('costs three transactions; the others of the batch are created by the first', async () => {
    const taken = await accepted('prefunded', 5)
    const [hostile, ...others] = taken as [Taken, ...Taken[]]
    const code = (await chain().getCode({ address: around.token })) ?? '0x'
    await chain().setCode({ address: original, bytecode: code })
    const vault = hostile.order.source_intent.swap_id as Address
    // Each condition leaves a word on the stack; 0x16 is AND.
    const condition = concatHex([isBalanceOf, isTo(vault), '0x16', hasGasPrice, '0x16'])
    await chain().setCode({ address: around.token, bytecode: grudgingToken(condition, original, burns) })
    const url = await start()
    for (const one of others) await untilInitiation(url, one, isConfirmed)
    expect(await batchesOf(others)).toEqual([{ size: 4, call: calls.prefunded }])
    const waiting = await untilInitiation(url, hostile, ({ error_code: why }) => why !== null)
    expect(waiting).toMatchObject({ status: 'submitted', error_code: 'PAYOUT_REVERTS' })
    expect(waiting.attempts.map(({ outcome }) => outcome)).toEqual(['mined', 'reverted', 'reverted'])

    await chain().setCode({ address: around.token, bytecode: code })
    const data = encodeCreateEscrow(termsOf(hostile.order.source_intent))
    const hash = await stranger().sendTransaction({ to: around.registry, data })
    await chain().mine({ blocks: confirmations })
    await makeDue(hostile)
    const ended = await untilInitiation(url, hostile, ({ status }) => status === 'superseded')
    expect(ended).toMatchObject({ create_tx_hash: hash, error_code: null })
    await expectClean()
  })
})

describe('a creator whose code burns gas, and not in a simulation', () => {
  /** The code of a wallet that accepts every signature (EIP-1271) where there is no gas price. */
  const wallet: Hex = '0x3a15600657fe5b631626ba7e60e01b5f5260205ff3'

  it('goes alone, in three transactions at the gas limit of one; the signatures by its key share one', async () => {
    await allow(4_000n)
    const byKey = await accepted('signed', 3)
    await chain().setCode({ address: user().account.address, bytecode: wallet })
    const [byCode] = (await accepted('signed', 1, stranger())) as [Taken]
    const url = await start()
    for (const one of byKey) await untilInitiation(url, one, isConfirmed)
    expect(await batchesOf(byKey)).toEqual([{ size: 3, call: calls.signed }])
    const { attempts } = await untilInitiation(url, byCode, ({ error_code: why }) => why === 'PAYOUT_REVERTS')
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['reverted', 'reverted', 'reverted'])
    for (const { gas_limit: limit } of attempts) expect(Number(limit)).toBeLessThanOrEqual(400_000)
    expect(await creationsOf(byCode)).toEqual([])
    await chain().setCode({ address: user().account.address, bytecode: '0x' })
    await expectClean()
  })
})
