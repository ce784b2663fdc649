import { believedOf, type Endpoint, type Panel } from '@tandem/chain'

/** A count, or an amount of which so much must be there: what a majority has reached. @throws UnbelievedError. */
export const askReached = async (
  panel: Panel,
  name: string,
  question: (endpoint: Endpoint) => Promise<bigint>,
): Promise<bigint> => believedOf(panel, await panel.reached(question, { name }))
