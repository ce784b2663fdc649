/**
 * When only the wallet's endpoint says how the source ended, a run does not end, and the secret is not revealed. If
 * that endpoint shows the secret itself, though, the secret counts as public.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import { escrowRegistryAbi, type VaultState, vaultStates } from '@tandem/escrow'
import { refundOrder, Swap, type SwapOptions, type TandemError, termsOf } from '@tandem/sdk'
import {
  type Abi,
  type AbiFunction,
  type Address,
  custom,
  type EIP1193RequestFn,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  slice,
  toFunctionSelector,
  toHex,
  createClient as viemClient,
} from 'viem'
import { getAbiItem } from 'viem/utils'
import { claimSide, createAsSolver } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, startTwoChains, type TestChain, type TwoChains } from '../../support/two-chains.ts'
import { amount, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
beforeAll(async () => {
  chains = await startTwoChains()
})
afterAll(() => chains?.stop())

interface Asked {
  method: string
  params?: unknown
}

/** The user's wallet on a chain. The test can answer for its endpoint, and sees its requests. */
function walletOver({ user, control }: TestChain, answer: (asked: Asked) => unknown) {
  const request = async (asked: Asked) => (await answer(asked)) ?? control.request(asked as never)
  const transport = custom({ request: request as EIP1193RequestFn }, { retryCount: 0 })
  return viemClient({ account: user.account, chain: user.chain, transport, pollingInterval: 50 })
}

const selectorOf = (abi: Abi, name: string) => toFunctionSelector(getAbiItem({ abi, name }) as AbiFunction)
/** The answers of an endpoint by which every escrow is in this state, and every vault is empty. */
const callsEnded = (state: VaultState) => {
  const lies: Record<Hex, Hex> = {
    [selectorOf(escrowRegistryAbi, 'stateOf')]: toHex(vaultStates.indexOf(state), { size: 32 }),
    [selectorOf(erc20Abi, 'balanceOf')]: toHex(0, { size: 32 }),
  }
  return ({ method, params }: Asked) =>
    method === 'eth_call' ? lies[slice((params as [{ data: Hex }])[0].data, 0, 4)] : undefined
}
const callsClaimed = callsEnded('claimed')

/** An endpoint that contradicts the others about its blocks. */
const disagrees = ({ control }: TestChain) => {
  const request = async (asked: Asked) => {
    const answer = await control.request(asked as never)
    return asked.method === 'eth_getBlockByNumber' ? { ...(answer as object), hash: `0x${'66'.repeat(32)}` } : answer
  }
  return viemClient({ transport: custom({ request }, { retryCount: 0 }) })
}

/**
 * Starts a swap. The orderbook calls its order refundable, so that a run reads the source through the wallet's
 * endpoint.
 */
const startRefundable = (endpoints: NonNullable<SwapOptions['evidence']>['endpoints']) => {
  const order = (real: OrderWire): OrderWire =>
    real.status === 'destination_initiated' ? { ...real, status: 'refundable' } : real
  const { client } = inMemoryServices(chains, { order })
  return Swap.start(usdcRequest, { client, network: chains.network, evidence: { endpoints }, save: () => undefined })
}

/** Funds both escrows. No block is mined on top of the destination. */
async function fund(swap: Swap): Promise<void> {
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  await mineDepth(chains)
  const { destination_intent: destination } = swap.order
  await createAsSolver(chains, destination.registry_address as Address, termsOf(destination))
}

const run = {
  path: 'prefunded',
  submitter: { by: 'wallet' },
  initiates: false,
  patienceSecs: 100_000,
  pollMs: 20,
} as const

