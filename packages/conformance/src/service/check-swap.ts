import type { Claim, Order } from '@tandem/sdk'
import { needed } from '../checks.ts'
import { checkFinalReaders, checkReaders } from './check-readers.ts'
import { aSignature, farFuture, hopPayload } from './check-relayer.ts'
import { type Deployment, type MadeOrder, newSecret, pollUntil } from './deployment.ts'
import type { Sent } from './documented-client.ts'

/** The swap, as far as it has come. */
interface Running extends MadeOrder {
  /** The payer's balance of the destination's token before the swap. */
  before: bigint
}

/**
 * A whole swap that the payer pays for, and the refusals on its way. Without a payer: the readers of the order.
 *
 * @param unpaid its order.
 */
export async function checkSwap(deployment: Deployment, unpaid: MadeOrder | undefined): Promise<void> {
  const { check, relayer } = deployment
  let made: Running | undefined
  let initiated: Running | undefined
  let revealable: Running | undefined
  let claimed: (Running & { claimId: string }) | undefined
  let completed: Order | undefined
  await check('has an order to swap by', async () => {
    const { order, secret } = needed(unpaid, 'order')
    const { chain, token_address: token } = order.destination_intent
    made = { order, secret, before: (await deployment.payer?.balance(chain, token)) ?? 0n }
  })
  await check('claims nothing before the source escrow is there', async () => {
    const body = claimBody(needed(made, 'order'))
    await relayer.refuse('createClaim', { body }, 409, 'SOURCE_NOT_INITIATED')
  })
  await check('creates no escrow that is not paid', async () => {
    await relayer.refuse('createInitiation', initiationOf(needed(made, 'order')), 409, 'PREFUND_MISSING')
  })
  await check('creates the source escrow once it is paid, and once only', async () => {
    const running = needed(made, 'order')
    await pay(deployment, running.order)
    await initiate(deployment, running)
    initiated = running
  })
  await check('says when the secret may leave', async () => {
    const running = needed(initiated, 'source escrow')
    await readUntil(deployment, running, (order) => order.next_action?.action === 'submit_claim')
    revealable = running
  })
  await checkClaimRefusals(deployment, () => needed(revealable, 'destination escrow'))
  await check('takes the secret, and once only', async () => {
    const running = needed(revealable, 'destination escrow')
    claimed = { ...running, claimId: await claim(deployment, running) }
  })
  await check('completes the order, and pays its recipient by one transaction', async () => {
    completed = await complete(deployment, needed(claimed, 'claim'))
  })
  const readable = () => completed ?? needed(made, 'order').order
  await checkReaders(deployment, readable)
  const final = () => needed(completed, 'completed order')
  await checkFinalReaders(deployment, final)
  await check('gives back what was paid to an escrow that is over', () => giveBack(deployment, final, made))
}

const claimBody = ({ order, secret }: Running) => ({
  order_id: order.order_id,
  secret,
  swap_id: order.destination_intent.swap_id,
})
const initiationOf = ({ order }: Running) => ({ body: { type: 'prefunded', order_id: order.order_id } })

/** Sends the call that the order says is next. */
async function pay({ payer }: Deployment, { next_action: next, source_intent }: Order): Promise<void> {
  const call = needed(next?.call ?? undefined, 'call in next_action')
  await needed(payer, 'key that pays (TANDEM_PRIVATE_KEY_FILE)').send(source_intent.chain, call)
}

const readUntil = ({ book, withinMs }: Deployment, { order }: Running, isWanted: (order: Order) => boolean) =>
  pollUntil(() => book.succeed<Order>('getOrder', { path: { order_id: order.order_id } }), isWanted, {
    what: 'the next step of the order',
    withinMs,
  })

/** Sends until the relayer accepts: it may not have seen the chain yet. */
async function accepted<Result>({ relayer, withinMs }: Deployment, operationId: string, sent: Sent): Promise<Result> {
  const { status, code, result } = await pollUntil(
    () => relayer.send(operationId, sent),
    (answer) => answer.status === 202 || answer.status === 400,
    { what: `an answer of 202 to ${operationId}`, withinMs },
  )
  if (status !== 202) throw new Error(`${operationId} answered ${status} ${code}, not 202`)
  return result as Result
}

