import { getBlockNumber } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** The number of an endpoint's newest block, as it says now: viem would keep it for a while. */
export const readHeadNumber = ({ client }: Endpoint): Promise<bigint> => getBlockNumber(client, { cacheTime: 0 })

/** The number of the newest block that a majority has come to. */
export const askHeadNumber = (panel: Panel): Promise<Belief<bigint>> => panel.reached(readHeadNumber, { name: 'head' })
