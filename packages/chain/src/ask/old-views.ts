import type { VaultView } from '@tandem/escrow'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Panel } from '../belief/panel.ts'
import { alike, type Rule } from '../belief/verdict.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { faultOf } from '../endpoint/fault.ts'

type Views = readonly (VaultView | undefined)[]
/** A node of the geth family keeps the state of the newest 128 blocks. */
type OldViews = Views | 'no_state'

/**
 * Vaults in the states of old blocks, by one question for each block.
 * @returns for each vault what a majority shows, or `no_state` where too few endpoints keep that block's state.
 */
export async function askOldViews<V>(
  panel: Panel,
  deep: readonly { readonly one: V; readonly block: bigint }[],
  readAt: (client: Endpoint['client'], block: bigint, vaults: readonly V[]) => Promise<Views>,
): Promise<ReadonlyMap<V, Belief<VaultView | undefined> | 'no_state'>> {
  const blocks = [...new Set(deep.map(({ block }) => block))]
  const answers = await Promise.all(
    blocks.map(async (block) => {
      const vaults = deep.flatMap((asked) => (asked.block === block ? [asked.one] : []))
      const read = ({ client }: Endpoint) => readAt(client, block, vaults).catch(unlessKept)
      const belief = await panel.decide<OldViews, OldViews>(read, alikeIfKept, { name: 'vault_at_depth' })
      return vaults.map((vault, index) => [vault, viewOf(belief, index)] as const)
    }),
  )
  return new Map(answers.flat())
}

function viewOf(belief: Belief<OldViews>, index: number): Belief<VaultView | undefined> | 'no_state' {
  // Silent endpoints may answer what needs no old state.
  if (!isBelieved(belief)) return belief.kind === 'waiting' ? 'no_state' : belief
  return belief.value === 'no_state' ? 'no_state' : { kind: belief.kind, value: belief.value[index] }
}

/** Every client words it differently, so each refusal counts: what follows from it needs other proof all the same. */
function unlessKept(error: unknown): 'no_state' {
  if (['refused', 'absent'].includes(faultOf(error))) return 'no_state'
  throw error
}

/** What a majority shows; else `no_state`, if one endpoint lacks it. To lack old state contradicts nobody. */
const alikeIfKept: Rule<OldViews> = (all) => {
  const verdict = alike<OldViews>()(all)
  const lacks = (index: number) => {
    const answer = all.answers[index]
    return answer?.state === 'said' && answer.value === 'no_state'
  }
  if (!verdict.isSettled) return verdict
  if (!isBelieved(verdict.belief)) {
    const isLacked = all.answers.some((_answer, index) => lacks(index))
    return isLacked ? { ...verdict, belief: { kind: 'agreed', value: 'no_state' } } : verdict
  }
  const against = verdict.belief.value === 'no_state' ? [] : verdict.against.filter((index) => !lacks(index))
  return { ...verdict, against }
}
