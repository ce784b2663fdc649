/**
 * Tests a reorg beyond the confirmation depth that opens the vault of a final claim again: its owner posts the secret once more.
 */
import { expect, it } from '@jest/globals'
import { claimSchema } from '@tandem/contracts'
import { acceptClaim, postClaim, resultOf } from './support/api.ts'
import { useTestbed } from './support/use-testbed.ts'

const testbed = useTestbed()

it('takes a final claim up again that a reorg undid, and no other', async () => {
  const chain = testbed.control('right')
  const url = await testbed.startRelayer()
  const { order, secret } = await testbed.order()
  const snapshot = await chain.snapshot()
  const { claim_id: id } = await acceptClaim(url, { order, secret })
  const first = await testbed.untilClaim(url, order, 'confirmed')
  expect(await postClaim(url, { order, secret })).toMatchObject({ status: 200 })

  await chain.revert({ id: snapshot })
  await chain.mine({ blocks: 5 })
  const again = await postClaim(url, { order, secret })
  expect([again.status, resultOf(claimSchema, again.body)]).toMatchObject([
    202,
    { claim_id: id, status: 'submitted', claim_tx_hash: null },
  ])
  const second = await testbed.untilClaim(url, order, 'confirmed')
  expect(second.claim_tx_hash).not.toBe(first.claim_tx_hash)
  const events = await testbed.vaultEvents('right', 'EscrowClaimed', order.destination_intent.swap_id)
  expect(events.map(({ transactionHash }) => transactionHash)).toEqual([second.claim_tx_hash])
})