it('shows no secret on the destination that does not stand at depth, on the word of the wallet’s endpoint', async () => {
  const { a, b } = chains
  const before = await usdcOf(chains, 'b')
  let reads = 0
  const request = async (asked: Asked) => {
    if (asked.method === 'eth_getCode') reads += 1
    return b.control.request(asked as never)
  }
  const evidence = { devnet_a: [a.anvil.rpcUrl], devnet_b: [viemClient({ transport: custom({ request }) })] }
  const swap = await startRefundable(evidence)
  await fund(swap)
  const blocks: { created: bigint; sent: bigint[] } = {
    created: await b.control.getBlockNumber({ cacheTime: 0 }),
    sent: [],
  }
  const destinationWallet = walletOver(b, async ({ method }) => {
    if (method === 'eth_sendRawTransaction') blocks.sent.push(await b.control.getBlockNumber({ cacheTime: 0 }))
  })
  const paid = new AbortController()
  const ran = swap.run({
    ...run,
    wallet: walletOver(a, callsClaimed),
    destinationWallet,
    signal: paid.signal,
    onProgress: ({ step }) => step === 'settling' && paid.abort(),
  })
  let hasEnded = false
  const ended = expect(ran.finally(() => (hasEnded = true))).rejects.toMatchObject({ code: 'ABORTED' })
  // The run reads a few times before the escrow is deep enough.
  while (reads < 20 && !hasEnded) await new Promise((resolve) => setTimeout(resolve, 10))
  await mineDepth(chains, ['b'])
  await ended
  expect((await usdcOf(chains, 'b')) - before).toBe(amount)
  expect(blocks.sent.map((block) => block > blocks.created)).toEqual([true])
})

it('claims a secret that the source’s claim has published, though one of two endpoints lies on each chain', async () => {
  const { a, b } = chains
  const before = await usdcOf(chains, 'b')
  const evidence = { devnet_a: [a.anvil.rpcUrl, disagrees(a)], devnet_b: [b.anvil.rpcUrl, disagrees(b)] }
  const swap = await startRefundable(evidence)
  await fund(swap)
  // The secret was revealed by another device, and this one does not know that.
  await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
  const paid = new AbortController()
  const destinationWallet = walletOver(b, async (asked) => {
    const receipt = asked.method === 'eth_getTransactionReceipt' ? await b.control.request(asked as never) : null
    if (receipt !== null) paid.abort()
    return receipt
  })
  const signal = AbortSignal.any([paid.signal, AbortSignal.timeout(30_000)])
  const ran = swap.run({ ...run, wallet: a.user, destinationWallet, signal })
  await expect(ran).rejects.toMatchObject({ code: 'ABORTED' })
  expect([(await usdcOf(chains, 'b')) - before, swap.isSecretOut]).toEqual([amount, true])
})

/** An endpoint that stopped syncing before an escrow was created. */
const standsStill =
  (source: Swap['order']['source_intent']) =>
  ({ method, params }: Asked) =>
    method === 'eth_getCode' && String((params as unknown[])[0]).toLowerCase() === source.swap_id.toLowerCase()
      ? '0x'
      : callsClaimed({ method, params })

