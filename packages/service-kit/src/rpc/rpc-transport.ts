import { EndpointError } from '@tandem/chain'
import { custom, HttpRequestError, RpcRequestError, type Transport } from 'viem'
import { LargeAnswerError } from '../fetch-within.ts'
import { makeQuestions, type Question } from './rpc-questions.ts'

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
 * its secret. Nor do they hold headers: viem would wait for as long as `Retry-After` says before it asks again, and an
 * endpoint could stop whoever waits for it. It waits 150, 300 and 600 ms instead.
 */
export function rpcTransport(address: string, { timeoutMs, retryCount, mostTogether = 1 }: RpcOptions): Transport {
  const url = new URL(address)
  const ask = makeQuestions(url, { timeoutMs, mostTogether })

  async function request(question: Question): Promise<unknown> {
    const body = { method: question.method }
    const failed = (details: string, status?: number) =>
      new HttpRequestError({ ...{ body, details, url: url.origin }, ...(status === undefined ? {} : { status }) })
    const { said, answer } = await ask(question).catch((error: Error) => {
      if (error instanceof EndpointError) throw error
      if (error instanceof LargeAnswerError) throw new EndpointError('wrong_data', error.message)
      throw failed(error.message)
    })
    // An endpoint may also refuse by an HTTP status.
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
