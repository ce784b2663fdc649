import { type ConfirmationDepth, lastCountedBlock } from '@tandem/contracts/rules'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import { askHeadNumber } from './head-number.ts'
import { askTagged } from './tagged.ts'

/** Below 0 on a chain too short. */
export async function askCountedBlock(panel: Panel, depth: ConfirmationDepth): Promise<Belief<bigint>> {
  const [head, tagged] = await Promise.all([
    askHeadNumber(panel),
    depth.tag === null ? undefined : askTagged(panel, depth.tag),
  ])
  if (!isBelieved(head)) return head
  if (tagged !== undefined && !isBelieved(tagged)) return tagged
  return { ...head, value: lastCountedBlock(depth, { head: head.value, tagged: tagged?.value }) }
}

/** Block 0 on a chain too short. */
export async function askBlockAtDepth(panel: Panel, depth: ConfirmationDepth): Promise<Belief<bigint>> {
  const counted = await askCountedBlock(panel, depth)
  return isBelieved(counted) && counted.value < 0n ? { ...counted, value: 0n } : counted
}