it.each([
  ['shows the source escrow', false],
  ['shows the source escrow at one of two endpoints', true],
])(
  'does not end on the word of a wallet’s endpoint that stands still, where the application’s evidence %s',
  async (_name, isOneStill) => {
    const { a, b } = chains
    let source: Swap['order']['source_intent'] | undefined
    const still = walletOver(a, (asked) => source && standsStill(source)(asked))
    const evidence = { devnet_a: [a.anvil.rpcUrl, ...(isOneStill ? [still] : [])], devnet_b: [b.anvil.rpcUrl] }
    const swap = await startRefundable(evidence)
    await fund(swap)
    source = swap.order.source_intent
    const seen = new AbortController()
    let reads = 0
    const wallet = walletOver(a, (asked) => {
      const answer = standsStill(swap.order.source_intent)(asked)
      if (answer === '0x' && ++reads > 3) seen.abort()
      return answer
    })
    await expect(swap.run({ ...run, wallet, signal: seen.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  },
)

it('believes no endpoint that stands still, not the application’s only one, that no escrow stood where the secret is out', async () => {
  const { a, b } = chains
  let source: Swap['order']['source_intent'] | undefined
  const still = walletOver(a, (asked) => source && standsStill(source)(asked))
  const endpoints = { devnet_a: [still], devnet_b: [b.anvil.rpcUrl] }
  const { client } = inMemoryServices(chains)
  const options: SwapOptions = { client, network: chains.network, evidence: { endpoints }, save: () => undefined }
  const swap = await Swap.start(usdcRequest, options)
  await swap.initiate('prefunded', a.user, { by: 'wallet' })
  source = swap.order.source_intent
  const revealed = await Swap.resume({ ...swap.state, secretLeft: true }, options)
  expect(await Promise.all([swap, revealed].map((one) => one.confirms('nothing')))).toEqual([true, false])
})

it.each([
  ['refuses to show logs, by the word of the application’s', true],
  ['shows the secret, where the application names none of that chain', false],
])(
  'takes a secret for public, though its state cannot be saved, where the wallet’s endpoint %s',
  async (_name, isNamed) => {
    const { a, b } = chains
    const { client } = inMemoryServices(chains)
    let isFull = false
    const save = async () => {
      if (isFull) throw new Error('the disk is full')
    }
    const endpoints = { ...(isNamed ? { devnet_a: [a.anvil.rpcUrl] } : {}), devnet_b: [b.anvil.rpcUrl] }
    const swap = await Swap.start(usdcRequest, { client, network: chains.network, evidence: { endpoints }, save })
    await swap.initiate('prefunded', a.user, { by: 'wallet' })
    await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
    isFull = true
    const wallet = walletOver(a, ({ method }) => {
      if (method === 'eth_getLogs' && isNamed) throw new Error('the range is too wide')
    })
    expect(await swap.refund(wallet)).toMatchObject({ shown: 'claimed' })
    expect(swap.isSecretOut).toBe(true)
  },
)

it('says of no amount that it is back, where the wallet’s endpoint alone shows the escrow cancelled', async () => {
  const { a, b } = chains
  const swap = await startRefundable({ devnet_a: [a.anvil.rpcUrl], devnet_b: [b.anvil.rpcUrl] })
  await fund(swap)
  const seen = new AbortController()
  let reads = 0
  const wallet = walletOver(a, (asked) => {
    const answer = callsEnded('cancelled')(asked)
    if (answer !== undefined && ++reads > 6) seen.abort()
    return answer
  })
  await expect(swap.run({ ...run, wallet, signal: seen.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  const { order } = swap
  const evidence = { endpoints: { devnet_a: [a.anvil.rpcUrl] } }
  const claims = [swap.refund(wallet), refundOrder(order, wallet, chains.network, { evidence })]
  const codes = await Promise.all(claims.map((one) => one.catch((error: TandemError) => error.code)))
  expect(codes).toEqual(['EVIDENCE_UNAVAILABLE', 'EVIDENCE_UNAVAILABLE'])
})

it('takes a vault back that was never created, though its state cannot be saved', async () => {
  const { a } = chains
  const before = await usdcOf(chains, 'a')
  const { client } = inMemoryServices(chains)
  let isFull = false
  const save = async () => {
    if (isFull) throw new Error('the disk is full')
  }
  const swap = await Swap.start(usdcRequest, { client, network: chains.network, save })
  const { swap_id: vault, token_address: token } = swap.order.source_intent
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault as Address, amount] })
  await a.user.waitForTransactionReceipt({ hash: await a.user.sendTransaction({ to: token as Address, data }) })
  const resumed = await Swap.resume(
    { ...swap.state, fundableUntil: Number.MAX_SAFE_INTEGER },
    { client, network: chains.network, save },
  )
  isFull = true
  expect(await resumed.refund(a.user)).toMatchObject({ shown: 'recovered', amount })
  expect([await usdcOf(chains, 'a'), resumed.fundableUntil]).toEqual([before, 0])
})

it('says that no secret is out which it did not show, where the wallet’s endpoint does not show the destination yet', async () => {
  const { a, b } = chains
  const endpoints = { devnet_a: [a.anvil.rpcUrl], devnet_b: [b.anvil.rpcUrl] }
  const swap = await startRefundable(endpoints)
  await fund(swap)
  await mineDepth(chains, ['b'])
  const lagging = walletOver(b, standsStill(swap.order.destination_intent))
  await expect(swap.claimOnHub(lagging)).rejects.toMatchObject({ code: 'DESTINATION_NOT_INITIATED' })
  expect(swap.isSecretOut).toBe(false)
})
