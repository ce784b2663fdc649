import { believedOf, type Endpoint, type Panel } from '@tandem/chain'
import type { Client } from 'viem'

/**
 * The answer that a majority of the endpoints gives alike at the newest block, which they show at different moments.
 *
 * @throws UnbelievedError where nothing is believed.
 */
export const ask = async <T>(panel: Panel, name: string, question: (client: Client) => Promise<T>): Promise<T> =>
  believedOf(panel, await panel.ask(({ client }) => question(client), { name, mayLag: true }))

/** A count, or an amount of which so much must be there: what a majority has reached. @throws UnbelievedError. */
export const askReached = async (
  panel: Panel,
  name: string,
  question: (endpoint: Endpoint) => Promise<bigint>,
): Promise<bigint> => believedOf(panel, await panel.reached(question, { name }))
