/** `Swap.run` does a swap in one call, goes on after it was killed, and finishes a swap that was restored. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { consentCancelTypedData, encodeCreateEscrowSigned, readVault } from '@tandem/escrow'
import { SwapRunner, type SwapView } from '@tandem/react'
import {
  type CreateClaim,
  createClient,
  memoryStore,
  type Order,
  type RunProgress,
  type RunStep,
  readEnd,
  restoreSwaps,
  Swap,
  type SwapOptions,
  type SwapState,
  type TandemClient,
  TandemError,
  termsOf,
  walletSecrets,
} from '@tandem/sdk'
import { type Address, custom, type Hex, createClient as viemClient } from 'viem'
import { claimDestination, claimSide, createAsSolver, honestServices } from '../../support/honest-services.ts'
import type { Lies } from '../../support/in-memory-services.ts'
import { mineDepth, startTwoChains, type TwoChains } from '../../support/two-chains.ts'
import { amount, evidenceOf, owner, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

const evidence = () => evidenceOf(chains)
const optionsOf = (client: SwapOptions['client'], over: Partial<SwapOptions> = {}): SwapOptions => ({
  client,
  network: chains.network,
  evidence: evidence(),
  save: () => undefined,
  ...over,
})
const runOf = () =>
  ({
    path: 'prefunded',
    wallet: chains.a.user,
    destinationWallet: chains.b.user,
    submitter: { by: 'wallet' },
    pollMs: 50,
    onProgress: minesDepth,
  }) as const

/** Mines blocks after a claim of the recipient's wallet, because nobody else sends transactions on this chain. */
const minesDepth = ({ step }: RunProgress): void => {
  if (step === 'settling') void mineDepth(chains, ['b'])
}

const held = (name: 'a' | 'b') => usdcOf(chains, name)

describe('Swap.run', () => {
  it('drives a swap to completed, and tells each step', async () => {
    const [beforeA, beforeB] = [await held('a'), await held('b')]
    const swap = await Swap.start(usdcRequest, optionsOf(honestServices(chains).client))
    const steps: RunStep[] = []
    const { outcome } = await swap.run({ ...runOf(), onProgress: ({ step }) => steps.push(step) })
    expect(outcome).toBe('completed')
    expect([...new Set(steps)].filter((step) => step !== 'waiting_for_market_maker' && step !== 'settling')).toEqual([
      'initiating',
      'revealing',
      'completed',
    ])
    expect([beforeA - (await held('a')), (await held('b')) - beforeB]).toEqual([amount, amount])
  })

  it.each<RunStep>(['initiating', 'waiting_for_market_maker', 'revealing', 'settling'])(
    'that is killed at %s is resumed from its store, and pays once',
    async (killedAt) => {
      const [beforeA, beforeB] = [await held('a'), await held('b')]
      const { client } = honestServices(chains)
      const store = memoryStore()
      const first = await Swap.start(usdcRequest, optionsOf(client, { save: store.save }))
      const killing = new AbortController()
      const killed = first.run({
        ...runOf(),
        signal: killing.signal,
        onProgress: ({ step }) => {
          if (step === killedAt) killing.abort()
        },
      })
      // A step that does not wait for anything may end before the abort.
      await killed.catch((error: { code: string }) => expect(error.code).toBe('ABORTED'))
      const [state] = await store.list()
      const again = await Swap.resume(state as SwapState, optionsOf(client))
      expect((await again.run(runOf())).outcome).toBe('completed')
      expect([beforeA - (await held('a')), (await held('b')) - beforeB]).toEqual([amount, amount])
    },
  )
})

/** A client whose every request fails, because no server answers. */
const dead = () =>
  createClient({
    baseUrl: 'http://orderbook.test',
    relayerUrl: 'http://relayer.test',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })

/** Creates an attacker's escrow of one base unit under the swap's commitment hash. */
async function createTrifle({ destination_intent: destination }: Order): Promise<void> {
  const terms = { ...termsOf(destination), amount: 1n }
  await createAsSolver(chains, destination.registry_address as Address, terms)
}

