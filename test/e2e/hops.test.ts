/** Whole hops over a bridge, and everything that can go wrong with them, with real processes and real chains. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  accounts,
  assetOf,
  closeHopRoute,
  type MessageRelay,
  makeHopOperator,
  readBalance,
  type Stack,
  startMessageRelay,
  startStack,
} from '@tandem/devnet'
import { programArgs, until } from '@tandem/local-services'
import { SwapRunner } from '@tandem/react'
import {
  createClient,
  type EvidenceOptions,
  type InitiationPath,
  memoryStore,
  type Order,
  type RunStep,
  readEnd,
  Swap,
  type SwapOptions,
  type SwapState,
  type SwapStore,
} from '@tandem/sdk'
import { checkHops } from '../../services/orderbook/src/network/hop-preflight.ts'

type Hex = `0x${string}`

const root = new URL('../..', import.meta.url).pathname
const stuckAfterSecs = 3
/** Everything that an application gives a swap, with endpoints of its own. */
const swapOptions = () => ({
  client: client(),
  network: stack.network,
  evidence: {
    endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
  },
  save: () => undefined,
})
const wait = { pollMs: 100, timeoutMs: 180_000 }

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ hopStuckAfterSecs: stuckAfterSecs })
})
afterAll(async () => {
  await stack?.stop()
})

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })

/** A client of the services that changes what the orderbook says of an order. */
const lyingClient = (lie: (order: Order) => Order) =>
  createClient({
    baseUrl: stack.baseUrl,
    relayerUrl: stack.relayerUrl,
    fetch: async (request) => {
      const response = await fetch(request)
      if (request.method !== 'GET' || !/\/orders\/[^/]+$/.test(new URL(request.url).pathname) || !response.ok)
        return response
      const body = (await response.json()) as { result: Order }
      return Response.json({ ...body, result: lie(body.result) })
    },
  })

const runOf = () =>
  ({
    path: 'permit',
    wallet: stack.chains.devnet_a.user,
    destinationWallet: stack.chains.devnet_b.user,
    submitter: { by: 'relayer', client: client() },
    pollMs: 100,
  }) as const