async function initiate(deployment: Deployment, running: Running): Promise<void> {
  const { relayer } = deployment
  const initiation = initiationOf(running)
  const keyed = { ...initiation, headers: { 'idempotency-key': `initiate-${running.order.order_id}` } }
  const { initiation_id } = await accepted<{ initiation_id: string }>(deployment, 'createInitiation', keyed)
  const replayed = (await relayer.send('createInitiation', keyed)).headers.get('idempotency-replayed')
  if (replayed !== 'true') throw new Error('the same key and body were not answered with the stored answer')
  await relayer.succeed('createInitiation', initiation, [200])
  await relayer.succeed('getInitiation', { path: { initiation_id } })
}

async function checkClaimRefusals({ check, relayer, user }: Deployment, running: () => Running): Promise<void> {
  const refused = (name: string, over: object, status: number, code: Parameters<typeof relayer.refuse>[3]) =>
    check(name, () => relayer.refuse('createClaim', { body: { ...claimBody(running()), ...over } }, status, code))
  await refused('takes no other secret', { secret: newSecret().secret }, 422, 'WRONG_SECRET')
  await refused('takes no other escrow', { swap_id: user }, 409, 'SWAP_MISMATCH')
  await refused('takes no payload of a hop for a direct order', { hop: hopPayload(user) }, 422, 'HOP_NOT_EXPECTED')
  await check('refunds nothing before its time, nor by a consent that is none', async () => {
    const path = { order_id: running().order.order_id }
    const consent = { deadline: farFuture, signature: aSignature }
    await relayer.refuse('createRefund', { path, body: {} }, 409, 'REFUND_TOO_EARLY')
    await relayer.refuse('createRefund', { path, body: { consent } }, 422, 'SIGNATURE_INVALID')
  })
}

async function claim(deployment: Deployment, running: Running): Promise<string> {
  const { relayer, user } = deployment
  const body = claimBody(running)
  const { claim_id } = await accepted<Claim>(deployment, 'createClaim', { body })
  await relayer.succeed('createClaim', { body }, [200])
  const another = { ...body, hop: hopPayload(user) }
  await relayer.refuse('createClaim', { body: another }, 409, 'CLAIM_CONFLICT')
  return claim_id
}

async function complete(deployment: Deployment, { claimId, ...running }: Running & { claimId: string }) {
  const { relayer, payer, withinMs } = deployment
  const done = await readUntil(deployment, running, ({ status }) => status === 'completed')
  const ended = await pollUntil(
    () => relayer.succeed<Claim>('getClaim', { path: { claim_id: claimId } }),
    ({ status }) => status === 'confirmed',
    { what: 'the confirmation of the claim', withinMs },
  )
  const { chain, token_address: token, amount, claim_tx_hash: claimTx } = done.destination_intent
  if (ended.claim_tx_hash !== claimTx) throw new Error('order and claim name different transactions')
  const mined = ended.attempts.filter(({ outcome }) => outcome === 'mined').map(({ tx_hash }) => tx_hash)
  if (String(mined) !== claimTx) throw new Error(`${mined.length} attempts are called mined, not one`)
  const query = { order_id: done.order_id }
  const { data } = await relayer.succeed<{ data: Claim[] }>('listClaims', { query })
  if (data[0]?.claim_id !== claimId) throw new Error('the claim is not in the list of its order')
  await relayer.succeed('createInitiation', initiationOf(running), [200])
  const paid = ((await payer?.balance(chain, token)) ?? 0n) - running.before
  if (paid !== BigInt(amount)) throw new Error(`the recipient got ${paid} on chain, not ${amount}`)
  return done
}

async function giveBack(deployment: Deployment, final: () => Order, made: Running | undefined): Promise<void> {
  const { relayer } = deployment
  const refund = { path: { order_id: final().order_id }, body: {} }
  await relayer.refuse('createRefund', refund, 409, 'ORDER_FINAL')
  await pay(deployment, needed(made, 'order').order)
  const { way } = await accepted<{ way: string }>(deployment, 'createRefund', refund)
  if (way !== 'sweep') throw new Error(`the way of the refund is ${way}, not sweep`)
  await relayer.succeed('createRefund', refund, [200])
}
