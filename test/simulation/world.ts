import { createHash } from 'node:crypto'
import { type Answer, allLies } from '@tandem/chain/lies'
import type { Hex } from 'viem'
import { emptyFiles } from './files.ts'
import { answerOf, answerTextOf } from './json-rpc.ts'
import { jsonAnswer, type NetAnswer, type NetRequest } from './net-messages.ts'
import { carryBy, Network, type Passage } from './network.ts'
import { type ChainName, chainNames, confirmations, type Fault, type Plan } from './plan.ts'
import { randomOf } from './random.ts'
import type { SimulatedChain, Transaction } from './simulated-chain.ts'
import { simulateBy, startMs } from './simulated-globals.ts'
import { answerRpc, blockTimeMs, type Stage } from './stage.ts'
import { outside, Timeline } from './timeline.ts'

export const hostOf = (chain: ChainName, index: number): string => `${chain}-${index}.test`
/** The URLs of a chain's endpoints. Of three, at most one lies at a time. */
export const urlsOf = ({ plan }: World, chain: ChainName): string[] =>
  Array.from({ length: plan.endpoints }, (_, index) => `http://${hostOf(chain, index)}`)

/** Matches a request as viem writes it. */
const oneCall = /^\{"jsonrpc":"2\.0","id":(\d+),"method":"((\w+)".*)$/s

/** How many block times a chain at rest takes for a block. With a transaction waiting, the block comes at once. */
const emptySlots = 4
/** More than the confirmation depth, so that whoever waits for blocks after a transaction gets them. */
const restsAfter = 2 * confirmations
const isAtRest = ({ pool, blocks }: SimulatedChain): boolean =>
  pool.size === 0 && blocks.slice(-restsAfter).every(({ transactions }) => transactions.length === 0)

/** The chains, the network between programs, and the faults of a plan. All parties live in it. */
export class World {
  readonly plan: Plan
  readonly stage: Stage
  readonly timeline: Timeline
  readonly network: Network
  /** Called when a chain has changed. */
  onBlock: () => void = () => undefined
  /** Called with each transaction that became known. */
  onSent: (chain: ChainName, transaction: Transaction) => void = () => undefined
  /** Ends a program or an application for good. */
  stop: (name: string) => void = () => undefined
  /** Called with the end of a user's swap, as its application shows it. */
  onOutcome: (user: string, outcome: string) => void = () => undefined
  readonly #hash = createHash('sha256')
  /** The lines of the trace, when they are kept. */
  readonly lines: string[] = []
  readonly #keepsLines: boolean
  readonly #active = new Set<Fault>()
  readonly #reorgs: Record<ChainName, Extract<Fault, { kind: 'reorg' }>[]> = { devnet_a: [], devnet_b: [] }

  constructor(stage: Stage, plan: Plan, keepsLines: boolean) {
    this.stage = stage
    this.plan = plan
    this.#keepsLines = keepsLines
    this.timeline = new Timeline(startMs, randomOf(`world ${plan.seed}`))
    simulateBy(this.timeline)
    this.network = new Network({
      timeline: this.timeline,
      passage: (from, to) => this.#passage(from, to),
      note: (line) => this.note(line),
    })
    carryBy(this.network)
    emptyFiles()
  }

  get sinceStartMs(): number {
    return this.timeline.now - startMs
  }

  /** Adds a line to the trace, by whose hash two runs are compared. */
  note(line: string): void {
    const whole = `${(this.sinceStartMs / 1000).toFixed(3)} ${line}`
    this.#hash.update(`${whole}\n`)
    if (this.#keepsLines) this.lines.push(whole)
  }

  /** Adds a line that a program logged, beside the trace. */
  log(line: string): void {
    if (this.#keepsLines) this.lines.push(`${(this.sinceStartMs / 1000).toFixed(3)} log ${line}`)
  }

  traceHash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16)
  }

