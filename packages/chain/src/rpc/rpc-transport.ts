import { custom, HttpRequestError, RpcRequestError, type Transport } from 'viem'
import { EndpointError } from '../endpoint/fault.ts'
import { type HttpClient, makeQuestions, type Question } from './rpc-questions.ts'

/** How an endpoint is reached. */
export interface RpcOptions {
  /** Opens the connections, and ends a question whose answer takes too long or is too large. */
  httpClient: HttpClient
  /** How often viem repeats a failed request. Which errors it repeats is viem's decision. */
  retryCount?: number
  maxTogether?: number
  /** The time in milliseconds. */
  now?: () => number
}

/**
 * A transport for viem over an HTTP client of the caller. Its errors hold no parameters, because the parameters of a claim
 * hold its secret, and no headers, because viem would obey any `Retry-After`, and an endpoint could stop its caller.
 */
export function rpcTransport(
  address: string,
  { httpClient, retryCount, maxTogether = 1, now = () => performance.now() }: RpcOptions,
): Transport {
  const url = new URL(address)
  const ask = makeQuestions(url, { httpClient, maxTogether, now })

  async function request(question: Question): Promise<unknown> {
    const body = { method: question.method }
    const failed = (details: string, status?: number) =>
      new HttpRequestError({ ...{ body, details, url: url.origin }, ...(status === undefined ? {} : { status }) })
    const { said, answer } = await ask(question).catch((error: Error) => {
      if (error instanceof EndpointError) throw error
      if (error.name === 'LargeAnswerError') throw new EndpointError('wrong_data', error.message)
      throw failed(error.message)
    })
    if (isRpcError(said?.error)) throw new RpcRequestError({ body, error: said.error, url: url.origin })
    if (answer.status >= 300) throw failed(answer.statusText, answer.status)
    if (said?.result === undefined) throw failed('the answer is no JSON-RPC')
    return said.result
  }

  return custom(
    { request },
    { key: 'http', name: 'HTTP JSON-RPC', ...(retryCount === undefined ? {} : { retryCount }) },
  )
}

const isRpcError = (error: unknown): error is { code: number; message: string; data?: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' && 'message' in error
