/** The kit of lies, told to the SDK by an endpoint of the destination, before it hands the secret on. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
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
  stateLies,
} from '@tandem/chain/lies'
import { type Order, type RevealVerdict, readEvidence, Swap, TandemError, termsOf } from '@tandem/sdk'
import { type Address, toHex } from 'viem'
import { createAsSolver } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, startShadowOfB, startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'
import { usdcRequest } from '../../support/usdc-swap.ts'

const sample = ['hangs', 'other_hashes', 'other_state', 'nested_block', 'far_ahead', 'denies_logs', 'long_header']

/** Plays that break a rule today. A row whose rule holds again fails its test. */
const knownFindings: readonly Finding[] = []

let chains: TwoChains
let shadow: TestChain
/** Its destination stands on the chain. */
let funded: Order
/** Its destination stands in the history that only liars show. */
let unfunded: Order

beforeAll(async () => {
  chains = await startTwoChains()
  shadow = await startShadowOfB(chains)
  funded = await initiated()
  unfunded = await initiated()
  await createAsSolver(chains, registryOf(funded), termsOf(funded.destination_intent))
  await createAsSolver({ ...chains, b: shadow }, registryOf(unfunded), termsOf(unfunded.destination_intent))
  await Promise.all([mineDepth(chains), mineDepth({ ...chains, b: shadow }, ['b'])])
  await level()
})
afterAll(() => Promise.all([chains?.stop(), shadow?.anvil.stop()]))

const registryOf = ({ destination_intent: { registry_address } }: Order) => registry_address as Address

async function initiated(): Promise<Order> {
  const { client } = inMemoryServices(chains)
  const evidence = { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: [chains.b.anvil.rpcUrl] } }
  const swap = await Swap.start(usdcRequest, { client, network: chains.network, evidence, save: () => undefined })
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  return swap.order
}

/** Both histories are as long, so that no length gives the liar away. */
async function level(): Promise<void> {
  const [truth, other] = await Promise.all(
    [chains.b, shadow].map(({ control }) => control.getBlockNumber({ cacheTime: 0 })),
  )
  const apart = Number((truth ?? 0n) - (other ?? 0n))
  if (apart !== 0) await (apart > 0 ? shadow : chains.b).control.mine({ blocks: Math.abs(apart) })
}

/** Asks for evidence until it says something final, as a swap does that waits for its claim. */
async function play({ lie, layout }: Play, order: Order, limitMs: number): Promise<Outcome & { verdict: string }> {
  const scene = {
    shadow: overHttp(shadow.anvil.rpcUrl),
    log: { address: registryOf(order), topics: [toHex(1, { size: 32 })], data: '0x' as const },
    limitMs: 2_000,
  }
  const ends = await endpointsWith({ ...layout, lie, chain: chains.b.anvil.rpcUrl, scene })
  const evidence = { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: ends.urls }, timeoutMs: scene.limitMs }
  ends.begin()
  const began = performance.now()
  let verdict: RevealVerdict['verdict'] | 'unavailable' | 'broken' = 'wait'
  let because: string | undefined
  try {
    while ((verdict === 'wait' || verdict === 'unavailable') && performance.now() - began < limitMs) {
      verdict = await readEvidence(order, chains.network, evidence).then(
        (said) => said.verdict,
        (error: unknown) => {
          because = error instanceof TandemError ? error.code : String(error)
          return error instanceof TandemError ? 'unavailable' : 'broken'
        },
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const stopped = ['wait', 'unavailable', 'broken'].includes(verdict)
    return {
      verdict,
      fooled: !stopped && verdict !== 'reveal',
      stopped,
      seconds: (performance.now() - began) / 1_000,
      because,
    }
  } finally {
    await ends.stop()
  }
}

describe('the secret is handed on where the destination stands, though there is', () => {
  it.each(playsOf(sample))('%s', async (_name, one) => {
    const known = knownIn(knownFindings, one)
    const outcome = await play(one, funded, limitOf(one, known))
    note('SDK', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(known)
  })
})

describe('the secret stays where no destination stands, though there is', () => {
  it.each(playsOf(['other_state', 'other_history'], stateLies))('%s', async (_name, one) => {
    const { verdict, seconds } = await play(one, unfunded, 3_000)
    const outcome = { fooled: verdict === 'reveal', stopped: false, seconds }
    note('SDK, no vault', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(undefined)
  })
})
