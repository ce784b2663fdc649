import type { Hex } from 'viem'

interface Place {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
}

/** Removes duplicates, and sorts logs by their place on the chain. */
export const inOrder = <Log extends Place>(logs: readonly Log[]): Log[] =>
  [...new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()].sort(
    (a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex,
  )
