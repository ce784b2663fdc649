import { beforeAll, describe, expect, it } from '@jest/globals'
import { relayerDocument, relayerOperations } from '@tandem/contracts'
import { testTokenAbi } from '@tandem/escrow'
import fc from 'fast-check'
import request from 'supertest'
import type { Address } from 'viem'
import { documentTester, spoiled } from '../../../test/support/openapi.ts'
import { claimCall } from './support/escrow-calls.ts'
import { useTestbed } from './support/use-testbed.ts'

const runs = Number(process.env.OPENAPI_RUNS ?? 25)
/** Identifiers that exist, which half of the requests use. */
const known: Record<string, string[]> = { order_id: [], claim_id: [], initiation_id: [] }

const testbed = useTestbed()
let api: ReturnType<typeof request>
const document = documentTester(relayerDocument() as never, () => api, known)
const { operationOf, send } = document

beforeAll(async () => {
  api = request(await testbed.startRelayer({ ROLES: 'api' }))
})

/** An order that is known from then on, and the body that claims it. */
async function claimable() {
  const { order, secret } = await testbed.order()
  known.order_id?.push(order.order_id)
  return { order_id: order.order_id, secret }
}

describe('every operation answers as the document says', () => {
  it('and the document names every operation of the contract', () => {
    expect(document.operations.map(({ operationId }) => operationId).sort()).toEqual(
      relayerOperations.map(({ operationId }) => operationId).sort(),
    )
  })

  it('POST /claims, to a body that is right and testbed it', async () => {
    const operation = operationOf('createClaim')
    const body = await claimable()
    const made = await send(operation, {}, body)
    expect(made.status).toBe(202)
    known.claim_id?.push(made.body.result.claim_id)
    expect((await send(operation, {}, body)).status).toBe(200)
    await fc.assert(
      fc.asyncProperty(spoiled(fc.constant(await claimable())), async (bent) => {
        expect((await send(operation, {}, bent)).status).not.toBe(500)
      }),
      { numRuns: runs },
    )
  })

  it('POST /claims/{claim_id}/withdraw, of a claim that waits', async () => {
    const { order, secret } = await testbed.order({ isSourceOpen: false, isDestinationOpen: false })
    testbed.orderbook.tell(order, { status: 'created' })
    const body = { order_id: order.order_id, secret, wait: true }
    const { claim_id } = (await send(operationOf('createClaim'), {}, body)).body.result
    expect((await send(operationOf('withdrawClaim'), { claim_id }, { secret })).status).toBe(200)
  })

  it('POST /initiations, to a body that is right and testbed it', async () => {
    const operation = operationOf('createInitiation')
    const { order } = await testbed.order({ isSourceOpen: false })
    const body = { order_id: order.order_id, type: 'prefunded' }
    const made = await send(operation, {}, body)
    expect(made.status).toBe(202)
    known.initiation_id?.push(made.body.result.initiation_id)
    await fc.assert(
      fc.asyncProperty(spoiled(fc.constant(body)), async (bent) => {
        expect((await send(operation, {}, bent)).status).not.toBe(500)
      }),
      { numRuns: runs },
    )
  })

  it('POST /orders/{order_id}/refund, of tokens that came after the claim', async () => {
    const { order, secret } = await testbed.order()
    const solver = testbed.wallet('left', 2)
    const claimed = await solver.sendTransaction(claimCall(order.source_intent, secret))
    await solver.waitForTransactionReceipt({ hash: claimed })
    const args = [order.source_intent.swap_id as Address, 100n] as const
    const paid = await solver.writeContract({
      address: testbed.token,
      abi: testTokenAbi,
      functionName: 'transfer',
      args,
    })
    await solver.waitForTransactionReceipt({ hash: paid })
    const operation = operationOf('createRefund')
    expect((await send(operation, { order_id: order.order_id }, {})).status).toBe(202)
    expect((await send(operation, { order_id: order.order_id }, {})).status).toBe(200)
  })

  it.each(document.operations.map((operation) => [operation.operationId, operation] as const))(
    '%s, to input that fits and input that does not',
    (_name, operation) => document.tryOut(operation, runs),
  )

  it('and every one of them was seen to succeed', async () => {
    for (const [parameter, operationId] of [
      ['order_id', 'listClaims'],
      ['order_id', 'listInitiations'],
      ['claim_id', 'getClaim'],
      ['initiation_id', 'getInitiation'],
    ] as const)
      expect((await send(operationOf(operationId), { [parameter]: known[parameter]?.[0] }, undefined)).status).toBe(200)
    expect([...document.succeeded].sort()).toEqual(document.operations.map(({ operationId }) => operationId).sort())
  })
})
