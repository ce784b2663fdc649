import type { Hex } from 'viem'

interface Place {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
}

/** Each log of a block once, by its place on the chain. Most endpoints tell them so: then the same array. */
export function inOrder<Log extends Place>(logs: readonly Log[]): readonly Log[] {
  const hashes = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]))
  const hasOneBlockEach = new Set(hashes.values()).size === hashes.size
  const isNext = (log: Log, index: number) =>
    hashes.get(log.blockNumber) === log.blockHash && (index === 0 || byPlace(logs[index - 1] as Log, log) < 0)
  if (hasOneBlockEach && logs.every(isNext)) return logs
  return [...new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()].sort(byPlace)
}

const byPlace = (a: Place, b: Place): number =>
  a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1
