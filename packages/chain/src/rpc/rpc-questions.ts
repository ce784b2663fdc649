import { isTooDeep } from '@tandem/contracts/rules'
import { maxBytesOf } from '../endpoint/answer-limits.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { makeBatchLength } from './batch-length.ts'

/**
 * Posts JSON over HTTP and gives the answer as text. The client keeps its own deadline for the whole answer, and rejects
 * with an error named `LargeAnswerError` once the answer exceeds `maxBytes`.
 */
export type HttpClient = (question: {
  url: URL
  method: 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  maxBytes: number
  /** What the body asks for, so that the client can name it in a trace. */
  rpcMethods: readonly string[]
}) => Promise<HttpAnswer>

export interface HttpAnswer {
  status: number
  statusText: string
  text: string
}

export interface Question {
  method: string
  params?: unknown
}

/** An answer together with its HTTP response, so that errors can name the status. */
export interface Reply {
  said: { result?: unknown; error?: unknown } | undefined
  answer: HttpAnswer
}

interface Waiting {
  question: Question
  resolve: (reply: Reply | Promise<Reply>) => void
  reject: (error: unknown) => void
}

export interface QuestionsOptions {
  httpClient: HttpClient
  maxTogether: number
  /** The time in milliseconds. */
  now: () => number
}

/**
 * Sends the questions that are asked at the same moment as one batch. Endpoints refuse long batches in many ways, so
 * questions without an answer are sent again one by one, and later batches are shorter for a while.
 */
export function makeQuestions(
  url: URL,
  { httpClient, maxTogether, now }: QuestionsOptions,
): (question: Question) => Promise<Reply> {
  const most = makeBatchLength(maxTogether, now)
  let waiting: Waiting[] = []
  let id = 0

  const post = async (body: unknown, methods: readonly string[]): Promise<{ answer: HttpAnswer; said: unknown }> => {
    const headers = { 'content-type': 'application/json' }
    const maxBytes = maxBytesOf(methods)
    const answer = await httpClient({
      url,
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      maxBytes,
      rpcMethods: methods,
    })
    if (isTooDeep(answer.text)) throw new EndpointError('wrong_data', 'the answer is nested too deep')
    return { answer, said: jsonOf(answer) }
  }
  const numbered = ({ method, params }: Question) => {
    id += 1
    return { jsonrpc: '2.0', id, method, params }
  }
  const askAlone = async (question: Question): Promise<Reply> => {
    const { answer, said } = await post(numbered(question), [question.method])
    return { answer, said: isObject(said) ? said : undefined }
  }

  async function askTogether(group: readonly Waiting[]): Promise<void> {
    const asked = group.map(({ question }) => numbered(question))
    const { answer, said } = await post(
      asked,
      asked.map(({ method }) => method),
    )
    const answers = Array.isArray(said) ? said.filter(isObject) : []
    // Some endpoints answer a refused batch with a single error, or with nothing.
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
    // The questions are not sent again one by one: an endpoint that is busy or down would not answer them either.
    const isDown = status === 429 || status >= 500
    if (!isDown) most.refused(group.length)
    for (const { question, resolve } of left) resolve(isDown ? { said: undefined, answer } : askAlone(question))
  }

  function send(): void {
    const all = waiting
    waiting = []
    for (const kind of [all.filter(isSending), all.filter((one) => !isSending(one))]) {
      while (kind.length > 0) {
        const group = kind.splice(0, most.current())
        const [only] = group
        if (group.length === 1 && only !== undefined) only.resolve(askAlone(only.question))
        else
          askTogether(group).catch((error: unknown) => {
            for (const { reject } of group) reject(error)
          })
      }
    }
  }

  return (question) => {
    if (most.current() === 1) return askAlone(question)
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
  }
}

const isObject = (value: unknown): value is { id?: unknown; result?: unknown; error?: unknown } =>
  typeof value === 'object' && value !== null

const isSending = ({ question }: Waiting): boolean => question.method === 'eth_sendRawTransaction'

function jsonOf({ text }: HttpAnswer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
