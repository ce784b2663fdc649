import { BaseError, type Hex } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Rule } from '../belief/verdict.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** `message`: the reason for a refusal, null where the endpoint took the transaction. */
export interface Sent {
  readonly provider: string
  readonly message: string | null
}

/** Never rejects. */
export async function sendTo({ name, client }: Endpoint, raw: Hex): Promise<Sent> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return { provider: name, message: null }
  } catch (error) {
    // viem's own message would print the request.
    return { provider: name, message: error instanceof BaseError ? error.details : 'no answer' }
  }
}

/** @returns once an endpoint has taken the transaction, or all have answered. */
export async function sendToAll(panel: Panel, raw: Hex): Promise<readonly Sent[]> {
  const first = panel.endpoints.length
  const belief: Belief<readonly Sent[]> = await panel.decide((one) => sendTo(one, raw), takenByOne, {
    name: 'send',
    first,
  })
  return isBelieved(belief) ? belief.value : []
}

const takenByOne: Rule<Sent, readonly Sent[]> = ({ answers }) => {
  const value = answers.flatMap((one) => (one.state === 'said' ? [one.value] : []))
  const isOpen = answers.some(({ state }) => state === 'idle' || state === 'asked')
  const isSettled = !isOpen || value.some(({ message }) => message === null)
  if (!isSettled) return { isSettled, belief: { kind: 'waiting', reason: 'no endpoint took it yet' }, against: [] }
  return { isSettled, belief: { kind: 'agreed', value }, against: [] }
}
