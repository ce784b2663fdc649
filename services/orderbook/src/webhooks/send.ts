import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { publicLookup, type ResolveName, urlProblem } from '../outgoing/public-address.ts'

const timeoutMs = 10_000

export type SendResult = { statusCode: number | null; error: string | null }
export type SendWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<SendResult>

/** No redirects; answers are not read. `allowPrivate` is for devnets. */
export function makeSendWebhook({
  allowPrivate,
  resolveName,
}: {
  allowPrivate: boolean
  resolveName?: ResolveName | undefined
}): SendWebhook {
  const lookup = publicLookup(resolveName)
  return (text, headers, body) => {
    const url = new URL(text)
    const problem = allowPrivate ? undefined : urlProblem(url)
    if (problem !== undefined) return Promise.resolve({ statusCode: null, error: problem })
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise((resolve) => {
      const request = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tandem-Webhooks/1' },
        // A kept connection would outlive the judgement of its address.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(allowPrivate ? {} : { lookup }),
      })
      request.once('response', (response) => {
        const statusCode = response.statusCode ?? 0
        response.destroy()
        const isAccepted = statusCode >= 200 && statusCode < 300
        resolve({ statusCode, error: isAccepted ? null : `answered ${statusCode}` })
      })
      request.once('error', (error) => resolve({ statusCode: null, error: reasonOf(error) }))
      request.end(body)
    })
  }
}

/** For the receiver, without our addresses. */
function reasonOf(error: Error & { code?: unknown }): string {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  return typeof error.code === 'string' ? error.code : error.message
}
