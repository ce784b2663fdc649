import { believedOf, type Endpoint, type Quorum } from '@tandem/chain'

/** @throws UnbelievedError */
export const askReached = async (
  quorum: Quorum,
  name: string,
  question: (endpoint: Endpoint) => Promise<bigint>,
): Promise<bigint> => believedOf(quorum, await quorum.reached(question, { name }))
