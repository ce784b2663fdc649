import { getBlockNumber } from 'viem/actions'
import type { Belief } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** Reads an endpoint's newest block number. It is never taken from viem's cache. */
export const readHeadNumber = ({ client }: Endpoint): Promise<bigint> => getBlockNumber(client, { cacheTime: 0 })

/** The newest block number that a majority has reached. */
export const askHeadNumber = (quorum: Quorum): Promise<Belief<bigint>> =>
  quorum.reached(readHeadNumber, { name: 'head' })
