import { getBlock } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import { EndpointError } from '../endpoint/fault.ts'

/**
 * The highest block that a majority calls safe or finalized. The belief is `waiting` on a chain that is too young for the
 * tag.
 */
export const askTagged = (panel: Panel, tag: 'safe' | 'finalized'): Promise<Belief<bigint>> =>
  panel.reached(
    async ({ name, client }) => {
      const { number } = await getBlock(client, { blockTag: tag })
      if (number === null) throw new EndpointError('wrong_data', `${name} names no ${tag} block`)
      return number
    },
    { name: 'tag' },
  )
