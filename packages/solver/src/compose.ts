import { createClient } from '@tandem/sdk'
import { createLifecycle, createLogger, createRegistry, probeRoutes, startHttpServer } from '@tandem/service-kit'
import express from 'express'
import { Counter, Gauge } from 'prom-client'
import type { Address } from 'viem'
import { connect, type SolverChain } from './chain/chain.ts'
import { makeSender, type Sender } from './chain/sender.ts'
import type { Config } from './config.ts'
import type { Decision } from './domain/decide.ts'
import { makeSolver } from './solver.ts'

/** The solver as a process: one loop, and a port for health, readiness and metrics. */
export function compose(config: Config) {
  const logger = createLogger({ service: 'solver', level: config.logLevel, format: config.logFormat })
  const registry = createRegistry('solver', ['solver'])
  const lifecycle = createLifecycle(logger)
  const actions = new Counter({
    name: 'tandem_solver_actions_total',
    help: 'What the solver did.',
    labelNames: ['action', 'outcome'],
    registers: [registry],
  })
  // An alert looks for an increase, and a series that begins with its first event shows none.
  for (const action of ['fund_destination', 'claim_source', 'cancel_destination'] satisfies Decision['do'][])
    for (const outcome of ['done', 'failed']) actions.inc({ action, outcome }, 0)
  const lastTick = new Gauge({
    name: 'tandem_solver_last_tick_timestamp_seconds',
    help: 'When the solver last went through every open order.',
    registers: [registry],
  })
  const inventory = new Gauge({
    name: 'tandem_solver_inventory_base_units',
    help: 'What the solver held of a token when it last was to pay it out.',
    labelNames: ['chain', 'token'],
    registers: [registry],
  })
  const chains = tradedChains(config)
  const solver = makeSolver({
    client: createClient({ baseUrl: config.orderbookUrl, relayerUrl: config.orderbookUrl }),
    chains,
    assets: config.network.assets,
    policy: { isPaused: config.isPaused, minMarginSecs: config.network.min_margin_secs },
    logger,
    count: (action, outcome) => actions.inc({ action, outcome }),
    // A gauge is for watching: what a double rounds off does not matter there.
    observeInventory: (chain, token, held) => inventory.set({ chain, token }, Number(held)),
  })

  async function loop(): Promise<void> {
    while (!lifecycle.stopping.aborted) {
      await solver.tick().then(
        () => lastTick.setToCurrentTime(),
        (error: unknown) => logger.warn('tick.failed', { error }),
      )
      await pause(config.pollMs, lifecycle.stopping)
    }
  }

  return {
    logger,
    async start() {
      await Promise.all([...chains.values()].map(({ chain }) => verifyChain(chain)))
      const running = loop()
      lifecycle.onStop('loop', () => running.then(solver.settled))
      const app = express().use(
        probeRoutes({
          logger,
          registry,
          draining: lifecycle.draining,
          health: (_req, res) => {
            res.json({ status: 'ok' })
          },
          checks: Object.fromEntries(
            [...chains].map(([name, { chain }]) => [name, () => chain.client.getBlockNumber()]),
          ),
        }),
      )
      return startHttpServer({ app, host: config.host, port: config.port, lifecycle, drainMs: 1000 })
    },
    stop: () => lifecycle.stop(),
  }
}

/** Every chain for which there is a registry, an endpoint and a key. */
function tradedChains({ network, rpcUrls, solverKeys }: Config): Map<string, { chain: SolverChain; sender: Sender }> {
  const chains = new Map<string, { chain: SolverChain; sender: Sender }>()
  for (const chain of network.chains) {
    const urls = rpcUrls[chain.chain]
    const key = solverKeys[chain.chain]
    if (chain.registry_address === null || urls === undefined || key === undefined) continue
    const client = connect(chain, urls, key)
    chains.set(chain.chain, {
      chain: { config: chain, registry: chain.registry_address as Address, client },
      sender: makeSender(client),
    })
  }
  return chains
}

/** A wrong endpoint or a wrong key would lose money later; it ends the start now. */
async function verifyChain({ config, client, registry }: SolverChain): Promise<void> {
  const [chainId, code] = await Promise.all([client.getChainId(), client.getCode({ address: registry })])
  if (chainId !== config.chain_id)
    throw new Error(`the endpoint of ${config.chain} is chain ${chainId}, not ${config.chain_id}`)
  if (code === undefined) throw new Error(`there is no registry at ${registry} on ${config.chain}`)
  const { address } = client.account
  if (config.solver_address !== address)
    throw new Error(
      `the solver key of ${config.chain} is of ${address}, and the network file says ${config.solver_address}`,
    )
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
