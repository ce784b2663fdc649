import type { Decision } from '@tandem/solver/domain/decide'
import type { RefundDecision } from '@tandem/solver/domain/refund'
import { type BlockerDeps, otherDestination } from '@tandem/solver/funding-blocker'
import { journalOf, makerOrderOf } from './maker-order.ts'
import { derived, secs } from './readings.ts'
import type { Pair } from './rules.ts'
import type { Emit } from './step.ts'
import { ownTime, pairsOf } from './user-moves.ts'
import type { Memory, OrderSetup, State, Vault, World } from './world.ts'

export function makerMoves(world: World, state: State, order: number, emit: Emit): void {
  const setup = world.scenario.orders[order] as OrderSetup
  const memory = state.memory[order] as Memory
  if (setup.maker !== 'honest' || state.down.maker > 0) return
  if (setup.doesMakerSleep && memory.funded === 2) return
  for (const pair of pairsOf(world, state, order)) {
    act(state, order, setup, emit, makerDecision(world, state, order, pair, ownTime(world, state)))
  }
}

/**
 * What the maker decides, by what it believes of both chains.
 * @param now unix seconds by its clock.
 */
export function makerDecision(world: World, state: State, order: number, pair: Pair, now: number): Decision {
  const { rules, scenario } = world
  const { source, destination } = pair
  const { times } = scenario.orders[order] as OrderSetup
  const own = makerOrderOf(world, order)
  const journal = journalOf(world, state)
  const promises: BlockerDeps['promises'] = { covers: (one, escrows) => rules.isCovered(own.promise, one, escrows) }
  return rules.decide(
    {
      ...{ source, destination, now },
      isSecretPublic: destination.latest.state === 'claimed',
      inventory: destination.terms.amount,
      isBridgeOpen: true,
      profitBips: undefined,
      risk: undefined,
      initiateBy: secs(times.initiateBy),
      sourceCreatedAt: source.createdAt,
      fillBy: secs(times.fillBy),
      blocker: rules.fundingBlocker({ assets: own.assets, journal, promises }, own.order, own.sides),
      refund: refundOf(world, state, order, pair),
    },
    derived(world, order).policy,
  )
}

function refundOf(world: World, state: State, order: number, { source, destination }: Pair): RefundDecision {
  const { rules, scenario } = world
  const { sides } = makerOrderOf(world, order)
  const journal = journalOf(world, state)
  if (rules.isOtherFunded(journal, sides)) return { type: 'no', reason: otherDestination }
  const { filled } = state.memory[order] as Memory
  const { times } = scenario.orders[order] as OrderSetup
  return rules.decideRefund({
    source: source.latest,
    destination: { ...destination, noncesAtDepth: filled >= derived(world, order).depth ? 1 : 0 },
    fillBy: secs(times.fillBy),
    highestFundingNonce: journal.fundings(sides.source.vault).length > 0 ? 0 : undefined,
    isHistoryComplete: true,
  })
}

function act(state: State, order: number, { source, destination }: OrderSetup, emit: Emit, decision: Decision): void {
  const { funded, consented, filled, filling } = state.memory[order] as Memory
  const note = (over: Partial<Memory>, vault?: [number, Partial<Vault>]) => (next: State) => {
    Object.assign(next.memory[order] as Memory, over)
    if (vault) Object.assign(next.vaults[vault[0]] as Vault, vault[1])
  }
  switch (decision.do) {
    case 'fund_destination':
      if (funded === 0) emit({ order, text: 'The maker notes a funding in its journal.' }, note({ funded: 1 }))
      if (funded === 1 && filled === 0)
        emit({ order, text: 'The maker broadcasts the funding.' }, note({ funded: 2 }, [destination, { creating: 1 }]))
      return
    case 'claim_source':
      if (state.vaults[source]?.claiming === 0)
        emit({ order, text: 'The maker claims the source.' }, note({}, [source, { claiming: 1 }]), true)
      return
    case 'cancel_destination':
      if (state.vaults[destination]?.cancelling === 0)
        emit(
          { order, text: 'The maker takes the destination back: its time is over.' },
          note({}, [destination, { cancelling: 1 }]),
          true,
        )
      return
    case 'refund_source':
      if (consented === 0) emit({ order, text: 'The maker consents to give the source back.' }, note({ consented: 1 }))
      return
    case 'use_nonces':
      if (filling === 0 && filled === 0)
        emit({ order, text: 'The maker sends an empty transaction in place of the funding.' }, note({ filling: 1 }))
  }
}
