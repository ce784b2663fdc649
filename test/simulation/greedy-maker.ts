import { accounts } from '@tandem/devnet'
import { type EscrowTerms, encodeCancel, encodeClaim } from '@tandem/escrow'
import { type Order, termsOf } from '@tandem/sdk'
import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { escrowOn } from './escrow-on.ts'
import { type ChainName, chainNames, confirmations } from './plan.ts'
import type { Transaction } from './simulated-chain.ts'
import { blockTimeMs } from './stage.ts'
import { outside } from './timeline.ts'
import type { UserSwap } from './users.ts'
import type { World } from './world.ts'

/** An escrow of an order, and its chain. */
interface Side {
  chain: ChainName
  registry: Address
  terms: EscrowTerms
}

const fees = {
  maxFeePerGas: 40_000_000_000n,
  maxPriorityFeePerGas: 20_000_000_000n,
  gas: 1_000_000n,
  type: 'eip1559',
} as const

/**
 * A maker that takes whatever the contracts let it, beside its solver: an endpoint of its own shows it all that was sent,
 * and a silent relayer tells it secrets.
 *
 * - Where the plan gives it luck, a reorganization takes a funding back that stands less deep than facts count, as it learns the secret.
 * - A destination that a reorganization takes back is not created again: its transaction's nonce is used by another.
 * - With a secret it claims the source, but not while the destination can still be claimed and nobody has: that would show
 *   the secret to the user.
 */
export function makeGreedyMaker(world: World, users: readonly UserSwap[]) {
  const secrets = new Map<UserSwap, Hex>()
  const nonces = new Map<ChainName, bigint>()
  const thief = privateKeyToAccount(accounts.faucet.privateKey)
  const maker = privateKeyToAccount(accounts.solver.privateKey)

  const send = async (account: typeof thief, chain: ChainName, nonce: bigint, call: { to: Address; data: Hex }) => {
    const simulated = world.stage.chains[chain]
    const raw = await account.signTransaction({ ...fees, ...call, nonce: Number(nonce), chainId: simulated.chainId })
    try {
      simulated.send(raw)
    } catch (error) {
      world.note(`the greedy maker is refused: ${(error as Error).message}`)
    }
  }
  const sendAsThief = async (chain: ChainName, call: { to: Address; data: Hex }) => {
    const { nonce = 0n } = world.stage.chains[chain].head.state.accounts.get(thief.address.toLowerCase() as Hex) ?? {}
    const next = nonces.get(chain)
    const own = next === undefined || next < nonce ? nonce : next
    nonces.set(chain, own + 1n)
    await send(thief, chain, own, call)
  }

  async function followSwap(user: UserSwap): Promise<void> {
    const order = (await user.state())?.order
    const secret = secrets.get(user)
    if (order === undefined || secret === undefined || user.robbed) return
    const [source, destination] = [sideOf(order.source_intent), sideOf(order.destination_intent)]
    const chain = world.stage.chains[destination.chain]
    const isOver = chain.head.timestamp >= destination.terms.cancelAfter
    const shown = escrowOn(chain, order.destination_intent.swap_id)?.state
    if (shown === 'open' && isOver)
      await sendAsThief(destination.chain, { to: destination.registry, data: encodeCancel(destination.terms) })
    if (shown === 'open') return
    user.robbed = true
    world.note(`the greedy maker claims the source of ${user.name}`)
    await sendAsThief(source.chain, { to: source.registry, data: encodeClaim(source.terms, secret) })
  }

  /** Has a funding reorganized away that is not yet as deep as facts count, and stops the solver that would send it again. */
  async function strike(user: UserSwap): Promise<void> {
    const destination = (await user.state())?.order?.destination_intent
    if (destination === undefined) return
    const { chain } = sideOf(destination)
    const funding = escrowOn(world.stage.chains[chain], destination.swap_id)
    if (funding?.state !== 'open') return
    const depth = Number(world.stage.chains[chain].head.number - funding.block) + 1
    if (depth >= confirmations) return
    world.reorganize(chain, depth)
    world.stop('solver')
  }

  return {
    async learn(data: string): Promise<void> {
      for (const user of users) {
        const secret = (await user.state())?.secret
        if (secret === undefined || secrets.has(user) || !data.includes(secret.slice(2))) continue
        secrets.set(user, secret)
        if (world.plan.isLucky) await strike(user)
      }
    },
    /** Uses the nonces of fundings that were taken back. */
    async takeBack(chain: ChainName, transactions: readonly Transaction[]): Promise<void> {
      for (const { from, nonce } of transactions)
        if (from === maker.address.toLowerCase()) await send(maker, chain, nonce, { to: maker.address, data: '0x' })
    },
    begin(): void {
      const round = async () => {
        world.timeline.in(blockTimeMs / 2, round, outside)
        for (const user of users) await followSwap(user)
      }
      world.timeline.in(blockTimeMs / 2, round, outside)
    },
  }
}

const sideOf = (intent: Order['source_intent']): Side => ({
  chain: chainNames.find((name) => name === intent.chain) as ChainName,
  registry: intent.registry_address as Address,
  terms: termsOf(intent),
})
