import { getBlockNumber } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** An endpoint's newest block number, past viem's cache. */
export const readHeadNumber = ({ client }: Endpoint): Promise<bigint> => getBlockNumber(client, { cacheTime: 0 })

export const askHeadNumber = (panel: Panel): Promise<Belief<bigint>> => panel.reached(readHeadNumber, { name: 'head' })
