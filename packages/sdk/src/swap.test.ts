import { describe, expect, it } from '@jest/globals'
import { hashSecret, predictVault } from '@tandem/escrow'
import type { Address, Hex } from 'viem'
import type { Claim, CreateOrder, Order, OrderStatus, TandemClient } from './client.ts'
import { Swap, type SwapState } from './swap.ts'
import { TandemError } from './tandem-error.ts'
import { termsOf } from './verify-order.ts'

const user = `0x${'1'.repeat(40)}` as Address
const solver = `0x${'2'.repeat(40)}` as Address
const registry = `0x${'3'.repeat(40)}` as Address
const token = `0x${'4'.repeat(40)}` as Address
const quote = {
  quote_id: 'q',
  source: { asset: 'a:usdc', amount: '100' },
  destination: { asset: 'b:usdc', amount: '99' },
  route_type: 'direct' as const,
  expires_at: '2026-11-21T12:00:00.000Z',
}
const request = {
  userId: 'u',
  sourceAsset: 'a:usdc',
  destinationAsset: 'b:usdc',
  sourceAmount: 100n,
  sourceAddress: user,
  destinationAddress: user,
}
const fast = { pollMs: 1, timeoutMs: 1000 }

function orderOf(body: CreateOrder): Order {
  const side = (chain: 'a' | 'b', creator: string, recipient: string, amount: string, cancelAfter: number) => {
    const intent = {
      chain,
      asset: `${chain}:usdc`,
      token_address: token,
      creator,
      recipient,
      amount,
      cancel_after: cancelAfter,
      commitment_hash: body.commitment_hash,
      registry_address: registry,
      l1_hop: false,
      hop_bridge_factory: null,
    } as unknown as Order['source_intent']
    const vault = predictVault({ registry, chainId: chain === 'a' ? 1 : 2, terms: termsOf(intent) })
    return { ...intent, swap_id: vault }
  }
  return {
    order_id: 'o',
    quote_id: body.quote_id,
    status: 'created',
    source_intent: side('a', body.source.recipient, solver, body.source.amount, 2000),
    destination_intent: side('b', solver, body.destination.recipient, body.destination.amount, 1000),
  } as Order
}

/** Both services in memory: one order, whose status the test sets. */
function fakeServices() {
  const orders: Order[] = []
  let status: OrderStatus = 'created'
  const order = (): Order => {
    const [made] = orders
    if (made === undefined) throw new TandemError('ORDER_NOT_FOUND', 'no order', { httpStatus: 404 })
    return { ...made, status }
  }
  const client = {
    createQuote: () => Promise.resolve(quote),
    createOrder: (body: CreateOrder) => {
      const made = orderOf(body)
      orders.push(made)
      return Promise.resolve(made)
    },
    getOrder: async () => order(),
    listOrders: ({ commitment_hash }: { commitment_hash: string }) =>
      Promise.resolve({ data: orders.filter((one) => one.source_intent.commitment_hash === commitment_hash) }),
    listChains: () =>
      Promise.resolve([
        { chain: 'a', chain_id: 1, registry_address: registry },
        { chain: 'b', chain_id: 2, registry_address: registry },
      ]),
    listAssets: () => Promise.resolve(['a:usdc', 'b:usdc'].map((asset) => ({ asset, token_address: token }))),
  } as unknown as TandemClient
  return {
    client,
    orders,
    setStatus(next: OrderStatus) {
      status = next
    },
  }
}

