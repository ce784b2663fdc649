import { believedOf, type Endpoint, type Panel } from '@tandem/chain'

/** @throws UnbelievedError */
export const askReached = async (
  panel: Panel,
  name: string,
  question: (endpoint: Endpoint) => Promise<bigint>,
): Promise<bigint> => believedOf(panel, await panel.reached(question, { name }))
