import { BaseError, type Hex } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Rule } from '../belief/verdict.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** An endpoint's answer to a transaction. `message`: why it was not taken, in the node's own words; null where it was. */
export interface Sent {
  readonly provider: string
  readonly message: string | null
}

/** Hands a transaction to an endpoint. Whether it is mined a receipt says. Never rejects. */
export async function sendTo({ name, client }: Endpoint, raw: Hex): Promise<Sent> {
  try {
    await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    return { provider: name, message: null }
  } catch (error) {
    // Without the request that viem prints before the node's words.
    return { provider: name, message: error instanceof BaseError ? error.details : 'no answer' }
  }
}

/** Hands a transaction to every endpoint. @returns the answers by the time when one has taken it, or all have answered. */
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
