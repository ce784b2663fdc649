import { getBlock } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import { EndpointError } from '../endpoint/fault.ts'

/**
 * The highest block that a majority calls safe or finalized. The belief is `waiting` on a chain that is too young for the
 * tag.
 */
export const askTagged = (quorum: Quorum, tag: 'safe' | 'finalized'): Promise<Belief<bigint>> =>
  quorum.reached(
    async ({ name, client }) => {
      const { number } = await getBlock(client, { blockTag: tag })
      if (number === null) throw new EndpointError('wrong_data', `${name} names no ${tag} block`)
      return number
    },
    { name: 'tag' },
  )