const startHop = (symbol: 'usdc' | 'dai', over: Partial<SwapOptions> = {}) =>
  Swap.start(
    {
      userId: 'hops',
      sourceAsset: `devnet_a:${symbol}`,
      destinationAsset: `devnet_l1:${symbol}`,
      sourceAmount: symbol === 'usdc' ? 10_000_000n : 10n ** 19n,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    { ...swapOptions(), ...over },
  )

async function fund(swap: Swap, path: InitiationPath): Promise<void> {
  await swap.initiate(path, stack.chains.devnet_a.user, { by: 'relayer', client: client() })
  await swap.waitFor(['destination_initiated'], wait)
}

/** A hop whose destination is funded, so that the secret may be revealed. */
async function readyToClaim(symbol: 'usdc' | 'dai', path: InitiationPath): Promise<Swap> {
  const swap = await startHop(symbol)
  await fund(swap, path)
  return swap
}

const claim = (swap: Swap, timeoutMs = 180_000) =>
  swap.claim({ pollMs: 100, timeoutMs, signer: stack.chains.devnet_b.user })

const balanceOf = (chain: 'devnet_b' | 'devnet_l1', symbol: string) =>
  readBalance(stack.chains[chain].user, assetOf(stack.network, `${chain}:${symbol}`), accounts.user.address)

/** Waits until the order's bridge has this status. */
const bridgeIs = (swap: Swap, status: Order['destination_intent']['bridge_status']) =>
  until(async () => {
    const order = await swap.refresh()
    return order.destination_intent.bridge_status === status && order
  }, `a bridge that is ${status}`)

async function metric(name: string, label: string): Promise<number> {
  const text = await (await fetch(`${stack.baseUrl}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(label))
  return Number(line?.slice(line.lastIndexOf(' ')))
}

const rpcUrls = () => Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]]))
const operator = () =>
  makeHopOperator({ network: stack.network, rpcUrls: rpcUrls(), privateKey: accounts.faucet.privateKey })

/** Runs `node scripts/run.mjs hops …` as an operator does. */
async function hops(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...programArgs(join(root, 'packages/devnet/src/cli.ts')), 'hops', ...args],
    {
      cwd: root,
      env: {
        ...process.env,
        NETWORK_FILE: stack.networkFile,
        RPC_URLS: JSON.stringify(rpcUrls()),
        HOPS_KEY: accounts.faucet.privateKey,
      },
    },
  )
  return stdout.trim()
}

describe('a hop', () => {
  it.each([
    ['usdc', 'permit', '50000', 1n],
    ['dai', 'prefunded', '50000000000000000', 10n ** 10n],
  ] as const)(
    'of %s pays the quoted amount on the final chain, exactly, and says all of it',
    async (symbol, path, fee, scale) => {
      const before = await balanceOf('devnet_l1', symbol)
      const swap = await readyToClaim(symbol, path)
      const { destination_intent: opened } = swap.order
      expect(opened).toMatchObject({
        l1_hop: true,
        hop_recipient: accounts.user.address,
        hop_relayer_fee: fee,
        final_chain: 'devnet_l1',
        final_token_address: assetOf(stack.network, `devnet_l1:${symbol}`).token,
        bridge_tx_hash: null,
        bridge_status: 'awaiting',
      })
      await claim(swap)
      const { destination_intent: hop, order_id } = await swap.waitFor(['completed'], wait)
      const quoted = BigInt(swap.state.quote.destination.amount)
      expect((await balanceOf('devnet_l1', symbol)) - before).toBe(quoted)
      // The final chain's DAI has ten decimals fewer than the hub's.
      expect(BigInt(hop.amount) - BigInt(fee)).toBe(quoted * scale)
      expect(hop.bridge_tx_hash).toBe(hop.claim_tx_hash)
      expect(hop.bridge_status).toBe('delivered')
      const receipt = await stack.chains.devnet_l1.user.getTransactionReceipt({
        hash: hop.delivery_tx_hash as Hex,
      })
      expect(receipt.logs.map(({ topics }) => topics[1])).toContain(hop.bridge_message_id)
      const answer = await fetch(`${stack.baseUrl}/orders/${order_id}/events`)
      const { result } = (await answer.json()) as {
        result: { data: { type: string; fact: { kind: string } | null }[] }
      }
      expect(result.data.map(({ type, fact }) => `${type} ${fact?.kind ?? ''}`)).toEqual(
        expect.arrayContaining(['order.fact_confirmed hop_dispatched', 'order.fact_confirmed hop_delivered']),
      )
    },
  )

  it('is driven by one call to the delivery, and tells each step once', async () => {
    const before = await balanceOf('devnet_l1', 'usdc')
    const swap = await startHop('usdc')
    const told: { step: RunStep; status: Order['status'] }[] = []
    const { outcome, order } = await swap.run({
      ...runOf(),
      onProgress: ({ step, order: { status } }) => told.push({ step, status }),
    })
    expect([outcome, order.status]).toEqual(['completed', 'completed'])
    expect(order.destination_intent).toMatchObject({ bridge_status: 'delivered', final_chain: 'devnet_l1' })
    expect((await balanceOf('devnet_l1', 'usdc')) - before).toBe(BigInt(swap.state.quote.destination.amount))
    // A step that lasts for five seconds is told again with its reason, so repetitions are left out.
    const steps = told.map(({ step }) => step).filter((step, at, all) => step !== all[at - 1])
    expect([steps[0], steps.at(-1)]).toEqual(['initiating', 'completed'])
    for (const once of ['initiating', 'ensuring_claim', 'settling', 'completed'])
      expect(steps.filter((step) => step === once).length).toBeLessThanOrEqual(1)
  })

  it('that fails on the final chain is driven to the delivery by one call, once it is retried', async () => {
    const before = await balanceOf('devnet_l1', 'usdc')
    const swap = await startHop('usdc')
    stack.relay.failNext(1)
    const statuses: Order['status'][] = []
    const run = swap.run({
      ...runOf(),
      onProgress: ({ order: { status } }) => statuses.push(status),
    })
    const failed = await until(async () => {
      const order = await client().getOrder(swap.order.order_id)
      return order.status === 'bridge_failed' && order
    }, 'a message that failed')
    await operator().retry(failed.destination_intent.bridge_message_id as Hex)
    expect((await run).outcome).toBe('completed')
    expect(statuses.at(-1)).toBe('completed')
    expect((await balanceOf('devnet_l1', 'usdc')) - before).toBe(BigInt(swap.state.quote.destination.amount))
  })

  it('is completed by its own delivery alone, whatever the orderbook says', async () => {
    const earlier = await readyToClaim('usdc', 'permit')
    await claim(earlier)
    const { destination_intent: delivered } = await earlier.waitFor(['completed'], wait)
    const before = await balanceOf('devnet_l1', 'usdc')
    stack.relay.pause()
    const other = { claim_tx_hash: delivered.claim_tx_hash, bridge_tx_hash: delivered.claim_tx_hash }
    const message = { bridge_message_id: delivered.bridge_message_id }
    const lies = [{}, message, { ...message, ...other }, { bridge_message_id: null }]
    let told = 0
    const liar = lyingClient((order) => {
      if (order.status !== 'bridging') return order
      told += 1
      if (told === 3 * lies.length) stack.relay.resume()
      const lie = { ...lies[told % lies.length], bridge_status: 'delivered' as const }
      return { ...order, status: 'completed', destination_intent: { ...order.destination_intent, ...lie } }
    })
    const swap = await startHop('usdc', { client: liar })
    const { outcome, unverified } = await swap.run(runOf())
    expect([outcome, unverified, told >= 3 * lies.length]).toEqual(['completed', undefined, true])
    expect((await balanceOf('devnet_l1', 'usdc')) - before).toBe(BigInt(swap.state.quote.destination.amount))

    const { devnet_l1: _unnamed, ...endpoints } = swapOptions().evidence.endpoints
    const again = await Swap.resume(swap.state, { ...swapOptions(), evidence: { endpoints } })
    expect(await again.run(runOf())).toMatchObject({ outcome: 'completed', unverified: ['delivery'] })
  })

  it('that rests in a browser is completed there by its delivery alone, or says that this was not asked', async () => {
    const stores = [memoryStore(), memoryStore()] as const
    const save = async (state: SwapState) => void (await Promise.all(stores.map((store) => store.save(state))))
    stack.relay.pause()
    const swap = await startHop('usdc', { save })
    await fund(swap, 'permit')
    await claim(swap)
    const settled = () => readEnd(swap.state, stack.network, swapOptions().evidence)
    await until(async () => (await settled()) === 'paid', 'both claims at depth')
    const lie = { bridge_status: 'delivered' as const }
    const liar = lyingClient((order) => ({
      ...order,
      status: 'completed',
      destination_intent: { ...order.destination_intent, ...lie },
    }))
    const { devnet_l1: _unnamed, ...unable } = swapOptions().evidence.endpoints
    const runnerOf = async (store: SwapStore, endpoints: EvidenceOptions['endpoints']) => {
      const runner = new SwapRunner({ client: liar, network: stack.network, evidence: { endpoints }, store })
      await runner.load()
      return runner
    }
    const runner = await runnerOf(stores[0], swapOptions().evidence.endpoints)
    await runner.refresh()
    expect(runner.views()).toMatchObject([{ phase: 'resting', order: { status: 'completed' } }])
    expect(await stores[0].list()).toHaveLength(1)
    const other = await runnerOf(stores[1], unable)
    // Tried again and again, as the page does, because the orderbook may learn of the hop's message later.
    await until(async () => {
      await other.refresh()
      return other.views()[0]?.phase === 'over'
    }, 'both claims again')
    expect(other.views()).toMatchObject([{ step: 'completed', unverified: ['delivery'] }])
    stack.relay.resume()
    await until(async () => {
      await runner.refresh()
      return runner.views()[0]?.phase === 'over'
    }, 'the delivery at depth')
    expect(runner.views()).toMatchObject([{ step: 'completed', unverified: undefined }])
    expect(await stores[0].list()).toEqual([])
  })

  it('whose recipient cannot sign is taken on the hub chain', async () => {
    const { user } = stack.chains.devnet_b
    const swap = await startHop('usdc')
    await expect(swap.claimOnHub(user)).rejects.toMatchObject({ code: 'DESTINATION_NOT_INITIATED' })
    await fund(swap, 'permit')
    const stranger = { ...user, account: { ...user.account, address: accounts.solver.address } }
    await expect(swap.claimOnHub(stranger)).rejects.toMatchObject({ code: 'NOT_THE_RECIPIENT' })
    await expect(swap.claim()).rejects.toMatchObject({ code: 'HOP_REQUIRED' })
    const before = await balanceOf('devnet_b', 'usdc')
    await swap.claimOnHub(user)
    const { destination_intent: hop, order_id } = await swap.waitFor(['completed'], wait)
    expect((await balanceOf('devnet_b', 'usdc')) - before).toBe(BigInt(hop.amount))
    expect(hop).toMatchObject({ bridge_status: 'taken_on_hub', bridge_tx_hash: null, delivery_tx_hash: null })
    expect((await client().explainOrder(order_id)).summary).toContain('was paid on devnet_b')
    expect(await swap.claimOnHub(user)).toBeNull()
    const end = await swap.run(runOf())
    expect([end.outcome, end.unverified]).toEqual(['completed', undefined])
  })

  it('that fails on the final chain says where the tokens are, and a retry delivers it', async () => {
    const before = await balanceOf('devnet_l1', 'usdc')
    const swap = await readyToClaim('usdc', 'permit')
    stack.relay.failNext(1)
    await claim(swap)
    const failed = await swap.waitFor(['bridge_failed'], wait)
    const { bridge_message_id: id, bridge_status, delivered_at } = failed.destination_intent
    expect([bridge_status, delivered_at]).toEqual(['failed', null])
    expect(failed.next_action).toMatchObject({ actor: 'anyone', action: 'retry_bridge', chain: 'devnet_l1' })
    expect(failed.next_action?.description).toMatch(/locked in the token home on devnet_b.*retryMessageExecution/)
    expect(await metric('tandem_hops_undelivered', 'status="failed"')).toBe(1)

    expect(await operator().inspect(id as Hex)).toMatchObject({ state: 'failed', hubChain: 'devnet_b' })
    expect(await hops('retry', String(id))).toContain('executed on devnet_l1')
    await swap.waitFor(['completed'], wait)
    expect((await balanceOf('devnet_l1', 'usdc')) - before).toBe(BigInt(swap.state.quote.destination.amount))
    expect(await operator().retry(id as Hex)).toMatchObject({ state: 'delivered', action: 'nothing' })
  })

  it('whose message no relayer takes is stuck after a while, and a retry has it taken', async () => {
    const before = await balanceOf('devnet_l1', 'usdc')
    stack.relay.pause()
    const swap = await readyToClaim('usdc', 'permit')
    await claim(swap)
    await swap.waitFor(['bridging'], wait)
    const stuck = await bridgeIs(swap, 'stuck')
    const { bridge_message_id: id } = stuck.destination_intent
    expect(stuck.status).toBe('bridging')
    expect(stuck.next_action).toMatchObject({ actor: 'anyone', action: 'retry_bridge', chain: 'devnet_b' })
    expect(await metric('tandem_hops_undelivered', 'status="stuck"')).toBe(1)
    expect(await metric('tandem_hop_oldest_undelivered_seconds', 'chain="devnet_l1"')).toBeGreaterThan(stuckAfterSecs)

    // This relayer was not there when the message was sent.
    const hubHead = await stack.chains.devnet_b.user.getBlockNumber()
    const late: MessageRelay = startMessageRelay({
      hub: { rpcUrl: stack.chains.devnet_b.anvil.rpcUrl, fromBlock: hubHead },
      l1: { rpcUrl: stack.chains.devnet_l1.anvil.rpcUrl },
      privateKey: accounts.faucet.privateKey,
    })
    try {
      expect(await hops('retry', String(id))).toContain('announced again on devnet_b')
      await swap.waitFor(['completed'], wait)
    } finally {
      await late.stop()
      stack.relay.resume()
    }
    expect((await balanceOf('devnet_l1', 'usdc')) - before).toBe(BigInt(swap.state.quote.destination.amount))
  })

  it('whose delivery a reorganization takes back is bridging again, and arrives once', async () => {
    const { control } = stack.chains.devnet_l1
    const before = await balanceOf('devnet_l1', 'usdc')
    stack.relay.pause()
    const swap = await readyToClaim('usdc', 'permit')
    await claim(swap)
    await swap.waitFor(['bridging'], wait)
    const snapshot = await control.snapshot()
    stack.relay.resume()
    const { destination_intent: first } = await swap.waitFor(['completed'], wait)

    stack.relay.pause()
    await control.revert({ id: snapshot })
    // The clock is moved, because block times are whole seconds: the second delivery could otherwise have the time of
    // the first.
    await control.increaseTime({ seconds: 5 })
    const again = await until(async () => {
      const order = await swap.refresh()
      return order.status === 'bridging' && order
    }, 'the delivery to be taken back')
    expect(again.destination_intent).toMatchObject({ delivery_tx_hash: null, delivered_at: null })
    stack.relay.resume()
    const { destination_intent: second } = await swap.waitFor(['completed'], wait)
    expect(second.delivered_at).not.toBe(first.delivered_at)
    expect((await balanceOf('devnet_l1', 'usdc')) - before).toBe(BigInt(swap.state.quote.destination.amount))
  })

  it('is checked against the chains before the orderbook starts', async () => {
    const urls = rpcUrls()
    expect(await checkHops(stack.network, urls)).toEqual({ problems: [], closed: [] })
    const other = `0x${'12'.repeat(20)}`
    const change = <T>(items: readonly T[], isIt: (item: T) => boolean, over: Partial<T>) =>
      items.map((item) => (isIt(item) ? { ...item, ...over } : item))
    const { chains, assets } = stack.network
    const wrong = {
      ...stack.network,
      chains: change(chains, ({ chain }) => chain === 'devnet_l1', { blockchain_id: `0x${'34'.repeat(32)}` }),
      assets: change(assets, ({ asset }) => asset === 'devnet_l1:dai', { token_home_address: other }),
    }
    const { problems } = await checkHops(wrong, urls)
    expect(problems[0]).toMatch(/^devnet_l1: the messenger has the blockchain id 0x/)
    expect(problems).toContain('devnet_a:dai > devnet_l1:dai: the bridge has no such route')
    const elsewhere = { ...wrong, chains }
    expect((await checkHops(elsewhere, urls)).problems.join()).toMatch(
      /dai: the bridge gives to .* not token_home_address/,
    )
  })

  it('whose route is closed with the claim under way is paid on the hub chain by that claim', async () => {
    const { control, user } = stack.chains.devnet_b
    const [caught, warned] = [await readyToClaim('dai', 'prefunded'), await readyToClaim('dai', 'prefunded')]
    const { hop_bridge_factory, hop_dest_blockchain_id, token_address } = caught.order.destination_intent
    const before = await balanceOf('devnet_b', 'dai')

    // The claim waits in the pool when the owner of the bridge overtakes it.
    await control.setIntervalMining({ interval: 0 })
    await control.setAutomine(false)
    const relayer = { address: accounts.relayer.address }
    const mined = await control.getTransactionCount(relayer)
    await claim(caught)
    await until(async () => {
      const pending = await control.getTransactionCount({ ...relayer, blockTag: 'pending' })
      return pending > mined
    }, 'the claim in the pool')
    const closing = await closeHopRoute({
      rpcUrl: stack.chains.devnet_b.anvil.rpcUrl,
      privateKey: accounts.faucet.privateKey,
      hopBridge: hop_bridge_factory as Hex,
      token: token_address as Hex,
      destBlockchainId: hop_dest_blockchain_id as Hex,
    })
    await control.mine({ blocks: 1 })
    await control.setAutomine(true)
    await control.setIntervalMining({ interval: 1 })
    await user.waitForTransactionReceipt({ hash: closing })
    // The claim was mined after the route was closed. It has published the secret, so it pays the recipient here,
    // without any action of the user.
    expect(await control.getTransactionCount(relayer)).toBeGreaterThan(mined)
    const { destination_intent: paidHere } = await caught.waitFor(['completed'], wait)
    expect(paidHere).toMatchObject({ bridge_status: 'taken_on_hub', bridge_tx_hash: null })
    expect(await balanceOf('devnet_b', 'dai')).toBe(before + BigInt(paidHere.amount))
    expect((await client().explainOrder(caught.order.order_id)).summary).toContain('was paid on devnet_b')

    const quoting = {
      source_asset: 'devnet_a:dai',
      destination_asset: 'devnet_l1:dai',
      source_amount: String(10n ** 19n),
    }
    await until(
      () =>
        client()
          .createQuote(quoting)
          .then(
            () => false,
            (error: { code: string }) => error.code === 'HOP_ROUTE_CLOSED',
          ),
      'quotes to be refused',
    )

    // For the other one nothing has left yet, and nothing will.
    // The refusal is retryable, so `claim` would repeat it until its time is over.
    await until(async () => {
      const answer = await claim(warned, 0).then(
        () => 'accepted',
        ({ code }: { code: string }) => code,
      )
      expect(answer).not.toBe('accepted')
      return answer === 'HOP_ROUTE_CLOSED'
    }, 'the claim to be refused for the closed route')
    expect((await warned.refresh()).destination_intent.commitment).toBeNull()

    await warned.claimOnHub(user)
    const { destination_intent: hop } = await warned.waitFor(['completed'], wait)
    expect(hop).toMatchObject({ bridge_status: 'taken_on_hub', bridge_tx_hash: null })
    const paid = BigInt(caught.order.destination_intent.amount) + BigInt(warned.order.destination_intent.amount)
    expect((await balanceOf('devnet_b', 'dai')) - before).toBe(paid)
    const claims = await (await fetch(`${stack.relayerUrl}/claims?order_id=${caught.order.order_id}`)).json()
    expect(claims).toMatchObject({
      result: { data: [{ status: 'confirmed', claim_tx_hash: caught.order.destination_intent.claim_tx_hash }] },
    })
  })
})
