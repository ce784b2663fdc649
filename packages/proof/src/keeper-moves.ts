import type { OrderWire } from '@tandem/contracts'
import { derived, readingsOf, secs } from './readings.ts'
import { cancelled, claimed } from './registry.ts'
import type { Reading, Rules } from './rules.ts'
import { statusOf } from './status.ts'
import type { Emit } from './step.ts'
import { ownTime } from './user-moves.ts'
import type { OrderSetup, State, Vault, World } from './world.ts'

/** How long the keeper leaves the parties to themselves, in seconds. */
const delaySecs = 0

export function keeperMoves(world: World, state: State, order: number, emit: Emit): void {
  const { scenario, rules } = world
  if (scenario.relayer !== 'honest' || state.down.relayer > 0) return
  const setup = scenario.orders[order] as OrderSetup
  for (const { type, side } of keeperJobs(rules, wireOf(world, state, order), ownTime(world, state))) {
    const vault = state.vaults[setup[side]] as Vault
    if ((type === 'claim' ? vault.claiming : vault.cancelling) > 0) continue
    for (const reading of readingsOf(world, state, order, side)) {
      if (jobDecision(rules, type, reading).type !== 'safe') continue
      const text =
        type === 'claim' ? `The keeper claims the ${side} with the public secret.` : `The keeper cancels the ${side}.`
      const change = (next: State) => {
        const changed = next.vaults[setup[side]]
        if (changed) Object.assign(changed, type === 'claim' ? { claiming: 1 } : { cancelling: 1 })
      }
      emit({ order, text }, change, true)
    }
  }
}

/**
 * What the keeper does for an order, without sweeps and prefunds, which are not in the model.
 *
 * @param now unix seconds by the keeper's clock.
 */
export const keeperJobs = (rules: Rules, order: OrderWire, now: number) =>
  rules
    .jobsOf(order, now, delaySecs)
    .flatMap(({ type, side }) => (type === 'claim' || type === 'cancel' ? [{ type, side }] : []))

export const jobDecision = (rules: Rules, type: 'claim' | 'cancel', reading: Reading) =>
  rules.decideJob(type, { ...reading, headNumber: 0n, balance: reading.terms.amount })

const hash = '0x1'

/** The order as the orderbook shows it, with only the facts that count. */
export function wireOf(world: World, state: State, order: number): OrderWire {
  const setup = world.scenario.orders[order] as OrderSetup
  const { depth } = derived(world, order)
  const intent = (index: number) => {
    const { created, end, endDepth, endAt } = state.vaults[index] as Vault
    const isEnded = endDepth >= depth
    return {
      create_tx_hash: created >= depth ? hash : null,
      claim_tx_hash: isEnded && end === claimed ? hash : null,
      cancel_tx_hash: isEnded && end === cancelled ? hash : null,
      claim_timestamp: isEnded && end === claimed ? new Date(secs(endAt) * 1_000).toISOString() : null,
      commitment: isEnded && end === claimed ? hash : null,
      cancel_after: secs(world.scenario.vaults[index]?.cancelAfter ?? 0),
      l1_hop: false,
    }
  }
  const shown = { source_intent: intent(setup.source), destination_intent: intent(setup.destination) }
  return { status: statusOf(world, state, order), ...shown } as unknown as OrderWire
}
