import { describe, expect, it } from '@jest/globals'
import { hashSecret, predictVault } from '@tandem/escrow'
import { type Address, createClient, custom, type Hex, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { TandemClient } from './client/create-client.ts'
import type { Claim, CreateOrder, CreateQuote, Order, OrderStatus, Quote } from './client/types.ts'
import { memoryStore } from './stores/swap-store.ts'
import { Swap } from './swap.ts'
import type { SwapRequest, SwapState } from './swap-state.ts'
import { isRefusal, TandemError } from './tandem-error.ts'
import { termsOf } from './verify/verify-order.ts'
import type { Wallet } from './wallet/wallet.ts'

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
  minReceived: 1n,
  sourceAddress: user,
  destinationAddress: user,
}
const fast = { pollMs: 1, timeoutMs: 1000 }
const until = async (isThere: () => boolean) => {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5))
}
const network = {
  chains: ['a', 'b'].map((chain, index) => ({ chain, chain_id: index + 1, registry_address: registry })),
  assets: ['a:usdc', 'b:usdc'].map((asset) => ({ asset, token_address: token })),
}
/** Options for tests that are not about evidence or saving. */
const trusting = { network, dangerouslyTrustServers: true, save: () => undefined }

function orderOf(body: CreateOrder, sourceCancelAfter = 4_000_000_000): Order {
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
    source_intent: side('a', body.source.recipient, solver, body.source.amount, sourceCancelAfter),
    destination_intent: side('b', solver, body.destination.recipient, body.destination.amount, 3_999_999_000),
  } as Order
}