  /** Starts the chains, and lets those faults come that belong to the world itself. */
  async begin(): Promise<void> {
    this.stage.databases.orderbook.reset(this.timeline)
    this.stage.databases.relayer.reset(this.timeline)
    for (const [index, name] of chainNames.entries()) {
      const chain = this.stage.chains[name]
      chain.begin(this.stage.states[name], startMs / 1000 - 60)
      chain.onSent = (transaction) => {
        this.note(`${name} gets ${transaction.hash}`)
        this.onSent(name, transaction)
      }
      for (let before = 5; before > 0; before -= 1) await chain.mine(startMs / 1000 - before * 4)
      this.timeline.in(1_000 + index * 1_700, () => this.#nextBlock(name), outside)
      for (let endpoint = 0; endpoint < this.plan.endpoints; endpoint += 1)
        this.network.serve(hostOf(name, endpoint), (request) => this.#answer(name, endpoint, request))
    }
    for (const fault of this.plan.faults) if (fault.kind !== 'crash') this.#schedule(fault)
  }

  #schedule(fault: Exclude<Fault, { kind: 'crash' }>): void {
    const begin = () => {
      this.note(`fault ${JSON.stringify(fault)}`)
      if (fault.kind === 'reorg') this.#reorgs[fault.chain].push(fault)
      else this.#active.add(fault)
    }
    this.timeline.in(fault.atMs, begin, outside)
    if (fault.kind !== 'reorg') this.timeline.in(fault.atMs + fault.forMs, () => this.#active.delete(fault), outside)
  }

  async #nextBlock(name: ChainName, slot = 0): Promise<void> {
    this.timeline.in(blockTimeMs, () => this.#nextBlock(name, slot + 1), outside)
    const isHalted = [...this.#active].some((fault) => fault.kind === 'halt' && fault.chain === name)
    if (isHalted) return
    const chain = this.stage.chains[name]
    const now = Math.floor(this.timeline.now / 1000)
    const reorg = this.#reorgs[name].shift()
    if (reorg === undefined && isAtRest(chain) && slot % emptySlots !== 0) return
    if (reorg !== undefined) await this.#reorganize(chain, reorg)
    const { number, hash, transactions } = await chain.mine(Math.max(now, chain.head.timestamp + 1))
    this.note(`${name} block ${number} ${hash} of ${transactions.length}`)
    this.onBlock()
  }

  /** Replaces the newest blocks by as many others, before the next one comes. */
  async #reorganize(
    chain: SimulatedChain,
    { depth, lateTransactions }: Extract<Fault, { kind: 'reorg' }>,
  ): Promise<void> {
    const taken = chain.blocks.slice(-depth)
    const late = new Set<Hex>(
      lateTransactions ? taken.flatMap(({ transactions }) => transactions.map(({ hash }) => hash)) : [],
    )
    chain.takeBack(depth)
    this.note(`${chain.name} takes back ${depth} blocks`)
    await this.onReorganized(
      chain.name as ChainName,
      taken.flatMap(({ transactions }) => transactions),
    )
    for (const { timestamp } of taken) await chain.mine(timestamp, ({ hash }) => !late.has(hash))
  }

  /** Lets the chain's newest blocks be replaced before its next one. */
  reorganize(chain: ChainName, depth: number): void {
    const fault: Fault = { kind: 'reorg', chain, atMs: this.sinceStartMs, depth, lateTransactions: true }
    this.note(`fault ${JSON.stringify(fault)}`)
    this.#reorgs[chain].push(fault)
  }
  /** Called with the transactions of blocks that were taken back, before they can be mined again. */
  onReorganized: (chain: ChainName, transactions: readonly Transaction[]) => Promise<void> = async () => undefined

  /** The first fault that began makes one of the three endpoints fail; the others tell the truth. */
  async #answer(name: ChainName, index: number, request: NetRequest): Promise<NetAnswer | 'hang' | 'cut'> {
    const fault = [...this.#active].find((one) => one.kind === 'endpoint' && one.chain === name)
    const lie = fault?.kind === 'endpoint' && fault.index === index ? fault.lie : undefined
    if (lie === 'hangs') return 'hang'
    if (lie === 'cuts') return 'cut'
    const chain = this.stage.chains[name]
    const view = { lag: lie === 'lags' ? 3 : 0 }
    const [before, id, call = '', method = ''] = oneCall.exec(request.body) ?? []
    if (before !== undefined && (lie === undefined || lie === 'lags')) {
      this.note(`${name}-${index} ${method}`)
      return jsonAnswer(`{"jsonrpc":"2.0","id":${id},${await answerTextOf(chain, view, call)}`)
    }
    const honest: Answer = (asked) => answerOf(chain, view, asked)
    let http: 'hang' | 'cut' | NetAnswer | undefined
    const answer = lie === undefined ? undefined : this.#lieOf(name, lie)
    const given = await answerRpc(request, async ({ method, params }) => {
      this.note(`${name}-${index} ${method}`)
      const asked = { method, params: params ?? [] }
      const reply =
        answer === undefined
          ? await honest(asked, async () => ({ result: null }))
          : await answer(asked, (other = asked) => answerOf(chain, { lag: 0 }, other))
      if (reply === 'hang' || reply === 'cut') http = reply
      else if ('status' in reply) http = { status: reply.status, headers: {}, body: Buffer.from(reply.body ?? '') }
      else if ('json' in reply) return { result: JSON.parse(reply.json) as unknown }
      else return reply
      return {}
    })
    return http ?? given
  }

  /** The answers of an endpoint that tells a lie of `packages/chain/src/lies`, with its memory. */
  #lieOf(name: ChainName, lie: string): Answer | undefined {
    const found = allLies.find((one) => one.name === lie)
    if (found === undefined) return undefined
    const key = `${name} ${lie}`
    const told = this.#told.get(key) ?? found.tell(this.#scene(name))
    this.#told.set(key, told)
    return told
  }
  readonly #told = new Map<string, Answer>()

  #scene(name: ChainName) {
    const other = this.stage.chains[name === 'devnet_a' ? 'devnet_b' : 'devnet_a']
    return {
      shadow: (asked: { method: string; params: readonly unknown[] }) => answerOf(other, { lag: 0 }, asked),
      log: { address: '0x0000000000000000000000000000000000000001' as Hex, topics: [], data: '0x' as Hex },
      limitMs: 10_000,
    }
  }

  #passage(from: string, to: string): Passage {
    const { random } = this.timeline
    const passage: Passage = { thereMs: random.between(2, 12), backMs: random.between(2, 12) }
    const fault = [...this.#active].find(
      (one) => one.kind === 'network' && (one.to === 'chains' ? to.endsWith('.test') : to === this.addressOf(one.to)),
    )
    if (fault?.kind !== 'network' || from === 'world') return passage
    passage.thereMs += random.between(0, fault.slowMs)
    if (random.chance(fault.lost)) passage.lost = random.pick(['there', 'back'] as const)
    if (random.chance(fault.again)) passage.againAfterMs = random.between(0, 3_000)
    return passage
  }
  addressOf: (program: string) => string = () => ''
}
