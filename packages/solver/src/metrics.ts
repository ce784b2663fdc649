import { Counter, Gauge, type Registry } from 'prom-client'
import type { Address } from 'viem'
import type { Mined } from './chain/pursuit.ts'
import type { TradedChain } from './orders/sides.ts'

/** A gauge is for watching: what a double rounds off does not matter there. */
export function makeMetrics(registry: Registry, chains: ReadonlyMap<string, TradedChain>) {
  const registers = [registry]
  const actions = new Counter({
    name: 'tandem_solver_actions_total',
    help: 'What the solver did. unwanted: the second look, right before sending, decided otherwise.',
    labelNames: ['action', 'outcome'],
    registers,
  })
  // Series that are not there before the first event cannot be alerted on.
  for (const action of ['fund_destination', 'claim_source', 'cancel_destination', 'refund_source'])
    for (const outcome of ['done', 'failed', 'unwanted']) actions.inc({ action, outcome }, 0)
  const lastTick = new Gauge({
    name: 'tandem_solver_last_tick_timestamp_seconds',
    help: 'When the solver last went through every open order.',
    registers,
  })
  const inventory = new Gauge({
    name: 'tandem_solver_inventory_base_units',
    help: 'What the solver held of a token when it last was to pay it out.',
    labelNames: ['chain', 'token'],
    registers,
  })
  const fees = new Counter({
    name: 'tandem_solver_network_fees_wei_total',
    help: 'What the solver paid for transactions that were mined, in wei of the chain’s native token.',
    labelNames: ['chain', 'action'],
    registers,
  })
  const connected = new Gauge({
    name: 'tandem_solver_event_stream_connected',
    help: '1 while the orderbook’s events come; without them the solver asks every second.',
    registers,
  })
  new Gauge({
    name: 'tandem_solver_transactions',
    help: 'Transactions that wait for their turn on a chain, and those that are under way.',
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
    observeTick: () => lastTick.setToCurrentTime(),
    observeInventory: (chain: string, token: Address, held: bigint) => inventory.set({ chain, token }, Number(held)),
    observeStream: (isConnected: boolean) => connected.set(isConnected ? 1 : 0),
  }
}
