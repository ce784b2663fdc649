import { type ConfirmationDepth, lastCountedBlock } from '@tandem/rules'
import { getBlockNumber } from 'viem/actions'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import { askTagged } from './tagged.ts'

/** The number of the newest block whose facts count, where a majority has come to it. */
export async function askBlockAtDepth(panel: Panel, depth: ConfirmationDepth): Promise<Belief<bigint>> {
  const [head, tagged] = await Promise.all([
    panel.reached(({ client }) => getBlockNumber(client, { cacheTime: 0 }), { name: 'head' }),
    depth.tag === null ? undefined : askTagged(panel, depth.tag),
  ])
  if (!isBelieved(head)) return head
  if (tagged !== undefined && !isBelieved(tagged)) return tagged
  const block = lastCountedBlock(depth, { head: head.value, tagged: tagged?.value })
  return { ...head, value: block > 0n ? block : 0n }
}
