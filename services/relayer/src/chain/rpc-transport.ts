import { batched, type HttpAnswer, makeHttpClient } from '@tandem/service-kit'
import { custom, HttpRequestError, RpcRequestError, type Transport } from 'viem'

interface Question {
  method: string
  params?: unknown
}

/** What an endpoint said to one question, or that it said nothing to it. */
type Said = { result?: unknown; error?: unknown } | undefined
/** With the answer that it came in, for what went wrong with that. */
type Reply = { said: Said; answer: HttpAnswer }

export interface RpcOptions {
  /** For one request, the last byte of its answer included. */
  timeoutMs: number
  /** How often a question is asked again that failed; viem decides which. */
  retryCount?: number
  /** Questions that go into one request at most, when they are asked at the same moment. */
  mostTogether?: number
}

/** Requests at once. Beyond them questions wait, and go together. */
const maxRunning = 16

/**
 * viem's transport to an endpoint, on connections of our own: viem's is built on `fetch`, which costs more than all that
 * a claim does besides, and its deadline ends with the headers. What is asked at the same moment goes as one batch of
 * JSON-RPC; an endpoint that does not take it as one is never sent another. Errors are viem's, and hold no parameters: a
 * claim's are its secret.
 */
export function rpcTransport(address: string, { timeoutMs, retryCount, mostTogether = 1 }: RpcOptions): Transport {
  const url = new URL(address)
  const ask = makeHttpClient({ timeoutMs })
  let takesBatches = true
  let id = 0

  const post = async (body: unknown): Promise<{ answer: HttpAnswer; said: unknown }> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask({ url, method: 'POST', headers, body: JSON.stringify(body) })
    return { answer, said: parsed(answer.text) }
  }
  const numbered = ({ method, params }: Question) => {
    id += 1
    return { jsonrpc: '2.0', id, method, params }
  }
  const askAlone = async (question: Question): Promise<Reply> => {
    const { answer, said } = await post(numbered(question))
    return { answer, said: isObject(said) ? said : undefined }
  }
  const askTogether = async (questions: readonly Question[]): Promise<readonly Reply[] | undefined> => {
    const asked = questions.map(numbered)
    const { answer, said } = await post(asked)
    // Busy, or down: to ask one by one would not help.
    if (answer.status === 429 || answer.status >= 500) return asked.map(() => ({ answer, said: undefined }))
    if (!Array.isArray(said)) return undefined
    const byId = new Map(said.filter(isObject).map((one) => [one.id, one]))
    return asked.map((one) => ({ answer, said: byId.get(one.id) }))
  }
  const reply = batched<Question, PromiseSettledResult<Reply>>({
    doMany: async (questions) => {
      if (takesBatches && questions.length > 1) {
        const replies = await askTogether(questions)
        if (replies !== undefined) return replies.map((value) => ({ status: 'fulfilled', value }))
        takesBatches = false
      }
      return Promise.allSettled(questions.map(askAlone))
    },
    // Where each goes alone, nothing is gained by waiting: the client bounds its connections.
    maxRunning: mostTogether > 1 ? maxRunning : Number.POSITIVE_INFINITY,
    maxInputs: mostTogether,
  })

  async function request(question: Question): Promise<unknown> {
    const body = { method: question.method }
    const failed = (details: string, answer?: HttpAnswer) =>
      new HttpRequestError({
        ...{ body, details, url: url.origin },
        ...(answer === undefined ? {} : { status: answer.status, headers: new Headers(plain(answer.headers)) }),
      })
    const replied = await reply(question).catch((error: Error) => {
      throw failed(error.message)
    })
    if (replied.status === 'rejected') throw failed((replied.reason as Error).message)
    const { said, answer } = replied.value
    // What an endpoint refuses it may say by a status, too.
    if (isRpcError(said?.error)) throw new RpcRequestError({ body, error: said.error, url: url.origin })
    if (answer.status >= 300) throw failed(answer.statusText, answer)
    if (said?.result === undefined) throw failed('the answer is no JSON-RPC')
    return said.result
  }

  return custom(
    { request },
    { key: 'http', name: 'HTTP JSON-RPC', ...(retryCount === undefined ? {} : { retryCount }) },
  )
}

/** Nothing when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is { id?: unknown; result?: unknown; error?: unknown } =>
  typeof value === 'object' && value !== null

const isRpcError = (error: unknown): error is { code: number; message: string; data?: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' && 'message' in error

const plain = (headers: HttpAnswer['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
