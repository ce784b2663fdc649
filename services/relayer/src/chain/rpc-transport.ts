import { type HttpAnswer, jsonOf, makeHttpClient } from '@tandem/service-kit'
import { custom, HttpRequestError, RpcRequestError, type Transport } from 'viem'

interface Question {
  method: string
  params?: unknown
}

/** An endpoint's answer to one question, with the response that it came in, for errors of the response. */
interface Reply {
  said: { result?: unknown; error?: unknown } | undefined
  answer: HttpAnswer
}

interface Waiting {
  question: Question
  resolve: (reply: Reply | Promise<Reply>) => void
  reject: (error: unknown) => void
}

export interface RpcOptions {
  /** For one request, the last byte of its answer included. */
  timeoutMs: number
  /** How often a question is asked again that failed; viem decides which. */
  retryCount?: number
  /** Questions that go into one request at most, when they are asked at the same moment. */
  mostTogether?: number
}

/**
 * viem's transport to an endpoint, on connections of our own: viem's is built on `fetch`, which costs more than all that
 * a claim does besides, and its deadline ends with the headers. Errors are viem's, and hold no parameters: a claim's are
 * its secret.
 *
 * Questions of the same moment go as one batch of JSON-RPC. Endpoints refuse one that is too long in many ways: what
 * is left unanswered is asked alone, and later batches are half as long, down to none. Transactions never wait for the
 * answer to something else.
 */
export function rpcTransport(address: string, { timeoutMs, retryCount, mostTogether = 1 }: RpcOptions): Transport {
  const url = new URL(address)
  const ask = makeHttpClient({ timeoutMs })
  let most = mostTogether
  let waiting: Waiting[] = []
  let id = 0

  const post = async (body: unknown): Promise<{ answer: HttpAnswer; said: unknown }> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask({ url, method: 'POST', headers, body: JSON.stringify(body) })
    return { answer, said: jsonOf(answer) }
  }
  const numbered = ({ method, params }: Question) => {
    id += 1
    return { jsonrpc: '2.0', id, method, params }
  }
  const askAlone = async (question: Question): Promise<Reply> => {
    const { answer, said } = await post(numbered(question))
    return { answer, said: isObject(said) ? said : undefined }
  }

  async function askTogether(group: readonly Waiting[]): Promise<void> {
    const asked = group.map(({ question }) => numbered(question))
    const { answer, said } = await post(asked)
    const answers = Array.isArray(said) ? said.filter(isObject) : []
    // Some say once, for the first of them or for none, that it is too much.
    const isRefused = answers.length < asked.length && !answers.some(({ result }) => result !== undefined)
    const byId = new Map(isRefused ? [] : answers.map((one) => [one.id, one]))
    const [first, ...left] = group.filter(({ resolve }, index) => {
      const own = byId.get(asked[index]?.id)
      if (own !== undefined) resolve({ said: own, answer })
      return own === undefined
    })
    if (first === undefined) return
    const alone = askAlone(first.question)
    first.resolve(alone)
    const { status } = (await alone.catch(() => undefined))?.answer ?? { status: 500 }
    // Not the batch alone: it is busy, or down, and to ask for each would not help.
    const isDown = status === 429 || status >= 500
    if (!isDown) most = Math.max(1, Math.min(most, Math.floor(group.length / 2)))
    for (const { question, resolve } of left) resolve(isDown ? { said: undefined, answer } : askAlone(question))
  }

  /** The questions since the last turn of the event loop. */
  function send(): void {
    const all = waiting
    waiting = []
    for (const kind of [all.filter(isSending), all.filter((one) => !isSending(one))]) {
      while (kind.length > 0) {
        const group = kind.splice(0, most)
        const [only] = group
        if (group.length === 1 && only !== undefined) only.resolve(askAlone(only.question))
        else
          askTogether(group).catch((error: unknown) => {
            for (const { reject } of group) reject(error)
          })
      }
    }
  }

  const reply = (question: Question): Promise<Reply> => {
    if (most === 1) return askAlone(question)
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
  }

  async function request(question: Question): Promise<unknown> {
    const body = { method: question.method }
    const failed = (details: string, answer?: HttpAnswer) =>
      new HttpRequestError({
        ...{ body, details, url: url.origin },
        ...(answer === undefined ? {} : { status: answer.status, headers: new Headers(plain(answer.headers)) }),
      })
    const { said, answer } = await reply(question).catch((error: Error) => {
      throw failed(error.message)
    })
    // An endpoint may also refuse by an HTTP status.
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

const isObject = (value: unknown): value is { id?: unknown; result?: unknown; error?: unknown } =>
  typeof value === 'object' && value !== null

const isSending = ({ question }: Waiting): boolean => question.method === 'eth_sendRawTransaction'

const isRpcError = (error: unknown): error is { code: number; message: string; data?: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' && 'message' in error

const plain = (headers: HttpAnswer['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
