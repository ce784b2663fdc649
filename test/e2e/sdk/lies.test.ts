/**
 * An endpoint of the destination chain lies to the SDK in every way, before the secret is revealed and at a swap's end.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  blockLies,
  brokenRule,
  endpointsWith,
  type Finding,
  knownIn,
  limitOf,
  note,
  type Outcome,
  overHttp,
  type Play,
  playsOf,
  silentLies,
  stateLies,
} from '@tandem/chain/lies'
import { type EvidenceOptions, type Order, readEnd, readEvidence, Swap, TandemError, termsOf } from '@tandem/sdk'
import { type Address, toHex } from 'viem'
import { claimDestination, claimSide, createAsSolver } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, startShadowOfB, startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'
import { usdcRequest } from '../../support/usdc-swap.ts'

const sample = [
  ...['hangs', 'no_end', '429_for_an_hour', 'other_hashes', 'other_state', 'far_ahead', 'denies_logs'],
  ...['nested_always', 'long_header', 'zip_bomb'],
]

/** The cases that are known to break a rule. A test fails when a case of this list does not break its rule any more. */
const knownFindings: readonly Finding[] = []

let chains: TwoChains
let shadow: TestChain
/** A swap whose destination is on the true chain. */
let funded: Swap
/** A swap whose destination is only in the history that liars show. */
let unfunded: Swap
/** A swap both sides of which are claimed. */
let ended: Swap

beforeAll(async () => {
  chains = await startTwoChains()
  shadow = await startShadowOfB(chains)
  funded = await initiated()
  unfunded = await initiated()
  ended = await initiated()
  await createDestination(chains, funded)
  await createDestination({ ...chains, b: shadow }, unfunded)
  await createDestination(chains, ended)
  await claimDestination(chains, ended.order, ended.state.secret)
  await claimSide(chains, 'a', ended.order.source_intent, ended.state.secret)
  await Promise.all([mineDepth(chains), mineDepth({ ...chains, b: shadow }, ['b'])])
  await level()
})
afterAll(() => Promise.all([chains?.stop(), shadow?.anvil.stop()]))

const registryOf = ({ destination_intent: { registry_address } }: Order) => registry_address as Address

const createDestination = (on: TwoChains, { order }: Swap) =>
  createAsSolver(on, registryOf(order), termsOf(order.destination_intent))

async function initiated(): Promise<Swap> {
  const { client } = inMemoryServices(chains)
  const evidence = { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: [chains.b.anvil.rpcUrl] } }
  const swap = await Swap.start(usdcRequest, { client, network: chains.network, evidence, save: () => undefined })
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  return swap
}

/** Makes both histories equally long, so that no length gives the liar away. */
async function level(): Promise<void> {
  const [truth, other] = await Promise.all(
    [chains.b, shadow].map(({ control }) => control.getBlockNumber({ cacheTime: 0 })),
  )
  const apart = Number((truth ?? 0n) - (other ?? 0n))
  if (apart !== 0) await (apart > 0 ? shadow : chains.b).control.mine({ blocks: Math.abs(apart) })
}

type Ask = (evidence: EvidenceOptions) => Promise<string | undefined>

/** Asks whether the secret may be revealed. */
const decisionOf =
  ({ order }: Swap): Ask =>
  async (evidence) =>
    (await readEvidence(order, chains.network, evidence)).type
/** Asks how a swap ended, as far as the chains show it. */
const endOf =
  ({ state }: Swap): Ask =>
  (evidence) =>
    readEnd(state, chains.network, evidence)

/** Asks again and again until the answer is final, as a swap does. */
async function play(
  { lie, layout }: Play,
  question: Ask,
  wanted: string,
  limitMs: number,
): Promise<Outcome & { said: unknown }> {
  const scene = {
    shadow: overHttp(shadow.anvil.rpcUrl),
    log: { address: registryOf(funded.order), topics: [toHex(1, { size: 32 })], data: '0x' as const },
    limitMs: 2_000,
  }
  const ends = await endpointsWith({ ...layout, lie, chain: chains.b.anvil.rpcUrl, scene })
  const evidence = { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: ends.urls }, timeoutMs: scene.limitMs }
  ends.begin()
  const began = performance.now()
  let said: string | undefined
  let because: string | undefined
  try {
    while ((said === undefined || said === 'wait') && performance.now() - began < limitMs) {
      said = await question(evidence).catch((error: unknown) => {
        if (!(error instanceof TandemError)) throw error
        because = error.code
        return undefined
      })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const stopped = said === undefined || said === 'wait'
    const seconds = (performance.now() - began) / 1_000
    return { said, fooled: !stopped && said !== wanted, stopped, seconds, because }
  } finally {
    await ends.stop()
  }
}

describe('the secret is handed on where the destination stands, though there is', () => {
  it.each(playsOf(sample))('%s', async (_name, one) => {
    const known = knownIn(knownFindings, one)
    const outcome = await play(one, decisionOf(funded), 'reveal', limitOf(one, known))
    note('SDK', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(known)
  })
})

describe('the secret stays where no destination stands, though there is', () => {
  it.each(playsOf(['other_state', 'other_history'], stateLies))('%s', async (_name, one) => {
    const { said, seconds } = await play(one, decisionOf(unfunded), 'wait', 3_000)
    const outcome = { fooled: said === 'reveal', stopped: false, seconds }
    note('SDK, no vault', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(undefined)
  })
})

describe('the end of a swap shows, though there is', () => {
  it.each(playsOf(['hangs', 'stale', 'other_history'], [...silentLies, ...blockLies, ...stateLies]))(
    '%s',
    async (_name, one) => {
      const outcome = await play(one, endOf(ended), 'completed', limitOf(one, undefined))
      note('SDK, end', one, outcome)
      expect(brokenRule(outcome, one.layout)).toBe(undefined)
    },
  )
})
