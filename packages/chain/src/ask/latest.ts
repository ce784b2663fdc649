import type { Client } from 'viem'
import { believedOf, type Panel } from '../belief/panel.ts'

/** @throws UnbelievedError */
export const askLatest = async <T>(panel: Panel, name: string, question: (client: Client) => Promise<T>): Promise<T> =>
  believedOf(panel, await panel.ask(({ client }) => question(client), { name, mayLag: true }))
