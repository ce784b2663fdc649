/** One endpoint of the application's two or three lies, hangs or stands still, before a secret leaves and at a swap's end. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Lie, type LyingEndpoint, lyingEndpoint } from '@tandem/chain/lies'
import { accounts } from '@tandem/devnet'
import { type EvidenceOptions, readEnd, Swap, termsOf } from '@tandem/sdk'
import type { Hex } from 'viem'
import { claimDestination, claimSide, createAsSolver } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, startShadowOfB, startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'

let chains: TwoChains
let shadow: TestChain
let honest: LyingEndpoint
let liar: LyingEndpoint
beforeAll(async () => {
  chains = await startTwoChains()
  shadow = await startShadowOfB(chains)
  const chain = chains.b.anvil.rpcUrl
  ;[honest, liar] = await Promise.all([lyingEndpoint({ chain }), lyingEndpoint({ chain })])
})
afterAll(() => Promise.all([chains?.stop(), shadow?.anvil.stop(), honest?.stop(), liar?.stop()]))

const hangs: Lie = { name: 'hangs', kind: 'silent', describes: 'never answers', tell: () => () => 'hang' }
/** Another history of the chain answers, whatever is asked. */
const lies: Lie = {
  name: 'lies',
  kind: 'lying',
  describes: 'shows another history of the chain',
  tell:
    () =>
    async ({ method, params }) => ({ result: await shadow.control.request({ method, params } as never) }),
}
/** The newest block is that of the first question. */
const standsStill: Lie = {
  name: 'stands_still',
  kind: 'silent',
  describes: 'has no new blocks',
  tell: () => {
    const asOf = (params: readonly unknown[]) => params.map((one) => (one === 'latest' ? '0x1' : one))
    return ({ method, params }, trueChain) =>
      method === 'eth_blockNumber' ? { result: '0x1' } : trueChain({ method, params: asOf(params) })
  },
}

const ways = [lies, hangs, standsStill].flatMap((lie) => (['first', 'last'] as const).map((at) => ({ lie, at })))

/** The liar is asked before or after endpoints that tell the truth. */
function evidenceOf(of: 2 | 3, at: 'first' | 'last'): EvidenceOptions {
  const truthful = Array.from({ length: of - 1 }, () => honest.url)
  return {
    endpoints: {
      devnet_a: [chains.a.anvil.rpcUrl],
      devnet_b: at === 'first' ? [liar.url, ...truthful] : [...truthful, liar.url],
    },
    // Of three, none is waited for. Of two, the one that hangs is.
    timeoutMs: of === 3 ? 60_000 : 3_000,
  }
}

/** A swap whose escrows stand at their depth; `sent` has the secret once the relayer has it. */
async function fundedSwap(evidence: EvidenceOptions) {
  const sent: Hex[] = []
  const claim = async ({ secret }: { secret: string }) => void sent.push(secret as Hex)
  const { client } = inMemoryServices(chains, { claim })
  const swap = await Swap.start(
    {
      userId: 'u',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 25_000_000n,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    { network: chains.network, save: () => undefined, client, evidence },
  )
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  const { destination_intent: destination } = swap.order
  await createAsSolver(chains, destination.registry_address as Hex, termsOf(destination))
  await mineDepth(chains)
  return { swap, sent }
}

describe('one endpoint of three', () => {
  it.each(ways)('that $lie.name, asked $at, keeps no secret and hides no end', async ({ lie, at }) => {
    const evidence = evidenceOf(3, at)
    const { swap, sent } = await fundedSwap(evidence)
    liar.tell(lie)
    try {
      await swap.claim({ pollMs: 100, timeoutMs: 0 })
      expect(sent).toEqual([swap.state.secret])
      await claimDestination(chains, swap.order, swap.state.secret)
      await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
      await mineDepth(chains)
      expect(await readEnd(swap.state, chains.network, evidence)).toBe('completed')
    } finally {
      liar.tell(undefined)
    }
  })
})

describe('one endpoint of two', () => {
  it.each(ways)('that $lie.name, asked $at, has the secret stay', async ({ lie, at }) => {
    const evidence = evidenceOf(2, at)
    const { swap, sent } = await fundedSwap(evidence)
    liar.tell(lie)
    try {
      await expect(swap.claim({ pollMs: 100, timeoutMs: 0 })).rejects.toMatchObject({ code: 'EVIDENCE_UNAVAILABLE' })
      expect(sent).toEqual([])
      expect(await readEnd(swap.state, chains.network, evidence)).toBeUndefined()
    } finally {
      liar.tell(undefined)
    }
  })
})
