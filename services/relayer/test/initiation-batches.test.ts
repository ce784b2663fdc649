/**
 * Tests that initiations of the same moment and kind share a transaction. A hostile one costs a bounded amount, and costs no
 * other one its escrow.
 */
import { describe, expect, it } from '@jest/globals'
import type { InitiationWire, OrderWire } from '@tandem/contracts'
import { encodeCreateEscrow, escrowRegistryAbi } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import { type Hex, parseGwei, toFunctionSelector } from 'viem'
import { acceptInitiation, outcomesOf, readInitiation } from './support/api.ts'
import { termsOf } from './support/escrow-calls.ts'
import { burns, refuseFunding } from './support/grudging-token.ts'
import { initiationBodies, prefunded } from './support/initiation-bodies.ts'
import { confirmations } from './support/test-chains.ts'
import type { Changed } from './support/testbed.ts'
import { useTestbed } from './support/use-testbed.ts'

const selectorOf = (name: string) => {
  const found = escrowRegistryAbi.find((one) => one.type === 'function' && one.name === name)
  if (found?.type !== 'function') throw new Error(`the registry has no ${name}`)
  return toFunctionSelector(found)
}
const calls = { prefunded: selectorOf('createEscrowBatch'), signed: selectorOf('createEscrowSignedBatch') }

const testbed = useTestbed()
const { bySignature, approve } = initiationBodies(testbed)

const chain = () => testbed.control('left')
const user = () => testbed.wallet('left', 1)
const stranger = () => testbed.wallet('left', 3)

/** Starts a relayer. Its batches wait for long, since a busy machine checks their members slowly. */
const start = (env: Record<string, string> = {}, changed: Changed = {}): Promise<string> =>
  testbed.startRelayer(env, { claimBatchWaitMs: 5_000, ...changed })

type Type = 'prefunded' | 'signed'

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
    const { order } = await testbed.order({ isSourceOpen: false, isPrefunded, isDestinationOpen: false })
    const body = isPrefunded ? prefunded(order) : await bySignature(order, signer)
    taken.push({ id: (await acceptInitiation(api, body)).initiation_id, order })
  }
  return taken
}

const initiationOf = (url: string, { id }: Taken): Promise<InitiationWire> => readInitiation(url, id)
/** Mines blocks until `isSo` holds for the initiation. */
const untilInitiation = (url: string, taken: Taken, isSo: (one: InitiationWire) => boolean): Promise<InitiationWire> =>
  testbed.mineUntil(() => initiationOf(url, taken), isSo, 'as expected', { chain: 'left' })
const isConfirmed = ({ status }: InitiationWire) => status === 'confirmed'

/** The transactions that created the escrow: one, if all is well. */
async function creationsOf({ order }: Taken): Promise<Hex[]> {
  const events = await testbed.vaultEvents('left', 'EscrowCreated', order.source_intent.swap_id)
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
      const { rows } = await testbed.db.query<{ hash: Hex }>(
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
  await testbed.mineUntil(
    async () =>
      (await testbed.db.query("SELECT nonce::int FROM nonces WHERE chain = 'left' AND closed_hash IS NULL")).rows,
    (open) => open.length === 0,
    'clean',
    { chain: 'left' },
  )
}
const makeDue = ({ order }: Taken) => testbed.makeDue(order)

describe('initiations that come at the same moment', () => {
  it('go out in a transaction for each kind; one whose allowance others have used waits alone', async () => {
    await approve(5_000n)
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

    await approve(1_000n)
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
    const hash = await stranger().sendTransaction({ to: testbed.registry, data, ...quick })
    await chain().setAutomine(true)
    for (const one of others) await untilInitiation(url, one, isConfirmed)
    const ended = await untilInitiation(url, first, ({ status }) => status === 'superseded')
    expect(ended.create_tx_hash).toBe(hash)
    expect(await creationsOf(first)).toEqual([hash])
    expect(await batchesOf(others)).toEqual([{ size: 3, call: calls.prefunded }])
    await expectClean()
  })

  it('are sent again after a reorg took all of them away', async () => {
    await approve(4_000n)
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
    await testbed.db.query("UPDATE tx_attempts SET last_broadcast_at = last_broadcast_at - interval '5 seconds'")
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
    const accept = await refuseFunding(testbed, 'left', hostile.order.source_intent.swap_id, burns)
    const url = await start()
    for (const one of others) await untilInitiation(url, one, isConfirmed)
    expect(await batchesOf(others)).toEqual([{ size: 4, call: calls.prefunded }])
    const waiting = await untilInitiation(url, hostile, ({ error_code: why }) => why !== null)
    expect(waiting).toMatchObject({ status: 'submitted', error_code: 'PAYOUT_REVERTS' })
    expect(outcomesOf(waiting)).toEqual(['mined', 'reverted', 'reverted'])

    await accept()
    const data = encodeCreateEscrow(termsOf(hostile.order.source_intent))
    const hash = await stranger().sendTransaction({ to: testbed.registry, data })
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
    await approve(4_000n)
    const byKey = await accepted('signed', 3)
    await chain().setCode({ address: user().account.address, bytecode: wallet })
    const [byCode] = (await accepted('signed', 1, stranger())) as [Taken]
    const url = await start()
    for (const one of byKey) await untilInitiation(url, one, isConfirmed)
    expect(await batchesOf(byKey)).toEqual([{ size: 3, call: calls.signed }])
    const spent = await untilInitiation(url, byCode, ({ error_code: why }) => why === 'PAYOUT_REVERTS')
    expect(outcomesOf(spent)).toEqual(['reverted', 'reverted', 'reverted'])
    for (const { gas_limit: limit } of spent.attempts) expect(Number(limit)).toBeLessThanOrEqual(400_000)
    expect(await creationsOf(byCode)).toEqual([])
    await chain().setCode({ address: user().account.address, bytecode: '0x' })
    await expectClean()
  })
})
