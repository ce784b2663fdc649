/**
 * Tests a reorg beyond the confirmation depth that opens the vault of a final claim again: its owner posts the secret once more.
 */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { type ClaimWire, claimSchema, successEnvelopeSchema } from '@tandem/contracts'
import { escrowRegistryAbi } from '@tandem/escrow'
import { untilSo } from '@tandem/local-services'
import type { Address } from 'viem'
import { type PostedClaim, postClaim } from './support/post.ts'
import { Surroundings } from './support/surroundings.ts'

let around: Surroundings
const running: ReturnType<Surroundings['relayer']>[] = []

beforeAll(async () => {
  around = await Surroundings.start()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((relayer) => relayer.stop()))
})
afterAll(() => around.stop())

const chain = () => around.control('right')

async function claimed(url: string, posted: PostedClaim): Promise<ClaimWire> {
  const { body } = await postClaim(url, posted)
  return successEnvelopeSchema(claimSchema).parse(body).result
}
const untilConfirmed = (url: string, id: string): Promise<ClaimWire> =>
  untilSo(
    async () => {
      await chain().mine({ blocks: 1 })
      const answer: unknown = await (await fetch(`${url}/claims/${id}`)).json()
      return successEnvelopeSchema(claimSchema).parse(answer).result
    },
    ({ status }) => status === 'confirmed',
    'confirmed',
  )

it('takes a final claim up again that a reorg undid, and no other', async () => {
  const relayer = around.relayer()
  running.push(relayer)
  const { url } = await relayer.start()
  const { order, secret } = await around.order()
  const snapshot = await chain().snapshot()
  const { claim_id: id } = await claimed(url, { order, secret })
  const first = await untilConfirmed(url, id)
  expect(await postClaim(url, { order, secret })).toMatchObject({ status: 200 })

  await chain().revert({ id: snapshot })
  await chain().mine({ blocks: 5 })
  const again = await postClaim(url, { order, secret })
  expect([again.status, successEnvelopeSchema(claimSchema).parse(again.body).result]).toMatchObject([
    202,
    { claim_id: id, status: 'submitted', claim_tx_hash: null },
  ])
  const second = await untilConfirmed(url, id)
  expect(second.claim_tx_hash).not.toBe(first.claim_tx_hash)
  const events = await chain().getContractEvents({
    ...{ address: around.registry, abi: escrowRegistryAbi, eventName: 'EscrowClaimed', fromBlock: 0n },
    args: { vault: order.destination_intent.swap_id as Address },
  })
  expect(events.map(({ transactionHash }) => transactionHash)).toEqual([second.claim_tx_hash])
})
