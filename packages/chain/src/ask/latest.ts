import type { Client } from 'viem'
import { believedOf, type Panel } from '../belief/panel.ts'

/**
 * The answer that a majority of the endpoints gives alike at the newest block, which they show at different moments.
 *
 * @throws UnbelievedError where nothing is believed.
 */
export const askLatest = async <T>(panel: Panel, name: string, question: (client: Client) => Promise<T>): Promise<T> =>
  believedOf(panel, await panel.ask(({ client }) => question(client), { name, mayLag: true }))
