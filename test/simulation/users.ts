import type { DevAccount } from '@tandem/devnet'
import {
  createClient,
  memoryStore,
  type RunResult,
  Swap,
  type SwapOptions,
  type SwapState,
  type SwapStore,
  type TandemClient,
  type TandemError,
} from '@tandem/sdk'
import { type Address, createWalletClient, http, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type ChainName, chainNames, type PlannedSwap } from './plan.ts'
import { urlOf } from './programs.ts'
import { blockTimeMs } from './stage.ts'
import { urlsOf, type World } from './world.ts'

/** A user's swap as it is on the user's disk, which survives the application's crashes. */
export interface UserSwap {
  readonly name: string
  readonly plan: PlannedSwap
  readonly account: DevAccount
  readonly store: SwapStore
  outcome: RunResult['outcome'] | 'vanished' | undefined
  /** True once a greedy maker has sent a claim of its source. */
  robbed: boolean
  /** The state as last kept. */
  state(): Promise<SwapState | undefined>
}

export function userSwap(name: string, plan: PlannedSwap, account: DevAccount): UserSwap {
  const store = memoryStore()
  return { name, plan, account, store, outcome: undefined, robbed: false, state: async () => (await store.list())[0] }
}

const walletOn = (world: World, chain: ChainName, { privateKey }: DevAccount) => {
  const { chainId } = world.stage.chains[chain]
  const [url = ''] = urlsOf(world, chain)
  return createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: {
      id: chainId,
      name: chain,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    },
    transport: http(url),
    pollingInterval: blockTimeMs / 2,
  })
}

/** Milliseconds after which an application that an error has ended starts again. */
const againMs = 5_000
/** Milliseconds between two requests for the source of an order that is not filled. */
const askBackMs = 30_000

/** The user's application. It starts the swap, or resumes the one that was kept, and runs it to its end. */
export async function runApplication(world: World, user: UserSwap): Promise<void> {
  const { plan, account, store } = user
  const to = chainNames.find((name) => name !== plan.from) as ChainName
  const client = createClient({ baseUrl: urlOf('orderbook'), relayerUrl: urlOf('relayer') })
  const options: SwapOptions = {
    client,
    network: world.stage.network,
    evidence: { endpoints: Object.fromEntries(chainNames.map((name) => [name, urlsOf(world, name)])) },
    save: store.save,
  }
  const request = {
    userId: account.address,
    sourceAsset: `${plan.from}:${plan.token}`,
    destinationAsset: `${to}:${plan.token}`,
    sourceAmount: parseUnits('100', plan.token === 'usdc' ? 6 : 18),
    minReceived: 1n,
    sourceAddress: account.address as Address,
    destinationAddress: account.address as Address,
  }
  if (plan.isHasty) void offerSecret(user)
  if (plan.waits === 'leaves') void leaveOnceKept(world, user, client)
  if (world.plan.rivals.length > 0) void askBack(user, client)
  for (;;) {
    try {
      const state = await user.state()
      const swap = state === undefined ? await Swap.start(request, options) : await Swap.resume(state, options)
      if (world.plan.onlyWatch && swap.isSecretOut)
        await swap
          .ensureClaimed(walletOn(world, to, account), { pollMs: blockTimeMs })
          .catch((error: Error) => world.note(`${user.name} watches no more: ${error.message.split('\n')[0]}`))
      const { outcome } = await swap.run({
        path: plan.path,
        wallet: walletOn(world, plan.from, account),
        destinationWallet: walletOn(world, to, account),
        submitter: plan.submitter === 'wallet' ? { by: 'wallet' } : { by: 'relayer', client },
        wait: plan.waits !== 'never',
        pollMs: blockTimeMs,
        onProgress: ({ step }) => {
          world.note(`${user.name} ${step}`)
          if (step === plan.vanishesAt) vanish(world, user)
        },
      })
      world.note(`${user.name} ends ${outcome}`)
      user.outcome = outcome
      world.onOutcome(user.name, outcome)
      return
    } catch (error) {
      const { message } = error as Error
      world.note(`${user.name} fails ${message.split('\n')[0]}`)
      if (await hasTakenNext(user, error)) continue
      if (await hasLapsed(user, error)) {
        user.outcome = 'ended'
        return
      }
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}

/** Offers the secret, ever more rarely, until the relayer has it. The relayer alone decides when it leaves. */
async function offerSecret(user: UserSwap): Promise<void> {
  for (let waitMs = blockTimeMs / 4; ; waitMs = Math.min(waitMs * 1.05, 5 * blockTimeMs)) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const state = await user.state()
    if (state?.orderId == null) continue
    const body = JSON.stringify({ order_id: state.orderId, secret: state.secret })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${urlOf('relayer')}/claims`, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.ok === true) return
  }
}

/** The user closes the application for good as soon as the relayer keeps the secret until revealing is safe. */
async function leaveOnceKept(world: World, user: UserSwap, client: Pick<TandemClient, 'listClaims'>): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, blockTimeMs))
    const orderId = (await user.state())?.orderId
    if (orderId == null) continue
    const [claim] = await client.listClaims(orderId).catch(() => [])
    if (claim?.status === 'waiting') return vanish(world, user)
  }
}

function vanish(world: World, user: UserSwap): void {
  user.outcome = 'vanished'
  world.stop(user.name)
}

/** Asks for the source back. Before its time only a maker's consent gives it back. */
async function askBack(user: UserSwap, client: Pick<TandemClient, 'createRefund'>): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askBackMs))
    const orderId = (await user.state())?.orderId
    if (orderId != null && (await client.createRefund(orderId).catch(() => undefined)) !== undefined) return
  }
}

/** Whether a maker withdrew its quote, and the user accepts the next best one. */
async function hasTakenNext(user: UserSwap, error: unknown): Promise<boolean> {
  const state = await user.state()
  const quote = (error as Partial<TandemError>).details?.quote
  if (state === undefined || state.orderId !== null || quote === undefined) return false
  await user.store.save({ ...state, quote: quote as SwapState['quote'] })
  return true
}

/** Whether the quote was not used in its time: then there is no order, and nothing was sent. */
async function hasLapsed(user: UserSwap, error: unknown): Promise<boolean> {
  const state = await user.state()
  const { code } = error as { code?: string }
  return (
    state !== undefined &&
    state.orderId === null &&
    ['QUOTE_EXPIRED', 'QUOTE_NOT_FOUND', 'QUOTE_WITHDRAWN'].includes(code ?? '')
  )
}
