/**
 * Once the secret is out, a run goes on until the chains show the swap's end at depth. No clock ends it earlier.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { encodeCancel } from '@tandem/escrow'
import {
  type CreateClaim,
  type Order,
  type RunStep,
  Swap,
  type SwapOptions,
  type TandemError,
  termsOf,
} from '@tandem/sdk'
import { type Address, custom, type Hex, createClient as viemClient } from 'viem'
import { claimDestination, claimSide, createAsSolver, honestServices } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, startTwoChains, type TestChain, type TwoChains, whileMining } from '../../support/two-chains.ts'
import { amount, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

/** The chains are reset to these snapshots after each test, because the tests move the clocks of both chains. */
let snapshots: Hex[]
beforeEach(async () => {
  snapshots = await Promise.all([chains.a, chains.b].map(({ control }) => control.snapshot()))
})
afterEach(() =>
  Promise.all([chains.a, chains.b].map(({ control }, index) => control.revert({ id: snapshots[index] as Hex }))),
)

const start = (client: SwapOptions['client'], endpointB: SwapOptions['evidence'] | string = chains.b.anvil.rpcUrl) =>
  Swap.start(usdcRequest, {
    client,
    network: chains.network,
    evidence:
      typeof endpointB === 'string'
        ? { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: [endpointB] } }
        : (endpointB as NonNullable<SwapOptions['evidence']>),
    save: () => undefined,
  })

/** Mines an empty block with this time. */
async function moveTo({ control }: TestChain, timestamp: number): Promise<void> {
  await control.setNextBlockTimestamp({ timestamp: BigInt(timestamp) })
  await control.mine({ blocks: 1 })
}

/** Lets the market maker cancel the destination after its `cancel_after`. */
async function cancelDestination({ destination_intent: destination }: Order): Promise<void> {
  const { solver } = chains.b
  await moveTo(chains.b, destination.cancel_after + 1)
  const call = { to: destination.registry_address as Address, data: encodeCancel(termsOf(destination)) }
  await solver.waitForTransactionReceipt({ hash: await solver.sendTransaction(call) })
}

/** A swap whose destination is funded. */
async function ready(swap: Swap): Promise<void> {
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  await mineDepth(chains)
  await swap.waitFor(['destination_initiated'], { pollMs: 50 })
}

describe('Swap.ensureClaimed', () => {
  it('claims again when a reorganization takes the relayer’s claim back after the first reading that showed it', async () => {
    const { control } = chains.b
    const before = await usdcOf(chains, 'b')
    let snapshot: Hex | undefined
    let reads = 0
    const revert = async () => {
      const id = snapshot
      snapshot = undefined
      if (id !== undefined) await control.revert({ id })
    }
    // The endpoint is honest. A reorg happens right before the second read after the claim.
    const request = async (asked: { method: string; params?: unknown }) => {
      const isRead = asked.method === 'eth_getBlockByNumber' && JSON.stringify(asked.params).includes('latest')
      if (isRead && snapshot !== undefined) reads += 1
      if (reads === 2) await revert()
      return control.request(asked as never)
    }
    const endpoint = viemClient({ transport: custom({ request }, { retryCount: 0 }) })
    const claim = async ({ secret }: CreateClaim) => {
      const id = await control.snapshot()
      await claimSide(chains, 'b', swap.order.destination_intent, secret as Hex)
      snapshot = id
    }
    const evidence = { endpoints: { devnet_a: [chains.a.anvil.rpcUrl], devnet_b: [endpoint] } }
    const swap: Swap = await start(honestServices(chains, { lies: { claim } }).client, evidence)
    await ready(swap)
    await swap.claim({ pollMs: 50 })
    const watch = { patienceSecs: 100_000, pollMs: 50 }
    const hash = await whileMining(chains, () => swap.ensureClaimed(chains.b.user, watch))
    await revert()
    expect([(await usdcOf(chains, 'b')) - before, hash]).toEqual([amount, expect.stringMatching(/^0x/)])
  })

  it('says that the destination went unclaimed, and not that the relayer claimed it', async () => {
    const swap = await start(honestServices(chains, { lies: { claim: () => undefined } }).client)
    await ready(swap)
    await swap.claim({ pollMs: 50 })
    await cancelDestination(swap.order)
    const ensured = whileMining(chains, () => swap.ensureClaimed(chains.b.user, { pollMs: 50 }))
    await expect(ensured).rejects.toMatchObject({ code: 'ORDER_FINAL' })
  })
})

/** Runs without a wallet of the recipient. */
const runAlone = (swap: Swap, onProgress: (step: RunStep) => void = () => {}) =>
  swap.run({
    path: 'prefunded',
    wallet: chains.a.user,
    submitter: { by: 'wallet' },
    pollMs: 50,
    onProgress: ({ step }) => onProgress(step),
  })

const tooLate = { status: 409, code: 'TOO_LATE', retryable: false }

describe('a run without a wallet of the recipient', () => {
  it.each([
    ['is handed the claim again', false],
    ['refuses it, and claims by itself', true],
  ])(
    'is paid when a reorganization takes the claim back in the last minute, and the relayer %s',
    async (_, refuses) => {
      const { control } = chains.b
      const before = await usdcOf(chains, 'b')
      let snapshot: Hex | undefined
      let isBack = false
      const later: Promise<unknown>[] = []
      const claim = async ({ secret }: CreateClaim) => {
        if (snapshot === undefined) {
          // There was enough time when the chains were read. Now only a minute is left.
          await moveTo(chains.b, swap.order.destination_intent.cancel_after - 60)
          snapshot = await control.snapshot()
          return claimSide(chains, 'b', swap.order.destination_intent, secret as Hex)
        }
        const claims = async () => {
          await claimDestination(chains, swap.order, secret as Hex)
          await claimSide(chains, 'a', swap.order.source_intent, secret as Hex)
        }
        if (!refuses) return claims()
        if (later.length === 1) later.push(claims())
        return tooLate
      }
      // The market maker must not claim the source earlier, because the secret would count as public then.
      const swap: Swap = await start(inMemoryServices(chains, { claim }).client)
      await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
      const { destination_intent: destination } = swap.order
      await createAsSolver(chains, destination.registry_address as Address, termsOf(destination))
      await mineDepth(chains)
      const { outcome } = await runAlone(swap, (step) => {
        if (step !== 'settling' || isBack) return
        isBack = true
        later.push(control.revert({ id: snapshot as Hex }))
      })
      await Promise.all(later)
      expect([outcome, (await usdcOf(chains, 'b')) - before]).toEqual(['completed', amount])
    },
  )

  it('takes the amount back once the chain shows at depth that the destination was cancelled', async () => {
    const before = await usdcOf(chains, 'a')
    const swap = await start(honestServices(chains, { lies: { claim: () => undefined } }).client)
    const work: Promise<unknown>[] = []
    const steps: RunStep[] = []
    const { outcome } = await runAlone(swap, (step) => {
      if (step === 'ensuring_claim') work.push(cancelDestination(swap.order).then(() => mineDepth(chains, ['b'])))
      if (step === 'waiting_for_refund') work.push(moveTo(chains.a, swap.order.source_intent.cancel_after + 1))
      steps.push(step)
    }).catch((error: TandemError) => ({ outcome: error.code }))
    await Promise.all(work)
    expect([outcome, await usdcOf(chains, 'a')]).toEqual(['refunded', before])
    expect(steps).toContain('ensuring_claim')
  })
})
