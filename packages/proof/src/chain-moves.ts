import { type Call, calls, cancelled, claimed, open } from './registry.ts'
import type { Emit } from './step.ts'
import { type Bounds, type OrderSetup, type Scenario, type State, trueDepth, type Vault, type World } from './world.ts'

export interface VaultPlace {
  readonly side: 'source' | 'destination'
  readonly order: number
  readonly setup: OrderSetup
}

const placesOf = new WeakMap<Scenario, VaultPlace[]>()

/** The order and side of a vault. Where two orders share the vault, it is the first one's. */
export function placeOf(scenario: Scenario, vault: number): VaultPlace {
  const known = placesOf.get(scenario) ?? scenario.vaults.map((_, index) => findPlace(scenario, index))
  placesOf.set(scenario, known)
  return known[vault] as VaultPlace
}

function findPlace({ orders }: Scenario, vault: number): VaultPlace {
  const order = orders.findIndex(({ source, destination }) => source === vault || destination === vault)
  const setup = orders[order] as OrderSetup
  return { side: setup.source === vault ? 'source' : 'destination', order, setup }
}

const words: Record<`${Call}_${VaultPlace['side']}`, string> = {
  create_source: 'The source escrow is created.',
  claim_source: 'The source escrow is claimed: the maker is paid.',
  cancel_source: 'The source escrow is cancelled: the user is repaid.',
  consent_source: 'The source escrow is cancelled by the maker’s consent: the user is repaid.',
  create_destination: 'The destination escrow is created.',
  claim_destination: 'The destination escrow is claimed: the user is paid, and the secret is public.',
  cancel_destination: 'The destination escrow is cancelled: the maker is repaid.',
  consent_destination: 'The destination escrow is cancelled by the user’s consent: the maker is repaid.',
}

/** Whether somebody can send this call: an honest party that wants it, a liar at any time, or a stranger. */
function isSendable(call: Call, scenario: Scenario, state: State, vault: number): boolean {
  const { side, order, setup } = placeOf(scenario, vault)
  const { creating, claiming } = state.vaults[vault] as Vault
  const isKnown = state.memory[setup.secret]?.known === 1
  const liesAsCreator = (side === 'source' ? setup.user : setup.maker) === 'lying'
  switch (call) {
    case 'create':
      return creating === 1 || liesAsCreator
    case 'claim':
      return isKnown || claiming > 0 || (side === 'destination' && setup.user === 'lying')
    case 'cancel':
      return true
    case 'consent':
      if (side === 'destination') return setup.user === 'lying'
      return setup.maker === 'lying' || state.memory[order]?.consented === 1
  }
}

export function mineMoves({ scenario, rules }: World, state: State, emit: Emit): void {
  for (const [index, { chain, cancelAfter }] of scenario.vaults.entries()) {
    const vault = state.vaults[index] as Vault
    const { time } = state.chains[chain] as State['chains'][number]
    const { side, order, setup } = placeOf(scenario, index)
    for (const call of calls) {
      if (!rules.allows(call, vault, time, cancelAfter) || !isSendable(call, scenario, state, index)) continue
      const creator = side === 'source' ? setup.user : setup.maker
      const isByStranger = call === 'cancel' && vault.cancelling === 0 && creator === 'honest'
      const step = { order, text: words[`${call}_${side}`], isByStranger, chain: { kind: call, vault: index } }
      emit(step, (next) => {
        const mined = next.vaults[index] as Vault
        if (call === 'create') {
          mined.created = 1
          mined.creating = 0
          mined.isLate = side === 'source' && time > setup.times.initiateBy ? 1 : 0
          return
        }
        mined.end = call === 'claim' ? claimed : cancelled
        mined.endDepth = 1
        mined.claiming = 0
        mined.cancelling = 0
        if (call !== 'claim') return
        if (side === 'destination') mined.endAt = time
        const shared = next.memory[setup.secret]
        if (shared) shared.known = 1
      })
    }
    const memory = state.memory[order]
    if (side === 'destination' && memory?.filling === 1 && memory.filled === 0)
      emit({ order, text: 'The maker’s empty transaction uses the funding’s nonce up.' }, (next) => {
        const [mined, noted] = [next.vaults[index], next.memory[order]]
        if (mined) mined.creating = 0
        if (noted) Object.assign(noted, { filled: 1, filling: 0 })
      })
  }
}

/** Up to which depth facts are told apart. All deeper facts are alike. */
const capOf = ({ reorgDepth }: Bounds): number => Math.max(trueDepth, reorgDepth + 1)

