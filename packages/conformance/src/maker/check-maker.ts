import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import {
  isSignedBy,
  type MakerAnswer,
  type MakerQuoteMessage,
  makerAnswerSchema,
  maxMakerAnswerBytes,
  type QuoteAsk,
  type RefundAsk,
  refundAnswerSchema,
  type SignedMakerQuote,
} from '@tandem/contracts'
import { boundedFetch } from '../bounded-fetch.ts'
import { type Check, makeChecks, needed } from '../checks.ts'

export interface MakerOptions {
  /** Above `/quotes`, `/orders` and `/refunds`. */
  endpoint: string
  secret: string
  signer: string
  /** `amount` in base units of the source. */
  source: string
  destination: string
  amount: bigint
  hopRelayerFee?: string | undefined
  /** 300 by default, as the orderbook's. */
  answerWithinMs?: number | undefined
  now?: (() => number) | undefined
}

const untilInitiated = 600
const untilFilled = 900
const untilExpired = 60

/** Asks a maker's endpoint all that the orderbook may ask, well and badly. */
export async function checkMaker(options: MakerOptions): Promise<Check[]> {
  const nowSecs = () => Math.floor((options.now ?? Date.now)() / 1000)
  const maker = makeMaker(options, nowSecs)
  const { signer } = options
  const quoteAsk = (over: Partial<QuoteAsk> = {}): QuoteAsk => aQuoteAsk(options, nowSecs(), over)
  const { list, check: runCheck } = makeChecks()
  const check = (name: string, run: () => Promise<string | undefined>) =>
    runCheck(name, async () => {
      const problem = await run()
      if (problem !== undefined) throw new Error(problem)
    })

  let quoted: SignedMakerQuote | undefined
  await check('signs a firm quote for an exact input', async () => {
    const question = quoteAsk()
    const answer = await maker.ask('quotes', question)
    if ('declined' in answer) return `declined: ${answer.declined}`
    const problem = await problemOf(answer, question, signer)
    if (problem === undefined) quoted = answer
    return problem
  })
  await check('signs a firm quote for an exact output', async () => {
    const { destination_amount } = needed(quoted, 'quote').message
    const question = quoteAsk({ source_amount: null, destination_amount })
    const answer = await maker.ask('quotes', question)
    return 'declined' in answer ? `declined: ${answer.declined}` : problemOf(answer, question, signer)
  })
  await check('refuses a request that is not signed with the shared secret', async () => {
    const stranger = `whsec_${randomBytes(32).toString('base64')}`
    const { status } = await maker.post('quotes', JSON.stringify(quoteAsk()), { secret: stranger })
    return status === 200 ? 'it answered' : undefined
  })
  await check('refuses a request that was signed an hour ago', async () => {
    const { status } = await maker.post('quotes', JSON.stringify(quoteAsk()), { ageSecs: 3_600 })
    return status === 200 ? 'it answered' : undefined
  })
  await check('survives a body that is no request', async () => {
    const statuses = [(await maker.post('quotes', '{"quote_id":')).status, (await maker.post('orders', '[]')).status]
    return statuses.includes(200) ? 'it answered 200' : undefined
  })
  await check('declines a route that does not exist', async () => {
    const answer = await maker.ask('quotes', quoteAsk({ destination_asset: 'nowhere:none' }))
    return 'declined' in answer ? undefined : 'it signed a quote'
  })
  await check('signs the order of its own quote, and again when it is asked again', async () => {
    const { message } = needed(quoted, 'quote')
    return (await orderProblem(maker, message, signer)) ?? orderProblem(maker, message, signer)
  })
  await check('declines an order on terms that it has not signed', async () => {
    const { message } = needed(quoted, 'quote')
    const twice = String(BigInt(message.destination_amount) * 2n)
    const answer = await maker.askOrder({ ...message, destination_amount: twice })
    return 'declined' in answer ? undefined : 'it signed twice what it had quoted'
  })
  await check('gives no consent for an order that it does not know, nor to a request that is not signed', async () => {
    return consentProblem(maker.post, quoted?.message.quote_id)
  })
  return list
}

