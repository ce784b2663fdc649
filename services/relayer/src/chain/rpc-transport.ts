import { type HttpAnswer, makeHttpClient } from '@tandem/service-kit'
import { custom, HttpRequestError, RpcRequestError, type Transport } from 'viem'

interface Question {
  method: string
  params?: unknown
}

/**
 * viem's transport to an endpoint, on connections of our own: viem's is built on `fetch`, which costs more than all that
 * a claim does besides, and its deadline ends with the headers. Errors are viem's, and hold no parameters: a claim's are
 * its secret.
 *
 * @param options.timeoutMs for one question, the last byte of its answer included.
 * @param options.retryCount how often a question is asked again that failed; viem decides which.
 */
export function rpcTransport(address: string, options: { timeoutMs: number; retryCount?: number }): Transport {
  const { timeoutMs, retryCount } = options
  const url = new URL(address)
  const ask = makeHttpClient({ timeoutMs })
  let id = 0

  async function request({ method, params }: Question): Promise<unknown> {
    const body = { method }
    const failed = (details: string, answer?: HttpAnswer) =>
      new HttpRequestError({
        ...{ body, details, url: url.origin },
        ...(answer === undefined ? {} : { status: answer.status, headers: new Headers(plain(answer.headers)) }),
      })
    id += 1
    const answer = await ask({
      ...{ url, method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    }).catch((error: Error) => {
      throw failed(error.message)
    })
    const said = parsed(answer.text)
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

function parsed(text: string): { result?: unknown; error?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const isRpcError = (error: unknown): error is { code: number; message: string; data?: unknown } =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' && 'message' in error

const plain = (headers: HttpAnswer['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
