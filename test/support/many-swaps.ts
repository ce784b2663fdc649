import { assetOf, readBalance, type Stack } from '@tandem/devnet'
import { createClient, memoryStore, type RunOptions, Swap, type SwapOptions, TandemError } from '@tandem/sdk'
import { type Address, erc20Abi, type Hex, TransactionExecutionError, toHex } from 'viem'
import { type FundedUser, fundUser, gasMoney } from './funded-user.ts'
import { type PlannedSwap, planSwaps } from './swap-plan.ts'

/** The outcome of many swaps at once. */
export interface ManySwaps {
  completed: number
  refunded: number
  /** Swaps in which nothing was sent, so nothing was taken back. */
  ended: number
  /** How many kills were survived. */
  crashes: number
  /** Seconds until the last swap that was not abandoned was complete. */
  seconds: number
  /** Sentences about outcomes or balances that are not what they must be. */
  faults: string[]
}

interface User extends FundedUser {
  plan: PlannedSwap
  swap?: Swap
  outcome?: string
}

/**
 * Makes many swaps at once, each of a user of its own, through the SDK: {@link planSwaps} says which are killed and
 * resumed, and which are abandoned. Then the clocks of the chains move past every deadline, and the abandoned users come
 * back. In the end every balance is compared to the unit.
 */
