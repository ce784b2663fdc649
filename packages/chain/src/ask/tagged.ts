import type { Belief } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import { readHeader } from './header.ts'

/**
 * The number of the block that the chain itself calls safe, or final: the highest that a majority names. `waiting` on a chain
 * so young that no block has the tag.
 */
export const askTagged = (panel: Panel, tag: 'safe' | 'finalized'): Promise<Belief<bigint>> =>
  panel.reached(async (endpoint) => (await readHeader(endpoint, tag)).number, { name: 'tag' })
