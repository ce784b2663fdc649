import { BaseError, type Hex } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Rule } from '../belief/rules.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** What an endpoint did with a transaction. `message` is its reason for a refusal, and null when it took the transaction. */
export interface Sent {
  readonly provider: string
  readonly message: string | null
}

/** Sends signed bytes to one endpoint. It never rejects: a failure is part of the answer. */
export async function sendTo({ name, client }: Endpoint, raw: Hex): Promise<Sent> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return { provider: name, message: null }
  } catch (error) {
    // viem's own message would print the request, and with it the signed bytes.
    return { provider: name, message: error instanceof BaseError ? error.details : 'no answer' }
  }
}

/**
 * Sends signed bytes to all endpoints.
 *
 * @returns once an endpoint has taken the transaction, or all have answered.
 */
export async function sendToAll(quorum: Quorum, raw: Hex): Promise<readonly Sent[]> {
  const first = quorum.endpoints.length
  const belief: Belief<readonly Sent[]> = await quorum.decide((one) => sendTo(one, raw), takenByOne, {
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