/** @param nowSecs unix seconds. */
function makeMaker(options: MakerOptions, nowSecs: () => number) {
  const within = { timeoutMs: options.answerWithinMs ?? 300, maxBytes: maxMakerAnswerBytes }
  const base = options.endpoint.endsWith('/') ? options.endpoint : `${options.endpoint}/`

  async function post(path: string, text: string, { secret = options.secret, ageSecs = 0 } = {}) {
    const [id, timestamp] = [randomUUID(), nowSecs() - ageSecs]
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': `v1,${signature}`,
    }
    return boundedFetch(new URL(path, base), { method: 'POST', headers, body: text }, within)
  }

  /** @throws Error when the answer is neither a signed quote nor a refusal. */
  async function ask(path: string, question: object): Promise<MakerAnswer> {
    const answer = await post(path, JSON.stringify(question))
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
    const parsed = makerAnswerSchema.safeParse(jsonOf(answer.text))
    if (!parsed.success) throw new Error('the answer is neither a signed quote nor a refusal')
    return parsed.data
  }

  function askOrder(message: MakerQuoteMessage): Promise<MakerAnswer> {
    const commitment = `0x${randomBytes(32).toString('hex')}`
    return ask('orders', { order_id: randomUUID(), commitment_hash: commitment, message })
  }

  return { post, ask, askOrder }
}

async function orderProblem(
  { askOrder }: Pick<ReturnType<typeof makeMaker>, 'askOrder'>,
  message: MakerQuoteMessage,
  signer: string,
): Promise<string | undefined> {
  const answer = await askOrder(message)
  if ('declined' in answer) return `declined: ${answer.declined}`
  const isSigned = await isSignedBy(signer, { message, signature: answer.signature })
  return isSigned ? undefined : 'the signature is not by its key over the message that was sent'
}

function aQuoteAsk(options: MakerOptions, nowSecs: number, over: Partial<QuoteAsk>): QuoteAsk {
  return {
    rfq_id: randomUUID(),
    source_asset: options.source,
    destination_asset: options.destination,
    source_amount: String(options.amount),
    destination_amount: null,
    route_type: options.hopRelayerFee === undefined ? 'direct' : 'hop',
    hop_relayer_fee: options.hopRelayerFee ?? '0',
    initiate_by: nowSecs + untilInitiated,
    fill_by: nowSecs + untilFilled,
    expires_at: nowSecs + untilExpired,
    answer_within_ms: options.answerWithinMs ?? 300,
    ...over,
  }
}

const anAddress = () => `0x${randomBytes(20).toString('hex')}`

const anUnknownOrder = (quoteId: string = randomUUID()): RefundAsk => ({
  order_id: randomUUID(),
  quote_id: quoteId,
  source_chain_id: 1,
  registry_address: anAddress(),
  swap_id: anAddress(),
})

type Post = (path: string, text: string, signing?: { secret?: string }) => Promise<{ status: number; text: string }>

async function consentProblem(post: Post, quoteId: string | undefined): Promise<string | undefined> {
  const text = JSON.stringify(anUnknownOrder(quoteId))
  const stranger = `whsec_${randomBytes(32).toString('base64')}`
  if ((await post('refunds', text, { secret: stranger })).status === 200) return 'it answered a stranger'
  const answer = await post('refunds', text)
  const parsed = refundAnswerSchema.safeParse(jsonOf(answer.text))
  if (answer.status !== 200 || !parsed.success) return 'the answer is neither a consent nor a refusal'
  return 'declined' in parsed.data ? undefined : 'it signed a consent'
}

const copied = ['source_asset', 'destination_asset', 'hop_relayer_fee', 'initiate_by', 'fill_by', 'expires_at'] as const

async function problemOf(signed: SignedMakerQuote, question: QuoteAsk, signer: string): Promise<string | undefined> {
  const { message } = signed
  const wrong = copied.find((field) => String(message[field]) !== String(question[field]))
  if (message.quote_id !== question.rfq_id) return 'quote_id is not what was asked for'
  if (wrong !== undefined) return `${wrong} is not what was asked for`
  if (question.source_amount !== null && message.source_amount !== question.source_amount)
    return 'source_amount is not what was asked for'
  if (question.destination_amount !== null && message.destination_amount !== question.destination_amount)
    return 'destination_amount is not what was asked for'
  return (await isSignedBy(signer, signed)) ? undefined : `the signature is not by ${signer}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
