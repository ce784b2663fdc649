/** A run ends as `completed` only when the chains show that at depth, and never because a server says so. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readVault } from '@tandem/escrow'
import { type CreateClaim, type Order, type RunStep, Swap, type SwapOptions, termsOf } from '@tandem/sdk'
import type { Address, Hex } from 'viem'
import { claimDestination, claimSide, createAsSolver, honestServices } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, startTwoChains, type TwoChains } from '../../support/two-chains.ts'
import { amount, evidenceOf, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

const start = (client: SwapOptions['client'], over: Partial<SwapOptions> = {}) =>
  Swap.start(usdcRequest, {
    client,
    network: chains.network,
    evidence: evidenceOf(chains),
    save: () => undefined,
    ...over,
  })
const runOf = () =>
  ({
    path: 'prefunded',
    wallet: chains.a.user,
    destinationWallet: chains.b.user,
    submitter: { by: 'wallet' },
    patienceSecs: 100_000,
    pollMs: 50,
  }) as const

const held = () => usdcOf(chains, 'b')

const sourceState = async ({ source_intent: source }: Order) => {
  const [registry, vault] = [source.registry_address as Address, source.swap_id as Address]
  return (await readVault(chains.a.control, { registry, vault, terms: termsOf(source) })).state
}

describe('a run whose orderbook says completed', () => {
  it.each([
    ['with the recipient’s wallet', true],
    ['with the relayer alone', false],
  ])('pursues the destination again, %s, when a reorganization takes the claim back', async (_name, hasWallet) => {
    const { control } = chains.b
    const { destinationWallet, ...rest } = runOf()
    const options = hasWallet ? { ...rest, destinationWallet } : rest
    const before = await held()
    let snapshot: Hex | undefined
    const claim = async ({ secret }: CreateClaim) => {
      snapshot = await control.snapshot()
      await claimSide(chains, 'b', swap.order.destination_intent, secret as Hex)
    }
    const status = (real: Order['status']) => (snapshot === undefined ? real : 'completed')
    const swap: Swap = await start(honestServices(chains, { status, lies: { claim } }).client)
    const work: Promise<unknown>[] = []
    const steps: RunStep[] = []
    const onProgress = ({ step }: { step: RunStep }) => {
      steps.push(step)
      if (step !== 'settling' && step !== 'completed') return
      // The run has seen the claim in the newest block, and now a reorg takes it away. The relayer only claims again if
      // it is asked again.
      if (work.length === 0) work.push(control.revert({ id: snapshot as Hex }))
      else if (step === 'settling') work.push(mineDepth(chains))
    }
    const { outcome } = await swap.run({ ...options, onProgress })
    await Promise.all(work)
    expect((await held()) - before).toBe(amount)
    expect([outcome, steps.includes('ensuring_claim')]).toEqual(['completed', true])
  })

  it('ends once the source is claimed, and not before', async () => {
    let lies = 0
    let secret: Hex | undefined
    const { client } = inMemoryServices(chains, {
      claim: async (body) => {
        secret = body.secret as Hex
        await claimDestination(chains, swap.order, secret)
      },
      order: async (order) => {
        if (order.status !== 'destination_claimed') return order
        lies += 1
        if (lies === 5) await claimSide(chains, 'a', order.source_intent, secret as Hex)
        return { ...order, status: 'completed' }
      },
    })
    const swap: Swap = await start(client)
    await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
    const { destination_intent: destination } = swap.order
    await createAsSolver(chains, destination.registry_address as Address, termsOf(destination))
    await mineDepth(chains)
    const { outcome, unverified } = await swap.run(runOf())
    expect([outcome, unverified, await sourceState(swap.order)]).toEqual(['completed', undefined, 'claimed'])
  })

  it('says which parts it was given no endpoint to look at', async () => {
    const { client } = honestServices(chains)
    const swap = await start(client, { evidence: undefined as never, dangerouslyTrustServers: true })
    const { destinationWallet: _none, ...run } = runOf()
    const { outcome, unverified } = await swap.run(run)
    expect([outcome, unverified]).toEqual(['completed', ['destination_claim', 'source_claim']])
  })
})