/** Replaces the newest blocks of a chain, and puts their transactions back into the pools. */
export function reorgMoves(scenario: Scenario, state: State, emit: Emit): void {
  const { reorgDepth } = scenario.bounds
  const isLost = (depth: number) => depth > 0 && depth <= reorgDepth
  for (const [chain, { reorgs }] of state.chains.entries()) {
    const here = scenario.vaults.flatMap((one, index) => (one.chain === chain ? [index] : []))
    const isEmpty = here.every((index) => {
      const { created, endDepth } = state.vaults[index] as Vault
      return !isLost(created) && !isLost(endDepth) && !isLost(state.memory[placeOf(scenario, index).order]?.filled ?? 0)
    })
    if (reorgs === 0 || isEmpty) continue
    const text = `Chain ${chain === 0 ? 'A' : 'B'} is reorganized: ${reorgDepth === 1 ? 'its newest block is' : `its newest ${reorgDepth} blocks are`} replaced.`
    emit({ text, chain: { kind: 'reorg', chain } }, (next) => {
      const replaced = next.chains[chain]
      if (replaced) replaced.reorgs -= 1
      for (const index of here) takeBack(scenario, next, index, isLost)
    })
  }
}

function takeBack(scenario: Scenario, next: State, index: number, isLost: (depth: number) => boolean): void {
  const vault = next.vaults[index] as Vault
  const { side, order } = placeOf(scenario, index)
  const memory = next.memory[order]
  if (isLost(vault.endDepth)) Object.assign(vault, { end: open, endDepth: 0, endAt: 0 })
  const isSent = side === 'source' ? memory?.asked === 1 : memory?.funded === 2
  if (isLost(vault.created)) Object.assign(vault, { created: 0, isLate: 0, creating: isSent ? 1 : 0 })
  if (side === 'destination' && memory && isLost(memory.filled)) {
    Object.assign(memory, { filled: 0, filling: 1 })
    vault.creating = memory.funded === 2 ? 1 : 0
  }
}

/** Lets a tick pass, in which each chain has a block or misses it. */
export function tickMoves(world: World, state: State, emit: Emit): void {
  const { scenario } = world
  const { inclusion } = scenario.bounds
  const isOverdue = ({ claiming, cancelling }: Vault) => claiming > inclusion || cancelling > inclusion
  const ways = state.chains.map(({ halts }, chain) => {
    const mustMine = state.vaults.some((vault, index) => scenario.vaults[index]?.chain === chain && isOverdue(vault))
    return [...(mustMine ? [] : [true]), ...(halts > 0 ? [false] : [])]
  })
  for (const first of ways[0] ?? [])
    for (const second of ways[1] ?? []) {
      const missing = [first, second].flatMap((hasBlock, chain) => (hasBlock ? [] : [chain === 0 ? 'A' : 'B']))
      const text =
        missing.length === 0
          ? 'A tick passes.'
          : `A tick passes, and ${missing.length === 2 ? 'both chains miss their blocks' : `chain ${missing[0]} misses its block`}.`
      emit({ text, chain: { kind: 'tick', blocks: [first, second] } }, (next) => {
        next.now += 1
        for (const party of ['user', 'maker', 'relayer'] as const) next.down[party] = Math.max(0, next.down[party] - 1)
        for (const memory of next.memory) if (memory.claim === 2) memory.lease = Math.min(3, memory.lease + 1)
        passBlock(world, next, 0, first)
        passBlock(world, next, 1, second)
      })
    }
}

function passBlock({ scenario, rules }: World, next: State, index: 0 | 1, hasBlock: boolean): void {
  const chain = next.chains[index] as State['chains'][number]
  if (!hasBlock) {
    chain.halts -= 1
    return
  }
  chain.before = chain.time
  chain.time = next.now + scenario.ahead[index]
  const deeper = (depth: number) => (depth === 0 ? 0 : Math.min(capOf(scenario.bounds), depth + 1))
  for (const [place, { chain: at, cancelAfter }] of scenario.vaults.entries()) {
    if (at !== index) continue
    const vault = next.vaults[place] as Vault
    vault.created = deeper(vault.created)
    vault.endDepth = deeper(vault.endDepth)
    vault.claiming = rules.allows('claim', vault, chain.time, cancelAfter) ? later(vault.claiming) : 0
    vault.cancelling = rules.allows('cancel', vault, chain.time, cancelAfter) ? later(vault.cancelling) : 0
    if (cancelAfter <= chain.time) vault.creating = 0
    const { side, order } = placeOf(scenario, place)
    const memory = next.memory[order]
    if (side === 'destination' && memory) memory.filled = deeper(memory.filled)
  }
}

const later = (waited: number) => (waited === 0 ? 0 : waited + 1)