describe('Swap.run against servers that lie or fall silent', () => {
  it('does not end at an orderbook’s word that the order is complete: it reveals by the chains, and is paid', async () => {
    const before = await held('b')
    const { client } = honestServices(chains, { status: (status) => (status === 'created' ? status : 'completed') })
    const swap = await Swap.start(usdcRequest, optionsOf(client))
    const steps: RunStep[] = []
    const { outcome } = await swap.run({ ...runOf(), onProgress: ({ step }) => steps.push(step) })
    expect([outcome, steps.includes('revealing')]).toEqual(['completed', true])
    expect((await held('b')) - before).toBe(amount)
  })

  it('goes on with the saved order alone once both services are gone, and the recipient claims', async () => {
    const before = await held('b')
    const store = memoryStore()
    const { swap } = await readyToClaim({ save: store.save })
    const [state] = await store.list()
    const again = await Swap.resume(state as SwapState, optionsOf(dead(), { save: store.save }))
    const { outcome } = await again.run({ ...runOf(), patienceSecs: 100_000 })
    expect(outcome).toBe('paid')
    expect((await held('b')) - before).toBe(amount)
    expect((await store.list())[0]?.secretLeft).toBe(true)
    await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
  })

  it('claims by the recipient when the relayer refuses the claim for good, after it was given the secret', async () => {
    const before = await held('b')
    const { swap } = await readyToClaim({}, { claim: () => ({ status: 422, code: 'SWAP_MISMATCH', retryable: false }) })
    const run = swap.run(runOf())
    const progress = await run
    expect(progress.outcome).toBe('completed')
    expect((await held('b')) - before).toBe(amount)
  })
})

describe('Swap.run while the relayer is down', () => {
  it('offers the claim again until the relayer is back, and the recipient’s wallet sends nothing', async () => {
    const { control } = chains.b
    const [before, sent] = [await held('b'), await control.getTransactionCount({ address: owner })]
    let refusals = 0
    const down = { status: 503, code: 'UNAVAILABLE', retryable: true }
    const claim = ({ secret }: CreateClaim) =>
      refusals++ < 4 ? down : claimDestination(chains, ready.swap.order, secret as Hex)
    const ready = await readyToClaim({}, { claim })
    expect((await ready.swap.run(runOf())).outcome).toBe('completed')
    expect(ready.services.claims).toHaveLength(1)
    expect((await held('b')) - before).toBe(amount)
    expect(await control.getTransactionCount({ address: owner })).toBe(sent)
  })
})

describe('the end of a run whose orderbook says that the order expired', () => {
  it('does not come while an authorization is out: the escrow that it makes is completed', async () => {
    const handed: { deadline: number; creator_signature: Hex }[] = []
    let isLying = true
    const { client } = honestServices(chains, { status: (real) => (isLying && handed.length > 0 ? 'expired' : real) })
    const store = memoryStore()
    const swap = await Swap.start(usdcRequest, optionsOf(client, { save: store.save }))
    const createInitiation = (async (body: (typeof handed)[number]) => {
      expect((await store.list())[0]?.fundableUntil).toBe(body.deadline)
      handed.push(body)
    }) as unknown as typeof client.createInitiation
    const { source_intent: source } = swap.order
    const use = async () => {
      const [{ deadline, creator_signature: creatorSignature } = { deadline: 0, creator_signature: '0x' as const }] =
        handed
      await chains.a.solver.sendTransaction({
        to: source.registry_address as Address,
        data: encodeCreateEscrowSigned({ terms: termsOf(source), deadline, creatorSignature }),
      })
      isLying = false
    }
    const steps: RunStep[] = []
    const used: Promise<void>[] = []
    const { outcome } = await swap.run({
      ...runOf(),
      path: 'signed',
      submitter: { by: 'relayer', client: { ...client, createInitiation } },
      onProgress: ({ step }) => {
        steps.push(step)
        if (step === 'waiting_for_expiry' && used.length === 0) used.push(use())
      },
    })
    await Promise.all(used)
    expect([outcome, steps.includes('waiting_for_expiry')]).toEqual(['completed', true])
  })

  it('says that the state must be kept, though nothing was sent', async () => {
    const swap = await Swap.start(usdcRequest, optionsOf(honestServices(chains, { status: () => 'expired' }).client))
    expect(await swap.run({ ...runOf(), initiates: false })).toMatchObject({ outcome: 'ended', mayForget: false })
  })

  it('lets a settled swap be forgotten once both claims count, and not before', async () => {
    const store = memoryStore()
    const swap = await Swap.start(usdcRequest, optionsOf(honestServices(chains).client, { save: store.save }))
    expect(await swap.run(runOf())).toMatchObject({ outcome: 'completed', mayForget: false })
    await mineDepth(chains)
    expect(await readEnd(swap.state, chains.network, { endpoints: {} })).toBeUndefined()
    expect(await readEnd(swap.state, chains.network, evidence())).toBe('completed')
    expect([swap.fundableUntil, (await store.list())[0]?.fundableUntil]).toEqual([0, 0])
  })
})

