import type { Hex } from 'viem'
import { type Escrow, escrowOn } from './escrow-on.ts'
import { type ChainName, confirmations } from './plan.ts'
import type { UserSwap } from './users.ts'
import type { World } from './world.ts'

/** The properties, under the names of `packages/proof`, and `no_start`. */
export type Property = 'user_loses' | 'maker_loses' | 'secret' | 'false_completed' | 'wrong_end' | 'no_end' | 'no_start'
export interface Violation {
  property: Property
  what: string
}

/** The columns of {@link allOrders}. */
type Row = [orderId: string, status: string, side: 'source' | 'destination', chain: ChainName, vault: string]
const allOrders =
  'SELECT order_id, orders.status, side, chain, swap_id FROM orders JOIN intents USING (order_id) ORDER BY order_id, side DESC'

interface Side {
  side: 'source' | 'destination'
  chain: ChainName
  escrow: Escrow | undefined
}

interface Order {
  orderId: string
  status: string
  sides: Side[]
}

const final = ['completed', 'cancelled', 'conflict', 'expired']

/** Checks the properties against the chains, which nobody can deceive here, and the orderbook's own rows. */
export class Checker {
  readonly violations: Violation[] = []
  readonly #world: World
  readonly #users: readonly UserSwap[]
  /** The secrets that users have let leave, with what sent each of them first. */
  readonly #public = new Map<UserSwap, string>()
  readonly #secrets = new Map<string, UserSwap>()

  constructor(world: World, users: readonly UserSwap[]) {
    this.#world = world
    this.#users = users
  }

  /** Notes a transaction that any party can read. */
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

  /**
   * Checks that `completed` orders are paid on both sides for good.
   *
   * @returns whether nothing can happen any more: each user has an outcome, and no escrow is open.
   */
  check(): boolean {
    const orders = this.#orders()
    for (const { orderId, sides } of orders.filter(({ status }) => status === 'completed'))
      if (!sides.every((side) => this.#isPaidForGood(side)))
        this.#violate('false_completed', `order ${orderId}: ${sidesText(sides)}`)
    return this.#users.every(({ outcome }) => outcome !== undefined) && orders.every(hasEnded)
  }

  #isPaidForGood({ chain, escrow }: Side): boolean {
    const counted = this.#world.stage.chains[chain].head.number - BigInt(confirmations) + 1n
    return escrow?.state === 'claimed' && escrow.block <= counted
  }

  /** Checks that a user who is told `completed` or `paid` is paid for good. */
  async checkOutcome(name: string, outcome: string): Promise<void> {
    if (outcome !== 'completed' && outcome !== 'paid') return
    const state = await this.#users.find((user) => user.name === name)?.state()
    if (state?.orderId == null) return
    const sides = this.#orders().find(({ orderId }) => orderId === state.orderId)?.sides ?? []
    const destination = sides.find(({ side }) => side === 'destination')
    if (destination === undefined || !this.#isPaidForGood(destination))
      this.#violate('false_completed', `${name} is told ${outcome}: ${sidesText(destination ? [destination] : [])}`)
  }

  /** Checks that the orderbook starts even when one of three endpoints fails. The others need the orderbook. */
  checkStart(program: string, why: string): void {
    const isCutOff = this.#world.plan.faults.some((fault) => fault.kind === 'network' && fault.to === 'chains')
    if (program === 'orderbook' && !isCutOff) this.#violate('no_start', `${program} ends: ${why}`)
  }

  #violate(property: Property, what: string): void {
    if (this.violations.some((one) => one.property === property)) return
    this.#world.note(`VIOLATION ${property}: ${what}`)
    this.violations.push({ property, what })
  }

  #orders(): Order[] {
    const orders = new Map<string, Order>()
    for (const row of this.#world.stage.databases.orderbook.read(allOrders)) {
      const [orderId, status, side, chain, vault] = row as Row
      const order = orders.get(orderId) ?? { orderId, status, sides: [] }
      order.sides.push({ side, chain, escrow: escrowOn(this.#world.stage.chains[chain], vault) })
      orders.set(orderId, order)
    }
    return [...orders.values()]
  }

  /** The statuses of all orders. */
  statuses = (): string[] => this.#orders().map(({ status }) => status)

  /** Called when nothing can happen any more, or too much time has passed. */
  async checkEnd(isOver: boolean): Promise<void> {
    const { plan } = this.#world
    const orders = this.#orders()
    if (!isOver) {
      const running = this.#users.filter(({ outcome }) => outcome === undefined).map(({ name }) => name)
      const statuses = orders.map(({ status }) => status)
      this.#violate('no_end', `running: ${running.join(', ') || 'no user'}; orders: ${statuses.join(', ')}`)
    }
    for (const { orderId, status, sides } of isOver ? orders : []) {
      const end = endOf(sides.map(({ escrow }) => escrow?.state))
      if (end !== undefined && status !== end)
        this.#violate('wrong_end', `order ${orderId} is ${status}: ${sidesText(sides)}`)
    }
    for (const user of this.#users) {
      const state = await user.state()
      const sides = orders.find(({ orderId }) => orderId === state?.orderId)?.sides
      if (sides === undefined) continue
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

/** How an order has ended in which nobody lost. */
function endOf(states: (Escrow['state'] | undefined)[]): string | undefined {
  if (states.every((state) => state === 'claimed')) return 'completed'
  if (states.every((state) => state === undefined)) return 'expired'
  return states.includes('claimed') ? undefined : 'cancelled'
}

function hasEnded({ status, sides }: Order): boolean {
  if (sides.some(({ escrow }) => escrow?.state === 'open')) return false
  return final.includes(status)
}

const sidesText = (sides: readonly Side[]): string =>
  sides
    .map(({ side, escrow }) => `${side} ${escrow === undefined ? 'missing' : `${escrow.state} since ${escrow.block}`}`)
    .join(', ')