export async function runManySwaps(stack: Stack, count: number): Promise<ManySwaps> {
  const users: User[] = await Promise.all(
    planSwaps(count).map(async (plan) => ({ plan, ...(await fundUser(stack, plan.sourceAsset, plan.amount)) })),
  )
  const before = await solverBalances(stack, new Map())
  const fromBlock = (await stack.chains.devnet_a.user.getBlockNumber()) + 1n
  const crashes = { survived: 0 }
  const startedAt = performance.now()
  await Promise.all(
    users.map(async (user) => {
      user.outcome = await live(stack, user, crashes).catch((error: unknown) => `failed: ${String(error)}`)
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const abandoned = users.filter(({ plan }) => plan.fate.kind === 'abandoned')
  await passDeadlines(stack, abandoned)
  await Promise.all(
    abandoned.map(async (user) => {
      user.outcome = await comeBack(stack, user).catch((error: unknown) => `failed: ${String(error)}`)
    }),
  )
  const gas = () => gasSince(stack, fromBlock)
  const faults = [
    ...users.flatMap(outcomeFaults),
    ...(await solverFaults(stack, users, { before, gas })),
    ...(await usersFaults(stack, users, await gas())),
  ]
  const ended = (outcome: string) => users.filter((user) => user.outcome === outcome).length
  return {
    completed: ended('completed'),
    refunded: ended('refunded'),
    ended: ended('ended'),
    crashes: crashes.survived,
    seconds,
    faults,
  }
}

const client = ({ baseUrl, relayerUrl }: Stack) => createClient({ baseUrl, relayerUrl, timeoutMs: 180_000 })

const optionsOf = (stack: Stack, save: SwapOptions['save']): SwapOptions => ({
  client: client(stack),
  network: stack.network,
  evidence: {
    endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
  },
  save,
})

const runOf = (stack: Stack, { plan, wallets }: User): RunOptions => ({
  path: plan.path,
  wallet: wallets.devnet_a,
  destinationWallet: wallets.devnet_b,
  submitter: plan.submitter === 'wallet' ? { by: 'wallet' } : { by: 'relayer', client: client(stack) },
})

/** What anvil says of a transaction whose nonce another one has taken, mined or not. */
const takenNonce = /nonce too low|already imported|underpriced/i

/** Plays a swap as its fate says: to the end, to the end after a crash, or until its user leaves. */
async function live(stack: Stack, user: User, crashes: { survived: number }): Promise<string> {
  const { plan, account } = user
  const store = memoryStore()
  const swap = await Swap.start(
    {
      userId: account.address,
      sourceAsset: plan.sourceAsset,
      destinationAsset: plan.destinationAsset,
      sourceAmount: plan.amount,
      minReceived: 1n,
      sourceAddress: account.address,
      destinationAddress: account.address,
    },
    optionsOf(stack, store.save),
  )
  user.swap = swap
  if (plan.fate.kind === 'abandoned') return leave(user, swap, runOf(stack, user))
  if (plan.fate.kind === 'runs') return (await swap.run(runOf(stack, user))).outcome
  const { at } = plan.fate
  const killing = new AbortController()
  const first = await swap
    .run({ ...runOf(stack, user), signal: killing.signal, onProgress: ({ step }) => step === at && killing.abort() })
    .catch((error: unknown) => {
      if (error instanceof TandemError && error.code === 'ABORTED') return undefined
      throw error
    })
  // A step that does not wait may still end.
  if (first !== undefined) return first.outcome
  crashes.survived += 1
  const resume = async () => {
    const [state] = await store.list()
    if (state === undefined) throw new Error('nothing was kept')
    user.swap = await Swap.resume(state, optionsOf(stack, store.save))
    return (await user.swap.run(runOf(stack, user))).outcome
  }
  // The wallet survives the crash, and may still be sending what it was asked for. The chain then refuses the next
  // transaction, which has the same nonce, and the user tries again.
  return resume().catch((error: unknown) => {
    if (error instanceof TransactionExecutionError && takenNonce.test(error.details)) return resume()
    throw error
  })
}

/** Does the last thing that the user does before leaving. */
async function leave({ plan, wallets }: User, swap: Swap, run: RunOptions): Promise<string> {
  const { fate, path, amount } = plan
  if (fate.kind === 'abandoned' && fate.after === 'escrow') await swap.initiate(path, run.wallet, run.submitter)
  if (fate.kind === 'abandoned' && fate.after === 'prefund') {
    const { token_address: address, swap_id: vault } = swap.order.source_intent
    const args = [vault as Address, amount] as const
    const transfer = { address: address as Address, abi: erc20Abi, functionName: 'transfer', args } as const
    await wallets.devnet_a.waitForTransactionReceipt({ hash: await wallets.devnet_a.writeContract(transfer) })
  }
  return 'away'
}

/** Moves the clocks of all chains past the last deadline of these swaps. */
async function passDeadlines(stack: Stack, users: readonly User[]): Promise<void> {
  const last = Math.max(0, ...users.map(({ swap }) => swap?.order.source_intent.cancel_after ?? 0))
  if (last === 0) return
  for (const { control } of Object.values(stack.chains)) {
    const { timestamp } = await control.getBlock()
    await control.increaseTime({ seconds: Math.max(1, last - Number(timestamp) + 1) })
    await control.mine({ blocks: 3 })
  }
}

/** A user who was away runs the swap again, and initiates nothing. */
async function comeBack(stack: Stack, user: User): Promise<string> {
  const { swap } = user
  if (swap === undefined) return String(user.outcome)
  const again = await Swap.resume(
    swap.state,
    optionsOf(stack, () => undefined),
  )
  return (await again.run({ ...runOf(stack, user), initiates: false })).outcome
}

const expectedOf = ({ fate }: PlannedSwap) =>
  fate.kind !== 'abandoned' ? ['completed'] : fate.after === 'order' ? ['ended'] : ['refunded', 'ended']

const nameOf = ({ path, destinationAsset, submitter, fate }: PlannedSwap) =>
  `${path} to ${destinationAsset} by the ${submitter}, ${Object.values(fate).join(' ')}`

const outcomeFaults = ({ plan, outcome }: User): string[] =>
  expectedOf(plan).includes(outcome ?? '') ? [] : [`${nameOf(plan)}: ${outcome}`]

/** The gas that each account paid on `devnet_a`, in wei: a native balance moves by it as well. */
async function gasSince({ chains }: Stack, fromBlock: bigint): Promise<Map<string, bigint>> {
  const { user } = chains.devnet_a
  const paid = new Map<string, bigint>()
  const head = await user.getBlockNumber()
  for (let number = fromBlock; number <= head; number += 1n) {
    const receipts = await user.request<{
      ReturnType: readonly { from: Address; gasUsed: Hex; effectiveGasPrice: Hex }[]
    }>({ method: 'eth_getBlockReceipts' as never, params: [toHex(number)] as never })
    for (const { from, gasUsed, effectiveGasPrice } of receipts)
      paid.set(from.toLowerCase(), (paid.get(from.toLowerCase()) ?? 0n) + BigInt(gasUsed) * BigInt(effectiveGasPrice))
  }
  return paid
}

const usersFaults = async (stack: Stack, users: readonly User[], gas: Map<string, bigint>): Promise<string[]> =>
  (await Promise.all(users.map((user) => balanceFaults(stack, user, gas)))).flat()

/** Compares the user's tokens on both sides and in both vaults, to the unit, without gas. */
async function balanceFaults(stack: Stack, user: User, gas: Map<string, bigint>): Promise<string[]> {
  const { plan, account, swap, wallets, outcome } = user
  if (swap === undefined) return []
  const source = assetOf(stack.network, plan.sourceAsset)
  const destination = assetOf(stack.network, plan.destinationAsset)
  const final = stack.chains[plan.isHop ? 'devnet_l1' : 'devnet_b'].user
  const isPaid = outcome === 'completed'
  const { source_intent: from, destination_intent: to } = swap.order
  const hub = { ...destination, token: to.token_address as Address }
  const wanted: [what: string, held: bigint, expected: bigint][] = [
    [
      'received',
      await readBalance(final, destination, account.address),
      isPaid ? BigInt(swap.state.quote.destination.amount) : 0n,
    ],
    ['left in the source vault', await readBalance(wallets.devnet_a, source, from.swap_id as Address), 0n],
    ['left in the destination vault', await readBalance(wallets.devnet_b, hub, to.swap_id as Address), 0n],
  ]
  const kept = await readBalance(wallets.devnet_a, source, account.address)
  const paidGas = gas.get(account.address.toLowerCase()) ?? 0n
  const isNative = plan.path === 'native'
  wanted.push(['kept', isNative ? kept + paidGas + plan.amount - gasMoney : kept, isPaid ? 0n : plan.amount])
  return wanted
    .filter(([, held, expected]) => held !== expected)
    .map(([what, held, expected]) => `${nameOf(plan)}: ${what} ${held}, expected ${expected}`)
}

/** The tokens that the market maker gives or takes in a plan. */
const solverAssets = ['devnet_a:dai', 'devnet_a:usdc', 'devnet_a:eth', 'devnet_b:dai', 'devnet_b:usdc'] as const
const solverAddress = ({ network }: Stack) =>
  network.chains.find(({ chain }) => chain === 'devnet_a')?.solver_address as Address

/** The market maker's balances, as if it had paid no gas. */
async function solverBalances(stack: Stack, gas: Map<string, bigint>): Promise<Map<string, bigint>> {
  const balances = await Promise.all(
    solverAssets.map(async (id) => {
      const chain = stack.chains[id.startsWith('devnet_a') ? 'devnet_a' : 'devnet_b'].user
      const held = await readBalance(chain, assetOf(stack.network, id), solverAddress(stack))
      const paidGas = id === 'devnet_a:eth' ? (gas.get(solverAddress(stack).toLowerCase()) ?? 0n) : 0n
      return [id, held + paidGas] as const
    }),
  )
  return new Map(balances)
}

/**
 * Checks the market maker's balances: it has what the completed swaps paid it, less what it paid out, once it has taken
 * back what was abandoned.
 */
async function solverFaults(
  stack: Stack,
  users: readonly User[],
  { before, gas }: { before: Map<string, bigint>; gas: () => Promise<Map<string, bigint>> },
): Promise<string[]> {
  const expected = new Map(before)
  const add = (id: string, amount: bigint) => expected.set(id, (expected.get(id) ?? 0n) + amount)
  for (const { swap, outcome, plan } of users) {
    if (swap === undefined || outcome !== 'completed') continue
    add(plan.sourceAsset, BigInt(swap.order.source_intent.amount))
    add(swap.order.destination_intent.asset, -BigInt(swap.order.destination_intent.amount))
  }
  const faults = async () => {
    const now = await solverBalances(stack, await gas())
    return solverAssets
      .filter((id) => now.get(id) !== expected.get(id))
      .map((id) => `market maker: ${id} ${now.get(id)}, expected ${expected.get(id)}`)
  }
  for (const until = Date.now() + 180_000; Date.now() < until; ) {
    if ((await faults()).length === 0) return []
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return faults()
}
