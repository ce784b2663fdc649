import { getBlockNumber } from 'viem/actions'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import { askTagged } from './tagged.ts'

/** When a fact of a chain counts: so many blocks deep, its own among them; or at the block that bears the tag. */
export type ChainDepth =
  | { readonly confirmations: number; readonly tag: null }
  | { readonly confirmations: number | null; readonly tag: 'safe' | 'finalized' }

/** The highest block whose facts count. `tagged` is the block that bears the chain's tag, where it has one. */
export function countedBlockOf(
  depth: ChainDepth,
  { head, tagged = -1n }: { head: bigint; tagged: bigint | undefined },
): bigint {
  if (depth.tag === null) return head - BigInt(depth.confirmations) + 1n
  return tagged < head ? tagged : head
}

/** The number of the newest block whose facts count, where a majority has come to it. */
export async function askBlockAtDepth(panel: Panel, depth: ChainDepth): Promise<Belief<bigint>> {
  const [head, tagged] = await Promise.all([
    panel.reached(({ client }) => getBlockNumber(client, { cacheTime: 0 }), { name: 'head' }),
    depth.tag === null ? undefined : askTagged(panel, depth.tag),
  ])
  if (!isBelieved(head)) return head
  if (tagged !== undefined && !isBelieved(tagged)) return tagged
  const block = countedBlockOf(depth, { head: head.value, tagged: tagged?.value })
  return { ...head, value: block > 0n ? block : 0n }
}
