import { randomUUID } from 'node:crypto'
import { needed } from '../checks.ts'
import { type Deployment, findTrade, type MadeOrder, newOrder, newSecret } from './deployment.ts'

export const aSignature = `0x${'11'.repeat(65)}`
export const farFuture = 4_000_000_000

/** The payload of a hop, in its form; its signature is none. */
export const hopPayload = (user: string) => ({
  bridge_factory: user,
  dest_blockchain_id: `0x${'1'.repeat(64)}`,
  recipient: user,
  fee_token: user,
  relayer_fee: '0',
  dispatch_gas: 400_000,
  deadline: farFuture,
  signature: '0x',
})

/** The relayer's refusals that cost no money. @param made an order that nothing has been paid for. */
export async function checkRelayer(deployment: Deployment, made: MadeOrder | undefined): Promise<void> {
  const { check, relayer, user } = deployment
  const { secret } = newSecret()
  await check('claims, creates and refunds nothing for an unknown order', async () => {
    const order_id = randomUUID()
    await relayer.refuse('createClaim', { body: { order_id, secret } }, 404, 'ORDER_NOT_FOUND')
    await relayer.refuse('createInitiation', { body: { type: 'prefunded', order_id } }, 404, 'ORDER_NOT_FOUND')
    await relayer.refuse('createRefund', { path: { order_id }, body: {} }, 404, 'ORDER_NOT_FOUND')
    await relayer.refuse('getClaim', { path: { claim_id: order_id } }, 404, 'CLAIM_NOT_FOUND')
    await relayer.refuse('getInitiation', { path: { initiation_id: order_id } }, 404, 'INITIATION_NOT_FOUND')
  })
  await check('creates no escrow by a signature that is none', async () => {
    const { order_id } = needed(made, 'order').order
    const body = { type: 'signed', order_id, deadline: farFuture, creator_signature: aSignature }
    await relayer.refuse('createInitiation', { body }, 422, 'SIGNATURE_INVALID')
  })
  await check('refunds nothing that was not paid', async () => {
    const { order_id } = needed(made, 'order').order
    await relayer.refuse('createRefund', { path: { order_id }, body: {} }, 409, 'SOURCE_NOT_INITIATED')
  })
  await check('creates no escrow of the native token, which only its owner can send', async () => {
    const trade = needed(findTrade(deployment, 'native'), 'route from a native token')
    const { order_id } = (await newOrder(deployment, trade)).order
    await relayer.refuse('createInitiation', { body: { type: 'prefunded', order_id } }, 422, 'UNSUPPORTED_INITIATION')
  })
  await check('claims no hop without its payload, nor with another', async () => {
    const trade = needed(findTrade(deployment, 'hop'), 'route of a hop')
    const { order, secret: ours } = await newOrder(deployment, trade)
    const body = { order_id: order.order_id, secret: ours }
    await relayer.refuse('createClaim', { body }, 422, 'HOP_REQUIRED')
    await relayer.refuse('createClaim', { body: { ...body, hop: hopPayload(user) } }, 422, 'HOP_MISMATCH')
  })
}
