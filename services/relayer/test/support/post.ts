import { type ErrorEnvelope, errorEnvelopeSchema, type OrderWire } from '@tandem/contracts'
import type { Hex } from 'viem'

/** An answer of the relayer: `code` and `details` where it refuses. */
export interface Answer {
  status: number
  code: ErrorEnvelope['code'] | undefined
  details: ErrorEnvelope['details'] | undefined
  body: unknown
  text: string
  headers: Headers
}

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const said: unknown = JSON.parse(text)
  const { code, details } = answer.ok ? { code: undefined, details: undefined } : errorEnvelopeSchema.parse(said)
  return { status: answer.status, code, details, body: said, text, headers: answer.headers }
}

export interface PostedClaim {
  order: OrderWire
  secret: Hex
  swapId?: string | undefined
  hop?: object | undefined
  wait?: boolean
}

export const postClaim = (url: string, { order, secret, swapId, hop, wait }: PostedClaim): Promise<Answer> =>
  post(`${url}/claims`, { order_id: order.order_id, secret, swap_id: swapId, hop, wait })

/** @throws Error when the claim is not accepted. */
export async function acceptClaim(url: string, claim: PostedClaim): Promise<void> {
  const { status, code } = await postClaim(url, claim)
  if (status !== 202) throw new Error(`POST /claims answered ${status} ${code}`)
}
