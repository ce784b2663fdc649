import { createHmac, randomUUID } from 'node:crypto'
import { maxMakerAnswerBytes } from '@tandem/contracts'

/** The requests of the makers' protocol. Each is a path below the maker's endpoint. */
export type MakerPath = 'quotes' | 'orders' | 'refunds'

export interface MakerAnswerText {
  status: number
  text: string
}

/**
 * Sends requests to a maker in the way of the orderbook: signed by Standard Webhooks, without redirects, and with
 * limits for the time and the size of an answer.
 */
export interface MakerClient {
  /**
   * @param body the text that is signed and sent.
   * @param signing to sign wrongly: with another secret than the maker's, or with a time that is `ageSecs` seconds ago.
   * @throws Error when no answer comes in time, or when it is too long.
   */
  post(path: MakerPath, body: string, signing?: { secret?: string; ageSecs?: number }): Promise<MakerAnswerText>
  /** Whether the maker has answered any request so far. */
  hasAnswered(): boolean
}

export interface MakerClientOptions {
  /** The URL above `/quotes`, `/orders` and `/refunds`. */
  endpoint: string
  /** The secret that the orderbook shares with the maker: `whsec_` and base64. */
  secret: string
  /** How long an answer to each request may take, in milliseconds. */
  withinMs: Readonly<Record<MakerPath, number>>
}

export function makeMakerClient({ endpoint, secret: shared, withinMs }: MakerClientOptions): MakerClient {
  const base = endpoint.endsWith('/') ? endpoint : `${endpoint}/`
  let answers = 0
  return {
    async post(path, body, { secret = shared, ageSecs = 0 } = {}) {
      const id = randomUUID()
      const timestamp = Math.floor(Date.now() / 1000) - ageSecs
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
      const response = await fetch(new URL(path, base), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${signature}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(withinMs[path]),
      })
      answers += 1
      return { status: response.status, text: await boundedText(response) }
    },
    hasAnswered: () => answers > 0,
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > maxMakerAnswerBytes) throw new Error(`the answer is longer than ${maxMakerAnswerBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
