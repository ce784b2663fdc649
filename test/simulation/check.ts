import type { Hex } from 'viem'
import { type Escrow, escrowOn } from './escrow-on.ts'
import { type ChainName, confirmations } from './plan.ts'
import type { UserSwap } from './users.ts'
import type { World } from './world.ts'

/** The properties, as `packages/proof` names them, and `no_start`. */
export type Property = 'user_loses' | 'maker_loses' | 'secret' | 'false_completed' | 'wrong_end' | 'no_end' | 'no_start'
export interface Violation {
  property: Property
  what: string
}

interface OrderRow {
  order_id: string
  status: string
}

interface IntentRow {
  order_id: string
  side: string
  chain: string
  swap_id: string
  commitment_hash: Hex
}

/** Holds the properties against the chains, which nobody can deceive here, and the orderbook's own rows. */
export class Checker {
  readonly violations: Violation[] = []
  readonly #world: World
  readonly #users: readonly UserSwap[]
  /** Secrets that left, by the user, with what sent them first. */
  readonly #public = new Map<UserSwap, string>()
  readonly #secrets = new Map<string, UserSwap>()

  constructor(world: World, users: readonly UserSwap[]) {
    this.#world = world
    this.#users = users
  }

  /** A transaction that any party can read. */
  async onSent(chain: ChainName, data: Hex, from: string): Promise<void> {
    for (const user of this.#users) {
      const state = await user.state()
      if (state === undefined) continue
      this.#secrets.set(state.secret.slice(2), user)
      if (this.#public.has(user) || !data.includes(state.secret.slice(2))) continue
      this.#public.set(user, `${from} on ${chain}`)
      this.#world.note(`the secret of ${user.name} is public by ${from} on ${chain}`)
    }
  }

  isPublic = (user: UserSwap): boolean => this.#public.has(user)

  /** `completed` says that both sides are paid for good. */
  async check(): Promise<void> {
    for (const { order_id: orderId } of await this.#orders('^completed$')) {
      const sides = await this.#sides(orderId)
      const isPaid = sides.every(
        ({ chain, escrow }) => escrow?.state === 'claimed' && escrow.block <= this.#counted(chain),
      )
      if (!isPaid) this.#violate('false_completed', `order ${orderId}: ${sidesText(sides)}`)
    }
  }

  /** A user is told `completed` or `paid` when it is paid for good. */
  async checkOutcome(name: string, outcome: string): Promise<void> {
    if (outcome !== 'completed' && outcome !== 'paid') return
    const state = await this.#users.find((user) => user.name === name)?.state()
    if (state?.orderId == null) return
    const destination = (await this.#sides(state.orderId)).find(({ side }) => side === 'destination')
    const { escrow, chain = '' } = destination ?? {}
    if (escrow?.state !== 'claimed' || escrow.block > this.#counted(chain))
      this.#violate('false_completed', `${name} is told ${outcome}: ${sidesText(destination ? [destination] : [])}`)
  }

  /** One endpoint of three keeps the orderbook from no start. The others need the orderbook. */
  checkStart(program: string, why: string): void {
    const isCutOff = this.#world.plan.faults.some((fault) => fault.kind === 'network' && fault.to === 'chains')
    if (program === 'orderbook' && !isCutOff) this.#violate('no_start', `${program} ends: ${why}`)
  }

  #counted = (chain: string): bigint =>
    this.#world.stage.chains[chain as ChainName].head.number - BigInt(confirmations) + 1n

  #violate(property: Property, what: string): void {
    if (this.violations.some((one) => one.property === property)) return
    this.#world.note(`VIOLATION ${property}: ${what}`)
    this.violations.push({ property, what })
  }

  #orders = (status = '.*'): Promise<OrderRow[]> =>
    this.#world.stage.databases.orderbook.read('SELECT order_id, status FROM orders WHERE status ~ $1', [status])

  async #sides(orderId: string) {
    const rows = await this.#world.stage.databases.orderbook.read<IntentRow>(
      'SELECT side, chain, swap_id, commitment_hash FROM intents WHERE order_id = $1 ORDER BY side DESC',
      [orderId],
    )
    return rows.map(({ side, chain, swap_id: vault }) => ({
      side,
      chain,
      escrow: escrowOn(this.#world.stage.chains[chain as ChainName], vault),
    }))
  }

  /** Whether nothing can happen any more: each user has its outcome, and no escrow is open. */
  async isOver(): Promise<boolean> {
    if (this.#users.some(({ outcome }) => outcome === undefined)) return false
    for (const { order_id: orderId, status } of await this.#orders()) {
      const sides = await this.#sides(orderId)
      if (sides.some(({ escrow }) => escrow?.state === 'open')) return false
      const isUnfunded = sides.every(({ escrow }) => escrow === undefined)
      if (!isUnfunded && !['completed', 'cancelled', 'conflict', 'expired'].includes(status)) return false
    }
    return true
  }

  /** When nothing can happen any more, or too much time has passed. */
  async checkEnd(isOver: boolean): Promise<void> {
    const { plan } = this.#world
    if (!isOver) {
      const running = this.#users.filter(({ outcome }) => outcome === undefined).map(({ name }) => name)
      const orders = await this.#orders()
      this.#violate(
        'no_end',
        `running: ${running.join(', ') || 'no user'}; orders: ${orders.map(({ status }) => status).join(', ')}`,
      )
    }
    for (const { order_id: orderId, status } of isOver ? await this.#orders() : []) {
      const sides = await this.#sides(orderId)
      const isPaid = sides.every(({ escrow }) => escrow?.state === 'claimed')
      if (isPaid && status !== 'completed')
        this.#violate('wrong_end', `order ${orderId} is ${status}: ${sidesText(sides)}`)
    }
    for (const user of this.#users) {
      const state = await user.state()
      if (state?.orderId == null) continue
      const sides = await this.#sides(state.orderId)
      const of = (side: string) => sides.find((one) => one.side === side)?.escrow?.state
      const [source, destination] = [of('source'), of('destination')]
      const text = `${user.name}: ${sidesText(sides)}`
      if (source === 'claimed' && destination !== 'claimed') this.#violate('user_loses', text)
      if (destination === 'claimed' && source !== 'claimed' && plan.maker === 'honest')
        this.#violate('maker_loses', text)
      if (this.#public.has(user) && destination !== 'claimed')
        this.#violate('secret', `${text}; by ${this.#public.get(user)}`)
    }
  }
}

const sidesText = (sides: readonly { side: string; escrow: Escrow | undefined }[]): string =>
  sides
    .map(({ side, escrow }) => `${side} ${escrow === undefined ? 'missing' : `${escrow.state} since ${escrow.block}`}`)
    .join(', ')
