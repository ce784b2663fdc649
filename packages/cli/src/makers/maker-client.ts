import { createHmac, randomUUID } from 'node:crypto'
import { maxMakerAnswerBytes } from '@tandem/contracts'

/** The requests of the makers' protocol, each a path below the maker's endpoint. */
export type MakerPath = 'quotes' | 'orders' | 'refunds'

export interface MakerAnswerText {
  status: number
  text: string
}

/** Sends requests to a maker as the orderbook does: signed by Standard Webhooks, bounded in time and bytes, without redirects. */
export interface MakerClient {
  /**
   * @param body is sent and signed as it stands.
   * @param signing a secret other than the maker's, or how many seconds ago the request was signed.
   * @throws Error when the answer is late, too long, or does not come at all.
   */
  post(path: MakerPath, body: string, signing?: { secret?: string; ageSecs?: number }): Promise<MakerAnswerText>
  /** True once any request was answered. */
  hasAnswered(): boolean
}

export interface MakerClientOptions {
  /** The URL above `/quotes`, `/orders` and `/refunds`. */
  endpoint: string
  /** The secret that the orderbook shares with the maker: `whsec_` and base64. */
  secret: string
  /** How many milliseconds an answer to each request may take. */
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
