import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Address } from 'viem'
import type { Mined } from './chain/send-until-mined.ts'
import { actions as everyAction } from './orders/act.ts'
import type { TradedChain } from './orders/sides.ts'
import type { AtRisk } from './risk/at-risk.ts'

/**
 * An order is decided when it is checked (`first`), and once more after its transaction has waited for its turn
 * (`before_sending`).
 */
export type DecisionTime = 'first' | 'before_sending'

/**
 * Exports the money at risk by chain and by asset id. An order counts on both of its chains and in both of its assets.
 */
export function observeAtRisk(registry: Registry, { sums }: Pick<AtRisk, 'sums'>): void {
  new Gauge({
    name: 'tandem_solver_at_risk_usd',
    help: 'US dollars that the solver has promised or paid out, and has not been repaid yet.',
    labelNames: ['kind', 'name'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { kind, name, usd } of sums()) this.set({ kind, name }, Number(usd) / 1e18)
    },
  })
}

export function makeMetrics(registry: Registry, chains: ReadonlyMap<string, TradedChain>) {
  const registers = [registry]
  const actions = new Counter({
    name: 'tandem_solver_actions_total',
    help: 'What the solver did with orders. The outcome unwanted means that it decided otherwise right before sending.',
    labelNames: ['action', 'outcome'],
    registers,
  })
  // Created with zero, because an alert needs the series before its first event.
  for (const action of everyAction)
    for (const outcome of ['done', 'failed', 'unwanted']) actions.inc({ action, outcome }, 0)
  const answers = new Counter({
    name: 'tandem_solver_maker_answers_total',
    help: 'Answers to the orderbook: signed, or why the solver declined. The path is quotes, orders or refunds.',
    labelNames: ['path', 'answer'],
    registers,
  })
  const decisions = new Histogram({
    name: 'tandem_solver_decision_seconds',
    help: 'Seconds that the solver took to read both chains and to decide about an order.',
    labelNames: ['when'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  for (const when of ['first', 'before_sending'] satisfies DecisionTime[]) decisions.zero({ when })
  const lastTick = new Gauge({
    name: 'tandem_solver_last_tick_timestamp_seconds',
    help: 'When the solver last went through every open order, in unix seconds.',
    registers,
  })
  const inventory = new Gauge({
    name: 'tandem_solver_inventory_base_units',
    help: 'How much of a token the solver held when it last looked, in base units.',
    labelNames: ['chain', 'token'],
    registers,
  })
  const fees = new Counter({
    name: 'tandem_solver_network_fees_wei_total',
    help: 'What the solver paid for mined transactions, in wei of the native token.',
    labelNames: ['chain', 'action'],
    registers,
  })
  const connected = new Gauge({
    name: 'tandem_solver_event_stream_connected',
    help: '1 while the solver receives the orderbook’s event stream.',
    registers,
  })
  new Gauge({
    name: 'tandem_solver_transactions',
    help: 'Transactions that wait for their turn, or that are sent and not mined yet.',
    labelNames: ['chain', 'state'],
    registers,
    collect() {
      for (const [chain, { sender }] of chains) {
        this.set({ chain, state: 'waiting' }, sender.load.waiting)
        this.set({ chain, state: 'under_way' }, sender.load.busy)
      }
    },
  })
  return {
    observeAction(action: string, outcome: 'done' | 'failed' | 'unwanted', done?: { chain: string; mined: Mined }) {
      actions.inc({ action, outcome })
      if (done !== undefined) fees.inc({ action, chain: done.chain }, Number(done.mined.fee))
    },
    /** @param declined the reason. What follows a colon is left out, so that there are few series. */
    observeMakerAnswer: (path: string, declined?: string) =>
      answers.inc({ path, answer: declined?.replace(/:.*/, '') ?? 'signed' }),
    observeDecision: (when: DecisionTime, seconds: number) => decisions.observe({ when }, seconds),
    observeTick: () => lastTick.setToCurrentTime(),
    observeInventory: (chain: string, token: Address, held: bigint) => inventory.set({ chain, token }, Number(held)),
    observeStream: (isConnected: boolean) => connected.set(isConnected ? 1 : 0),
  }
}
