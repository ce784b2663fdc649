import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { publicLookup, type ResolveName, urlProblem } from '../outgoing/public-address.ts'

const timeoutMs = 10_000

export type SendResult = {
  statusCode: number | null
  error: string | null
  /** The text of the answer, where the caller asked for it and the request was accepted. */
  answer?: string | undefined
}
/** @param answerBytes how much of an accepted answer is read. By default none is; an answer that is longer is an error. */
export type SendWebhook = (
  url: string,
  headers: Record<string, string>,
  body: string,
  answerBytes?: number,
) => Promise<SendResult>

/** Sends webhooks. It follows no redirect. On a devnet `allowPrivate` lets it reach private addresses. */
export function makeSendWebhook({
  allowPrivate,
  resolveName,
}: {
  allowPrivate: boolean
  resolveName?: ResolveName | undefined
}): SendWebhook {
  const lookup = publicLookup(resolveName)
  return (text, headers, body, answerBytes = 0) => {
    const url = new URL(text)
    const problem = allowPrivate ? undefined : urlProblem(url)
    if (problem !== undefined) return Promise.resolve({ statusCode: null, error: problem })
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const signal = AbortSignal.timeout(timeoutMs)
    const failed = (error: Error) => ({ statusCode: null, error: signal.aborted ? tooLate : reasonOf(error) })
    return new Promise((resolve) => {
      const request = send(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Tandem-Webhooks/1' },
        // A connection that is kept alive would be reused after its address was last checked.
        agent: false,
        signal,
        ...(allowPrivate ? {} : { lookup }),
      })
      request.once('response', (response) => {
        const statusCode = response.statusCode ?? 0
        const isAccepted = statusCode >= 200 && statusCode < 300
        if (isAccepted && answerBytes > 0) {
          const read = readText(response, answerBytes)
          resolve(read.then((answer) => ({ statusCode, error: null, answer }), failed))
          return
        }
        response.destroy()
        resolve({ statusCode, error: isAccepted ? null : `answered ${statusCode}` })
      })
      request.once('error', (error) => resolve(failed(error)))
      request.end(body)
    })
  }
}

/** @throws Error when the text is longer than `maxBytes`. The connection is closed then. */
async function readText(response: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`answered more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const tooLate = `no answer within ${timeoutMs / 1000} s`

/** The reason that the receiver sees in its log, without our addresses. */
function reasonOf(error: Error & { code?: unknown }): string {
  return typeof error.code === 'string' ? error.code : error.message
}