/** A swap whose destination is funded and whose secret is not revealed yet. */
async function readyToClaim(over: Partial<SwapOptions> = {}, lies: Lies = {}) {
  const services = honestServices(chains, { lies })
  const swap = await Swap.start(usdcRequest, optionsOf(services.client, over))
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  await mineDepth(chains)
  await swap.waitFor(['destination_initiated'], { pollMs: 50 })
  return { swap, services }
}

const emptyList = async () => ({ data: [], page: 1, limit: 100, total: 0, total_pages: 0, next_cursor: null })

describe('restoreSwaps', () => {
  it('finds an open swap by the wallet alone when the storage is wiped, and goes on', async () => {
    const { swap, services } = await readyToClaim({ secrets: walletSecrets(chains.a.user) })
    expect(swap.state.secretOrigin).toBe('wallet')
    const secrets = walletSecrets(chains.a.user)
    const [found, ...others] = await restoreSwaps({ secrets, owner, accept: () => true }, optionsOf(services.client))
    expect(others).toEqual([])
    expect(found?.state.secret).toBe(swap.state.secret)
    expect((await found?.run(runOf()))?.outcome).toBe('completed')
  })

  it('finds it on the chains alone when no server answers, and the recipient claims by itself', async () => {
    const { swap } = await readyToClaim({ secrets: walletSecrets(chains.a.user) })
    await createTrifle(swap.order)
    const before = await held('b')
    const offered: string[] = []
    const accept = ({ destination_intent: { amount: received } }: Order) => {
      offered.push(received)
      return received === String(amount)
    }
    const restore = { secrets: walletSecrets(chains.a.user), owner, accept }
    const [found, ...others] = await restoreSwaps(restore, optionsOf(dead()))
    expect(others).toEqual([])
    expect(found?.state.secret).toBe(swap.state.secret)
    expect(offered).toContain(String(amount))
    expect((await found?.run(runOf()))?.outcome).toBe('paid')
    expect((await held('b')) - before).toBe(amount)
    await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
  })

  it('finds it on the chains alone over an endpoint on which each request fails at first', async () => {
    const { swap } = await readyToClaim({ secrets: walletSecrets(chains.a.user) })
    const seen = new Set<string>()
    const request = (asked: { method: string; params?: unknown }) => {
      const key = JSON.stringify(asked)
      if (seen.has(key)) return chains.b.control.request(asked as never)
      seen.add(key)
      return Promise.reject(new Error('the endpoint is out for a moment'))
    }
    const shaky = viemClient({ transport: custom({ request }, { retryCount: 0 }) })
    const endpoints = { ...evidence().endpoints, devnet_b: [shaky] }
    const accept = ({ destination_intent: { amount: received } }: Order) => received === String(amount)
    const restore = { secrets: walletSecrets(chains.a.user), owner, accept, isChainOnly: true }
    const found = await restoreSwaps(restore, optionsOf(dead(), { evidence: { endpoints } }))
    expect(found.map(({ state }) => state.secret)).toContain(swap.state.secret)
    await swap.run(runOf())
  })

  it.each<[string, (services: TandemClient) => TandemClient]>([
    ['shows none of its orders', (client) => ({ ...client, listOrders: emptyList as never })],
    [
      'shows the order with another destination, which fails verification',
      (client) => ({
        ...client,
        listOrders: (async (query: never) => {
          const page = await client.listOrders(query)
          const lied = ({ destination_intent: destination, ...order }: Order) => ({
            ...order,
            destination_intent: { ...destination, amount: '1' },
          })
          return { ...page, data: page.data.map(lied) }
        }) as never,
      }),
    ],
    [
      'refuses for good',
      (client) => ({ ...client, listOrders: () => Promise.reject(new TandemError('FORBIDDEN' as never, 'no')) }),
    ],
  ])('finds it on the chains when the orderbook %s', async (_name, lie) => {
    const { swap, services } = await readyToClaim({ secrets: walletSecrets(chains.a.user) })
    const { client } = services
    const accept = ({ destination_intent: { amount: received } }: Order) => received === String(amount)
    const restore = { secrets: walletSecrets(chains.a.user), owner, accept }
    const found = await restoreSwaps(restore, optionsOf(lie(client)))
    expect(found.map(({ state }) => state.secret)).toEqual([swap.state.secret])
    await swap.run(runOf())
  })

  it('restores nothing that the user does not accept', async () => {
    const { swap, services } = await readyToClaim({ secrets: walletSecrets(chains.a.user) })
    const restore = { secrets: walletSecrets(chains.a.user), owner, accept: () => false }
    expect(await restoreSwaps(restore, optionsOf(services.client))).toEqual([])
    await swap.run(runOf())
  })
})

