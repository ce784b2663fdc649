import { derived, secs } from './readings.ts'
import type { Reading } from './rules.ts'
import type { Emit } from './step.ts'
import { ownTime, pairsOf } from './user-moves.ts'
import type { Memory, OrderSetup, State, Vault, World } from './world.ts'

/** The steps of an honest market maker: what its policy decides, by what it believes of both chains. */
export function makerMoves(world: World, state: State, order: number, emit: Emit): void {
  const setup = world.scenario.orders[order] as OrderSetup
  const memory = state.memory[order] as Memory
  if (setup.maker !== 'honest' || state.down.maker > 0) return
  if (setup.doesMakerSleep && memory.funded === 2) return
  for (const pair of pairsOf(world, state, order)) {
    const decision = decisionOf(world, state, order, pair)
    act(state, order, setup, emit, decision)
  }
}

function decisionOf(world: World, state: State, order: number, pair: { source: Reading; destination: Reading }) {
  const { rules, scenario } = world
  const { source, destination } = pair
  const { terms, policy } = derived(world, order)
  const { times, source: index } = scenario.orders[order] as OrderSetup
  const { created, isLate } = state.vaults[index] as Vault
  return rules.decide(
    {
      source: { ...source, terms: terms.source },
      destination: { ...destination, terms: terms.destination },
      isSecretPublic: destination.latest.state === 'claimed',
      ...{ inventory: 2n, isBridgeOpen: true, profitBips: undefined, now: ownTime(world, state) },
      initiateBy: secs(times.initiateBy),
      sourceCreatedAt: created === 0 ? undefined : secs(times.initiateBy + isLate),
      fillBy: secs(times.fillBy),
      bar: barOf(world, state, order),
      refund: refundOf(world, state, order, pair),
    },
    policy,
  )
}

/** Why the maker funds no more, by its journal and its promise. */
function barOf(world: World, state: State, order: number): string | undefined {
  const { rules, scenario } = world
  const { source, times } = scenario.orders[order] as OrderSetup
  const named = { source: scenario.vaults[source]?.cancelAfter ?? 0, destination: times.destination }
  if (
    rules.remembers.consents &&
    state.memory.some(({ consented }, index) => consented === 1 && sharesSource(world, index, order))
  )
    return 'the source was given back'
  if (isOtherFunded(world, state, order)) return 'another destination was funded against this source'
  return rules.keepsDeadlines(named, times) ? undefined : 'it is not what was signed for'
}

const sharesSource = ({ scenario: { orders } }: World, one: number, other: number): boolean =>
  orders[one]?.source === orders[other]?.source

const isOtherFunded = (world: World, state: State, order: number): boolean =>
  world.rules.remembers.otherFundings &&
  state.memory.some(({ funded }, index) => index !== order && funded > 0 && sharesSource(world, index, order))

function refundOf(
  world: World,
  state: State,
  order: number,
  { source, destination }: { source: Reading; destination: Reading },
) {
  const { rules, scenario } = world
  const { times, destination: index } = scenario.orders[order] as OrderSetup
  if (isOtherFunded(world, state, order)) return { verdict: 'no', reason: 'another destination was funded' } as const
  const { funded, filled } = state.memory[order] as Memory
  const { depth } = derived(world, order)
  const chain = state.chains[scenario.vaults[index]?.chain ?? 0]
  const timeAtDepth = depth === 1 ? chain?.time : chain?.before
  return rules.judgeRefund({
    source: source.latest,
    destination: {
      ...{ latest: destination.latest, atDepth: destination.atDepth, timeAtDepth: secs(timeAtDepth ?? 0) },
      noncesAtDepth: filled >= depth ? 1 : 0,
    },
    fillBy: secs(times.fillBy),
    highestFundingNonce: funded > 0 && rules.remembers.fundings ? 0 : undefined,
    isHistoryComplete: true,
  })
}

function act(
  state: State,
  order: number,
  { source, destination }: OrderSetup,
  emit: Emit,
  decision: ReturnType<typeof decisionOf>,
): void {
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
