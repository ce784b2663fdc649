import type { VaultView } from '@tandem/escrow'
import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import { majorityRule, type Rule } from '../belief/rules.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { faultOf } from '../endpoint/fault.ts'

type Views = readonly (VaultView | undefined)[]
/**
 * The vaults in an old block, or `no_state` when the endpoint does not keep its state: geth, for one, keeps only the
 * newest 128 blocks.
 */
type OldViews = Views | 'no_state'

/**
 * Reads vaults in the states of old blocks, with one request for each block.
 * @returns for each vault what a majority answers, or `no_state` where too few endpoints keep that block's state.
 */
export async function askOldViews<V>(
  quorum: Quorum,
  deep: readonly { readonly one: V; readonly block: bigint }[],
  readAt: (client: Endpoint['client'], block: bigint, vaults: readonly V[]) => Promise<Views>,
): Promise<ReadonlyMap<V, Belief<VaultView | undefined> | 'no_state'>> {
  const blocks = [...new Set(deep.map(({ block }) => block))]
  const answers = await Promise.all(
    blocks.map(async (block) => {
      const vaults = deep.flatMap((asked) => (asked.block === block ? [asked.one] : []))
      const read = ({ client }: Endpoint) => readAt(client, block, vaults).catch(unlessKept)
      const belief = await quorum.decide<OldViews, OldViews>(read, alikeIfKept, { name: 'vault_at_depth' })
      return vaults.map((vault, index) => [vault, viewOf(belief, index)] as const)
    }),
  )
  return new Map(answers.flat())
}

function viewOf(belief: Belief<OldViews>, index: number): Belief<VaultView | undefined> | 'no_state' {
  // An endpoint that is silent here may still answer what needs no old state.
  if (!isBelieved(belief)) return belief.kind === 'waiting' ? 'no_state' : belief
  return belief.value === 'no_state' ? 'no_state' : { kind: belief.kind, value: belief.value[index] }
}

/**
 * Takes any refusal to mean that the endpoint does not keep the state, because every client words that differently.
 * This is safe: a vault with `no_state` has to be proven in another way.
 */
function unlessKept(error: unknown): 'no_state' {
  if (['refused', 'absent'].includes(faultOf(error))) return 'no_state'
  throw error
}

/**
 * Believes what a majority answers. Failing that, the result is `no_state` if any endpoint lacks the state, because an
 * endpoint without old state contradicts nobody.
 */
const alikeIfKept: Rule<OldViews> = (all) => {
  const decision = majorityRule<OldViews>()(all)
  const lacks = (index: number) => {
    const answer = all.answers[index]
    return answer?.state === 'said' && answer.value === 'no_state'
  }
  if (!decision.isSettled) return decision
  if (!isBelieved(decision.belief)) {
    const isLacked = all.answers.some((_answer, index) => lacks(index))
    return isLacked ? { ...decision, belief: { kind: 'agreed', value: 'no_state' } } : decision
  }
  const against = decision.belief.value === 'no_state' ? [] : decision.against.filter((index) => !lacks(index))
  return { ...decision, against }
}
