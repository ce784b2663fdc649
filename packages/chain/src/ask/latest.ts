import type { Client } from 'viem'
import { believedOf, type Quorum } from '../belief/quorum.ts'

/** @throws UnbelievedError */
export const askLatest = async <T>(
  quorum: Quorum,
  name: string,
  question: (client: Client) => Promise<T>,
): Promise<T> => believedOf(quorum, await quorum.ask(({ client }) => question(client), { name, mayLag: true }))