/** Both services, in memory. The test sets the status of their order. */
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
    listRoutes: () => Promise.resolve([]),
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
      network,
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
    const failing = Swap.start(request, { client, network, save: () => Promise.reject(new Error('disk full')) })
    await expect(failing).rejects.toThrow('disk full')
    expect(orders).toHaveLength(0)
  })

  it('keeps both secrets when the orderbook gives one quote_id twice', async () => {
    const { client } = fakeServices()
    const store = memoryStore()
    const options = { client, network, save: store.save }
    const swaps = [await Swap.start(request, options), await Swap.start(request, options)]
    const kept = (await store.list()).map(({ secret }) => secret)
    expect(kept).toEqual(swaps.map(({ state }) => state.secret))
    expect(new Set(kept).size).toBe(2)
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
    await expect(Swap.start(request, { client: losing, network, save })).rejects.toMatchObject({ code: 'NETWORK' })
    const swap = await Swap.resume(saved as SwapState, { client, network, save })
    expect(orders).toHaveLength(1)
    expect([swap.order.order_id, saved?.orderId]).toEqual(['o', 'o'])
  })

  it.each<[string, Partial<Quote>]>([
    ['another source asset', { source: { asset: 'a:wbtc', amount: '100' } }],
    ['another destination asset', { destination: { asset: 'b:junk', amount: '99' } }],
    ['a larger amount', { source: { asset: 'a:usdc', amount: '1000' } }],
    ['nothing in return', { destination: { asset: 'b:usdc', amount: '0' } }],
  ])('makes no order from a quote for %s', async (_name, over) => {
    const { client, orders } = fakeServices()
    const lying = { ...client, createQuote: async () => ({ ...quote, ...over }) as Quote }
    await expect(Swap.start(request, { client: lying, ...trusting })).rejects.toMatchObject({ code: 'UNVERIFIED' })
    expect(orders).toHaveLength(0)
  })

  it('makes no order from a quote below the minimum that the user accepts', async () => {
    const { client, orders } = fakeServices()
    const started = Swap.start({ ...request, minReceived: 100n }, { client, ...trusting })
    await expect(started).rejects.toMatchObject({ code: 'QUOTE_UNACCEPTABLE' })
    expect(orders).toHaveLength(0)
  })

  it.each([
    ['an exact input without a minimum', { minReceived: undefined }],
    ['an exact output without a maximum', { sourceAmount: undefined, minReceived: undefined, destinationAmount: 99n }],
  ])('asks nothing for %s: a server could set any price', async (_name, over) => {
    const { client, orders } = fakeServices()
    const started = Swap.start({ ...request, ...over } as SwapRequest, { client, ...trusting })
    await expect(started).rejects.toMatchObject({ code: 'LIMIT_REQUIRED' })
    expect(orders).toHaveLength(0)
  })

  it('asks for an exact output', async () => {
    const { client } = fakeServices()
    const asked: CreateQuote[] = []
    const recording = {
      ...client,
      createQuote: async (body: CreateQuote) => {
        asked.push(body)
        return quote as Quote
      },
    }
    const { sourceAmount: _, minReceived: __, ...rest } = request
    await Swap.start({ ...rest, destinationAmount: 99n, maxSpent: 100n }, { client: recording, ...trusting })
    expect(asked).toEqual([{ source_asset: 'a:usdc', destination_asset: 'b:usdc', destination_amount: '99' }])
  })

  it('believes no list of the orderbook unless the application says so', async () => {
    const { client, orders } = fakeServices()
    await expect(Swap.start(request, { client, save: () => undefined })).rejects.toMatchObject({
      code: 'EVIDENCE_REQUIRED',
      message: expect.stringContaining('`network`'),
    })
    expect(orders).toHaveLength(0)
  })

  it('gives the relayer no secret without an endpoint to look at, and says how to name one', async () => {
    const { client } = fakeServices()
    const secrets: string[] = []
    const greedy = {
      ...client,
      createClaim: async ({ secret }: { secret: string }) => {
        secrets.push(secret)
        return { claim_id: 'c' } as Claim
      },
    }
    const pinned = {
      chains: network.chains.map((one) => ({ ...one, confirmations: 1, claim_safety_secs: 1 })),
      assets: network.assets,
    }
    const swap = await Swap.start(request, { client: greedy, network: pinned, save: () => undefined })
    await expect(swap.claim(fast)).rejects.toMatchObject({
      code: 'EVIDENCE_REQUIRED',
      message: expect.stringContaining('endpoints'),
    })
    expect(secrets).toEqual([])
  })

  it('does not go on with another order than the one that it verified', async () => {
    const { client } = fakeServices()
    let isSwapped = false
    const swapping: TandemClient = {
      ...client,
      getOrder: async (id) => {
        const order = await client.getOrder(id)
        if (!isSwapped) return order
        const other = orderOf(
          {
            quote_id: 'q',
            commitment_hash: order.source_intent.commitment_hash,
            source: { ...quote.source, recipient: user },
            destination: { ...quote.destination, recipient: user },
          } as CreateOrder,
          5000,
        )
        return { ...other, status: 'destination_initiated' }
      },
    }
    const swap = await Swap.start(request, { client: swapping, ...trusting })
    isSwapped = true
    await expect(swap.refresh()).rejects.toMatchObject({ code: 'UNVERIFIED' })
    await expect(swap.waitFor(['destination_initiated'], fast)).rejects.toMatchObject({ code: 'UNVERIFIED' })
  })

  it('locks no amount for longer than the pinned network says', async () => {
    const { client } = fakeServices()
    const pinned = {
      chains: network.chains.map((one) => ({ ...one, source_cancel_after_secs: 3600 })),
      assets: network.assets,
    }
    const forYears = { ...client, createOrder: async (body: CreateOrder) => orderOf(body) }
    await expect(
      Swap.start(request, { client: forYears, network: pinned, save: () => undefined }),
    ).rejects.toMatchObject({
      code: 'UNVERIFIED',
      message: expect.stringContaining('lives longer than its chain allows'),
    })
  })

  it('calls an order whose numbers fit no escrow unverified', async () => {
    const { client } = fakeServices()
    const absurd = {
      ...client,
      createOrder: async (body: CreateOrder) => {
        const order = orderOf(body)
        return { ...order, source_intent: { ...order.source_intent, cancel_after: 2 ** 50 } }
      },
    }
    await expect(Swap.start(request, { client: absurd, ...trusting })).rejects.toMatchObject({ code: 'UNVERIFIED' })
  })

  it('is not there when the order is not what was asked for', async () => {
    const { client } = fakeServices()
    const lying: TandemClient = {
      ...client,
      createOrder: (body) => client.createOrder({ ...body, destination: { ...body.destination, recipient: solver } }),
    }
    await expect(Swap.start(request, { client: lying, ...trusting })).rejects.toMatchObject({
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
    const swap = await Swap.start(request, { client: claiming, ...trusting })
    expect(await swap.claim(fast)).toEqual({ claim_id: 'c' })
    await expect(swap.claim(fast)).rejects.toBe(late)
    expect([...secrets]).toEqual([swap.state.secret])
  })

  it('claims the vault that it has verified, whatever the orderbook names later', async () => {
    const { client } = fakeServices()
    const claimed: (string | undefined)[] = []
    const swap = await Swap.start(request, {
      ...trusting,
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
    await expect(swap.refresh()).rejects.toMatchObject({ code: 'UNVERIFIED' })
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
    const swap = await Swap.start(request, { client: shaky, ...trusting })
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

describe('a swap whose order was verified and saved', () => {
  const gone = TandemError.fromAnswer(404, { status: 'Error', code: 'ORDER_NOT_FOUND', retryable: false })
  const refusals: [string, (order: Order) => Order][] = [
    [
      'no order',
      () => {
        throw gone
      },
    ],
    ['another order', (order) => ({ ...order, quote_id: 'z' })],
    ['nothing that is an order', () => ({}) as Order],
  ]

  /**
   * A swap that was started with an honest orderbook, which changes its answers afterwards. The relayer records the
   * secrets.
   */
  async function startedAgainst(answer: (order: Order) => Order) {
    const { client, setStatus } = fakeServices()
    const swap = await Swap.start(request, { client, ...trusting })
    const secrets: string[] = []
    const lying = {
      ...client,
      getOrder: async (id: string) => answer(await client.getOrder(id)),
      createClaim: async ({ secret }: { secret: string }) => {
        secrets.push(secret)
        return { claim_id: 'c' } as Claim
      },
    }
    return { swap, secrets, setStatus, lying }
  }

  it.each(refusals)(
    'is resumed when the orderbook answers %s, and reveals nothing for the first time',
    async (_, lie) => {
      const { swap, secrets, lying } = await startedAgainst(lie)
      const again = await Swap.resume(swap.state, { client: lying, ...trusting })
      expect(again.order).toEqual(swap.order)
      await expect(again.claim(fast)).rejects.toBeInstanceOf(TandemError)
      expect([secrets, again.isSecretOut]).toEqual([[], false])
    },
  )

  it.each(refusals)('goes on with the claim when the orderbook answers %s after the secret left', async (_, lie) => {
    const { swap, secrets, lying } = await startedAgainst(lie)
    const again = await Swap.resume({ ...swap.state, secretLeft: true }, { client: lying, ...trusting })
    await again.claim(fast)
    expect(secrets).toEqual([swap.state.secret])
    await expect(again.refresh()).rejects.toMatchObject({ retryable: true })
  })

  it('reveals once the orderbook answers with the order again', async () => {
    let isGone = true
    const { swap, secrets, lying } = await startedAgainst((order) => {
      if (isGone) throw gone
      return order
    })
    const again = await Swap.resume(swap.state, { client: lying, ...trusting })
    await expect(again.claim(fast)).rejects.toBe(gone)
    isGone = false
    await again.refresh()
    await again.claim(fast)
    expect(secrets).toEqual([swap.state.secret])
  })

  it('is not resumed from a saved order that is not what was asked for', async () => {
    const { swap, lying } = await startedAgainst(() => {
      throw gone
    })
    const order = { ...swap.order, source_intent: { ...swap.order.source_intent, amount: '1000' } }
    await expect(Swap.resume({ ...swap.state, order }, { client: lying, ...trusting })).rejects.toBe(gone)
  })

  it('is waited for over an orderbook that denies it once the secret left', async () => {
    let denials = 3
    const { swap, setStatus, lying } = await startedAgainst((order) => {
      if (denials-- > 0) throw gone
      return order
    })
    setStatus('completed')
    const again = await Swap.resume({ ...swap.state, secretLeft: true }, { client: lying, ...trusting })
    expect((await again.waitFor(['completed'], { ...fast, timeoutMs: 60_000 })).status).toBe('completed')
  })
})

const isOfUser = (call: unknown): boolean =>
  (call as { data?: string }).data?.endsWith(user.slice(2).toLowerCase()) === true

/**
 * A wallet on the source chain, where the escrow does not exist yet. It never answers a request to send a transaction,
 * and calls `onAsked` with every request.
 */
function silentWallet(onAsked: (method: string, params: unknown[]) => void): Wallet {
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => toHex(1),
    eth_getCode: ([address]) => (address === registry ? '0x01' : '0x'),
    eth_getBlockByNumber: () => ({ number: '0x1', timestamp: toHex(Math.floor(Date.now() / 1000)), transactions: [] }),
    // The account can pay, and the vault holds nothing yet.
    eth_call: ([call]) => toHex(isOfUser(call) ? 10n ** 30n : 0n, { size: 32 }),
    eth_estimateGas: () => toHex(60_000),
    eth_gasPrice: () => toHex(1),
    eth_getBalance: () => toHex(10n ** 18n),
  }
  const request = async ({ method, params }: { method: string; params: unknown[] }) => {
    onAsked(method, params)
    return answers[method]?.(params) ?? new Promise(() => {})
  }
  return createClient({ account: user, transport: custom({ request }) }) as unknown as Wallet
}

describe('a swap that is saved for two reasons at once', () => {
  it('keeps both', async () => {
    const saving: (() => void)[] = []
    let [isSlow, saved]: [boolean, SwapState | undefined] = [false, undefined]
    const save = async (state: SwapState) => {
      if (isSlow) await new Promise<void>((resolve) => saving.push(resolve))
      saved = state
    }
    const client = { ...fakeServices().client, createClaim: async () => ({ claim_id: 'c' }) as Claim }
    const swap = await Swap.start(request, { ...trusting, client, save })
    isSlow = true
    const claim = swap.claim(fast)
    let isDue = false
    const wallet = silentWallet((_method, params) => {
      // This is the last reading before the request to the relayer.
      isDue ||= params?.includes('pending') === true
    })
    void swap.initiate('prefunded', wallet, { by: 'relayer', client })
    await until(() => saving.length > 0 && isDue)
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    isSlow = false
    for (const end of saving) end()
    await claim
    await until(() => swap.fundableUntil > 0)
    const both = { secretLeft: true, fundableUntil: Number.MAX_SAFE_INTEGER }
    expect([swap.state, saved]).toMatchObject([both, both])
  })
})

describe('the claim by the recipient’s wallet', () => {
  it('tells a refusal that comes after its watch to the next one, which asks no second time', async () => {
    const { client } = fakeServices()
    const started = await Swap.start(request, { client, ...trusting })
    const swap = await Swap.resume({ ...started.state, secretLeft: true }, { client, ...trusting })
    const asked: (() => void)[] = []
    const refusal = Object.assign(new Error('no'), { code: 4001 })
    // The watch cannot read blocks. The claim begins by reading the vault's code, which works.
    const answer = ({ method }: { method: string }) => {
      if (method === 'eth_chainId') return Promise.resolve(toHex(2))
      if (method !== 'eth_getCode') return Promise.reject(new Error('down'))
      return new Promise((_, reject) => asked.push(() => reject(refusal)))
    }
    const transport = custom({ request: answer }, { retryCount: 0 })
    const wallet = createClient({ account: user, transport }) as unknown as Wallet
    const watch = () => swap.ensureClaimed(wallet, { pollMs: 20, patienceSecs: Number.MAX_SAFE_INTEGER, until: 0 })
    while (asked.length === 0) expect(await watch()).toBeNull()
    asked[0]?.()
    expect(isRefusal(await watch().catch((error: unknown) => error))).toBe(true)
    expect(asked).toHaveLength(1)
  })
})

const key = (digit: string, bytes: number) => `0x${digit.repeat(bytes * 2)}` as Hex
const recipient = privateKeyToAccount(generatePrivateKey())
const bridge = key('5', 20)
const finalToken = key('6', 20)
const hopQuote = {
  ...quote,
  destination: { asset: 'c:usdc', amount: '98' },
  route_type: 'hop' as const,
  hop_relayer_fee: '1',
}
const hopNetwork = {
  chains: [
    ...network.chains.map((chain) => ({ ...chain, hop_bridge_address: bridge })),
    { chain: 'c', chain_id: 3, registry_address: null, hub_chain: 'b', blockchain_id: key('7', 32) },
  ],
  assets: [...network.assets, { asset: 'c:usdc', token_address: finalToken }].map((one) => ({ ...one, decimals: 6 })),
  routes: [{ source: 'a:usdc', destination: 'c:usdc', hub_asset: 'b:usdc' }],
}

/** The order of a hop over the hub `b` to the final chain `c`. */
function hopOrderOf(body: CreateOrder): Order {
  const order = orderOf({ ...body, destination: { ...body.destination, ...quote.destination } })
  const intent = {
    ...order.destination_intent,
    l1_hop: true,
    final_chain: 'c',
    final_token_address: finalToken,
    hop_dest_blockchain_id: key('7', 32),
    hop_bridge_factory: bridge,
    hop_recipient: recipient.address,
    hop_fee_token: token,
    hop_relayer_fee: '1',
  }
  const swap_id = predictVault({ registry, chainId: 2, terms: termsOf(intent) })
  return { ...order, destination_intent: { ...intent, swap_id } }
}

/** Starts a hop whose relayer gives these answers, and records the signature in each claim. */
async function startHop(answers: (Claim | Error)[]) {
  const signatures: (string | undefined)[] = []
  const client = {
    ...fakeServices().client,
    createQuote: async () => hopQuote as unknown as Quote,
    createOrder: async (body: CreateOrder) => hopOrderOf(body),
    createClaim: async ({ hop }: { hop?: { signature: string } | null }) => {
      signatures.push(hop?.signature)
      const answer = answers.shift()
      if (answer === undefined || answer instanceof Error) throw answer
      return answer
    },
  } as unknown as TandemClient
  const swap = await Swap.start(
    { ...request, destinationAsset: 'c:usdc', destinationAddress: recipient.address },
    { client, ...trusting, network: hopNetwork },
  )
  return { swap, signatures }
}

/** A wallet on the hub that counts how often it was asked to sign. */
function signerOf(account: typeof recipient) {
  const asked = { times: 0 }
  const counting: typeof recipient = {
    ...account,
    signTypedData: (data) => {
      asked.times += 1
      return account.signTypedData(data)
    },
  }
  const signer = createClient({ account: counting, transport: custom({ request: async () => toHex(2) }) })
  return { signer, asked }
}

describe('the claim of a hop', () => {
  const claimed = { claim_id: 'c' } as Claim
  const other = privateKeyToAccount(generatePrivateKey())

  it('is refused before the secret leaves when the signer is not the recipient', async () => {
    const { swap, signatures } = await startHop([claimed])
    const stranger = signerOf(other)
    const refused = swap.claim({ ...fast, signer: stranger.signer })
    await expect(refused).rejects.toMatchObject({ code: 'NOT_THE_RECIPIENT' })
    expect([signatures, stranger.asked.times, swap.isSecretOut]).toEqual([[], 0, false])
    expect(await swap.claim({ ...fast, signer: signerOf(recipient).signer })).toEqual(claimed)
  })

  it('reveals nothing when the wallet signs after the application aborted the claim', async () => {
    const { swap, signatures } = await startHop([claimed])
    const application = new AbortController()
    const late: typeof recipient = {
      ...recipient,
      signTypedData: (data) => {
        application.abort()
        return recipient.signTypedData(data)
      },
    }
    const claim = swap.claim({ ...fast, signer: signerOf(late).signer, signal: application.signal })
    await expect(claim).rejects.toMatchObject({ code: 'ABORTED' })
    expect([signatures, swap.isSecretOut]).toEqual([[], false])
  })

  it('is signed again after the relayer refused its signature for good, and not while the relayer is busy', async () => {
    const invalid = new TandemError('SIGNATURE_INVALID', 'not by the recipient', { httpStatus: 422 })
    const busy = new TandemError('UNAVAILABLE', 'busy', { httpStatus: 503, retryable: true })
    const { swap, signatures } = await startHop([invalid, busy, busy, claimed])
    // The wallet names the recipient's account, and signs with another one.
    const lying = signerOf({ ...other, address: recipient.address })
    await expect(swap.claim({ ...fast, signer: lying.signer })).rejects.toBe(invalid)
    const { signer, asked } = signerOf(recipient)
    await expect(swap.claim({ pollMs: 1, timeoutMs: 0, signer })).rejects.toBe(busy)
    expect(await swap.claim({ ...fast, signer })).toEqual(claimed)
    expect([asked.times, new Set(signatures).size, new Set(signatures.slice(1)).size]).toEqual([1, 2, 1])
  })
})