describe('Swap', () => {
  it('saves the secret before the order is made, and the order’s id after', async () => {
    const { client, orders } = fakeServices()
    const saved: [SwapState, number][] = []
    const swap = await Swap.start(request, {
      client,
      save: (state) => {
        saved.push([state, orders.length])
      },
    })
    expect(saved.map(([{ orderId }, ordersMade]) => [orderId, ordersMade])).toEqual([
      [null, 0],
      ['o', 1],
    ])
    expect(orders[0]?.source_intent.commitment_hash).toBe(hashSecret(swap.state.secret))
    expect(JSON.parse(JSON.stringify(swap.state))).toEqual(swap.state)
  })

  it('never makes an order when the secret could not be saved', async () => {
    const { client, orders } = fakeServices()
    const failing = Swap.start(request, { client, save: () => Promise.reject(new Error('disk full')) })
    await expect(failing).rejects.toThrow('disk full')
    expect(orders).toHaveLength(0)
  })

  it('finds its order again when the answer was lost', async () => {
    const { client, orders } = fakeServices()
    let saved: SwapState | undefined
    const save = (state: SwapState) => {
      saved = state
    }
    const losing: TandemClient = {
      ...client,
      createOrder: async (body) => {
        await client.createOrder(body)
        throw new TandemError('NETWORK', 'no answer came', { retryable: true })
      },
    }
    await expect(Swap.start(request, { client: losing, save })).rejects.toMatchObject({ code: 'NETWORK' })
    const swap = await Swap.resume(saved as SwapState, { client, save })
    expect(orders).toHaveLength(1)
    expect([swap.order.order_id, saved?.orderId]).toEqual(['o', 'o'])
  })

  it('is not there when the order is not what was asked for', async () => {
    const { client } = fakeServices()
    const lying: TandemClient = {
      ...client,
      createOrder: (body) => client.createOrder({ ...body, destination: { ...body.destination, recipient: solver } }),
    }
    await expect(Swap.start(request, { client: lying, save: () => undefined })).rejects.toMatchObject({
      code: 'UNVERIFIED',
    })
  })

  it('claims again while the relayer says that it is too early, and gives up when it refuses for good', async () => {
    const { client } = fakeServices()
    const early = new TandemError('DESTINATION_NOT_INITIATED', 'too early', { retryable: true })
    const late = new TandemError('TOO_LATE', 'too late', { retryable: false })
    const answers: (Error | Claim)[] = [early, early, { claim_id: 'c' } as Claim, early, late]
    const secrets = new Set<Hex>()
    const claiming: TandemClient = {
      ...client,
      createClaim: async ({ secret }) => {
        secrets.add(secret as Hex)
        const next = answers.shift()
        if (next === undefined || next instanceof Error) throw next
        return next
      },
    }
    const swap = await Swap.start(request, { client: claiming, save: () => undefined })
    expect(await swap.claim(fast)).toEqual({ claim_id: 'c' })
    await expect(swap.claim(fast)).rejects.toBe(late)
    expect([...secrets]).toEqual([swap.state.secret])
  })

  it('claims the vault that it has verified, whatever the orderbook names later', async () => {
    const { client } = fakeServices()
    const claimed: (string | undefined)[] = []
    const swap = await Swap.start(request, {
      save: () => undefined,
      client: {
        ...client,
        getOrder: async (id) => {
          const order = await client.getOrder(id)
          return { ...order, destination_intent: { ...order.destination_intent, swap_id: solver } }
        },
        createClaim: async ({ swap_id }) => {
          claimed.push(swap_id)
          return { claim_id: 'c' } as Claim
        },
      },
    })
    const verified = swap.order.destination_intent.swap_id
    await swap.refresh()
    expect(swap.order.destination_intent.swap_id).toBe(solver)
    await swap.claim(fast)
    expect(claimed).toEqual([verified])
  })

  it('waits over a failed read, tells of changes, and ends when the order ends otherwise', async () => {
    const { client, setStatus } = fakeServices()
    let fails = 1
    const shaky: TandemClient = {
      ...client,
      getOrder: async (id) => {
        if (fails > 0) {
          fails -= 1
          throw new TandemError('NETWORK', 'no answer came', { retryable: true })
        }
        return client.getOrder(id)
      },
    }
    const swap = await Swap.start(request, { client: shaky, save: () => undefined })
    const seen: string[] = []
    setStatus('source_initiated')
    await swap.waitFor(['source_initiated'], { ...fast, onChange: ({ status }) => seen.push(status) })
    expect(seen).toEqual(['source_initiated'])
    setStatus('cancelled')
    await expect(swap.waitFor(['completed'], fast)).rejects.toMatchObject({ code: 'ORDER_FINAL' })
    setStatus('created')
    await expect(swap.waitFor(['completed'], { pollMs: 1, timeoutMs: 10 })).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})