describe('the runner of the swaps of a browser', () => {
  it('forgets no swap on the orderbook’s word that it is complete: the chains must show the claim', async () => {
    const store = memoryStore()
    const { swap, services } = await readyToClaim({ save: store.save })
    const fetch = async (request: Request) => {
      const text = await (await services.fetch(request)).text()
      return new Response(text.replace('"status":"destination_initiated"', '"status":"completed"'))
    }
    const liar = createClient({ baseUrl: 'http://orderbook.test', relayerUrl: 'http://relayer.test', fetch })
    const runnerOf = async (client: SwapOptions['client']) => {
      const runner = new SwapRunner({ client, network: chains.network, evidence: evidence(), store })
      await runner.load()
      await runner.refresh()
      return runner.views()
    }
    expect(await runnerOf(liar)).toMatchObject([{ phase: 'resting', order: { status: 'completed' } }])
    expect(await store.list()).toHaveLength(1)
    await swap.run(runOf())
    await mineDepth(chains)
    expect(await runnerOf(services.client)).toMatchObject([{ phase: 'over', step: 'completed' }])
    expect(await store.list()).toEqual([])
  })
})

/** Another tab reveals the secret and saves that, after this tab has read the store. */
async function revealedElsewhere() {
  const store = memoryStore()
  const down = { status: 503, code: 'UNAVAILABLE', retryable: true }
  let isThere = false
  const claim = ({ secret }: CreateClaim) =>
    isThere ? claimDestination(chains, ready.swap.order, secret as Hex) : down
  const ready = await readyToClaim({ save: store.save }, { claim })
  const saved: SwapState[] = []
  const save = async (state: SwapState) => {
    saved.push(state)
    await store.save(state)
  }
  const own = { ...store, save }
  const { client } = ready.services
  const runner = new SwapRunner({ client, network: chains.network, evidence: evidence(), store: own })
  await runner.load()
  await expect(ready.swap.claim({ timeoutMs: 0 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  isThere = true
  const key = runner.views()[0]?.key as string
  const ended = new Promise<SwapView | undefined>((resolve) => {
    runner.subscribe(() => {
      const view = runner.views().find((one) => one.key === key)
      if (view?.phase !== 'running') resolve(view)
    })
  })
  const wallet = { wallet: chains.b.user }
  return { ...ready, store: own, runner, saved, ended, key, wallet }
}

describe('the runner of a tab that read its store before another tab revealed', () => {
  it('drives the swap from the newer state, and forgets nothing of it', async () => {
    const { runner, saved, ended, key, wallet, store, services } = await revealedElsewhere()
    expect(runner.views()[0]?.state.secretLeft).toBeUndefined()
    runner.resume(key, { wallet, path: 'prefunded', initiates: false })
    expect(await ended).toMatchObject({ phase: 'over', state: { secretLeft: true } })
    expect([saved, await store.list()]).toMatchObject([[], [{ secretLeft: true }]])
    // The market maker's claim is only in the newest block. The state is deleted when the claim is at depth, and not
    // when the user hides the card.
    await runner.forget(key)
    expect(await store.list()).toHaveLength(1)
    await mineDepth(chains)
    const { client } = services
    const later = new SwapRunner({ client, network: chains.network, evidence: evidence(), store })
    await later.load()
    await later.refresh()
    expect(await store.list()).toEqual([])
  })

  it('claims on the hub from the newer state', async () => {
    const { runner, saved, key, wallet, swap } = await revealedElsewhere()
    await runner.claimOnHub(key, wallet)
    expect(saved).toEqual([])
    await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
  })

  it('goes on from memory while the store cannot be read', async () => {
    const { runner, ended, key, wallet, store } = await revealedElsewhere()
    store.list = () => Promise.reject(new Error('the store is locked'))
    runner.resume(key, { wallet, path: 'prefunded', initiates: false })
    expect(await ended).toMatchObject({ phase: 'over' })
  })

  it('says that the run failed when the browser gives no lock', async () => {
    const { runner, ended, key, wallet, swap } = await revealedElsewhere()
    const request = () => Promise.reject(new Error('no lock'))
    Object.defineProperty(globalThis, 'navigator', { value: { locks: { request } }, configurable: true })
    runner.resume(key, { wallet, path: 'prefunded', initiates: false })
    expect(await ended).toMatchObject({ phase: 'failed', error: { message: 'no lock' } })
    Reflect.deleteProperty(globalThis, 'navigator')
    await swap.run(runOf())
  })
})

describe('a refund', () => {
  it('comes before its time with the market maker’s consent, and never without', async () => {
    const before = await held('a')
    const swap = await Swap.start(usdcRequest, optionsOf(honestServices(chains, { isMakerThere: false }).client))
    await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
    const { source_intent: source } = swap.order
    const deadline = source.cancel_after
    const domain = { chainId: 31_401, registry: source.registry_address as Address }
    const consent = consentCancelTypedData({ ...domain, vault: source.swap_id as Address, deadline })
    const forged = await chains.a.user.signTypedData(consent)
    await expect(swap.cooperativeRefund(chains.a.user, { deadline, signature: forged })).rejects.toThrow()
    const signature = await chains.a.solver.signTypedData(consent)
    await expect(swap.cooperativeRefund(chains.b.user, { deadline, signature })).rejects.toMatchObject({
      code: 'WRONG_CHAIN',
    })
    expect(await swap.cooperativeRefund(chains.a.user, { deadline, signature })).toMatch(/^0x/)
    expect(await held('a')).toBe(before)
    expect(await swap.cooperativeRefund(chains.a.user, { deadline, signature })).toBeNull()
  })

  it('ends a run whose market maker never answers', async () => {
    const before = await held('a')
    const swap = await Swap.start(usdcRequest, optionsOf(honestServices(chains, { isMakerThere: false }).client))
    const ended = swap.run(runOf())
    const { source_intent: source } = swap.order
    const asked = {
      registry: source.registry_address as Address,
      vault: source.swap_id as Address,
      terms: termsOf(source),
    }
    const deadline = Date.now() + 120_000
    while ((await readVault(chains.a.control, asked)).state === 'missing' && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await chains.a.control.setNextBlockTimestamp({ timestamp: BigInt(swap.order.source_intent.cancel_after + 1) })
    await chains.a.control.mine({ blocks: 1 })
    expect((await ended).outcome).toBe('refunded')
    expect(await readEnd(swap.state, chains.network, evidence())).toBeUndefined()
    await mineDepth(chains)
    expect(await readEnd(swap.state, chains.network, evidence())).toBe('refunded')
    expect(await held('a')).toBe(before)
  })
})
