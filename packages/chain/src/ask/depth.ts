import { type ConfirmationDepth, lastCountedBlock } from '@tandem/contracts/rules'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import { askHeadNumber } from './head-number.ts'
import { askTagged } from './tagged.ts'

/**
 * The newest block whose facts count as confirmed. It is negative while the chain is shorter than the confirmation
 * depth.
 */
export async function askCountedBlock(quorum: Quorum, depth: ConfirmationDepth): Promise<Belief<bigint>> {
  const [head, tagged] = await Promise.all([
    askHeadNumber(quorum),
    depth.tag === null ? undefined : askTagged(quorum, depth.tag),
  ])
  if (!isBelieved(head)) return head
  if (tagged !== undefined && !isBelieved(tagged)) return tagged
  return { ...head, value: lastCountedBlock(depth, { head: head.value, tagged: tagged?.value }) }
}

/** The newest confirmed block, or block 0 while the chain is shorter than the confirmation depth. */
export async function askBlockAtDepth(quorum: Quorum, depth: ConfirmationDepth): Promise<Belief<bigint>> {
  const counted = await askCountedBlock(quorum, depth)
  return isBelieved(counted) && counted.value < 0n ? { ...counted, value: 0n } : counted
}
