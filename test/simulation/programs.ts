import { accounts, devnetPrices } from '@tandem/devnet'
import { loadConfig } from '@tandem/service-kit'
import { compose as composeSolver } from '../../packages/solver/src/compose.ts'
import { configProblems as solverProblems, settings as solverSettings } from '../../packages/solver/src/config.ts'
import { compose as composeOrderbook } from '../../services/orderbook/src/compose.ts'
import {
  constants as orderbookConstants,
  configProblems as orderbookProblems,
  settings as orderbookSettings,
} from '../../services/orderbook/src/config.ts'
import { compose as composeRelayer } from '../../services/relayer/src/compose.ts'
import {
  constants as relayerConstants,
  configProblems as relayerProblems,
  settings as relayerSettings,
} from '../../services/relayer/src/config.ts'
import { simulatedFolder } from './files.ts'
import { chainNames, type Program } from './plan.ts'
import { firmQuotes, makersFileOf } from './rival-makers.ts'
import { blockTimeMs, ports } from './stage.ts'
import { urlsOf, type World } from './world.ts'

export const urlOf = (program: Program): string => `http://127.0.0.1:${ports[program]}`

const secretsKey = `0x${'42'.repeat(32)}`
const byChain = <T>(value: T) => JSON.stringify(Object.fromEntries(chainNames.map((name) => [name, value])))

const databaseUrl = (service: 'orderbook' | 'relayer') =>
  `postgres://tandem:tandem@127.0.0.1:${ports.databases[service]}/${service}`

/** The variables of each program, as an operator sets them. */
function environmentOf(world: World, program: Program): Record<string, string> {
  const shared = {
    HOST: '127.0.0.1',
    PORT: String(ports[program]),
    LOG_LEVEL: 'error',
    NETWORK_FILE: world.stage.networkFile,
    RPC_URLS: JSON.stringify(Object.fromEntries(chainNames.map((name) => [name, urlsOf(world, name)]))),
  }
  const service = { SHUTDOWN_DELAY_MS: '0', RATE_LIMIT_PER_MINUTE: '0', SECRETS_KEY: secretsKey }
  switch (program) {
    case 'orderbook':
      return {
        ...{ ...shared, ...service, PUBLIC_URL: urlOf('orderbook'), STATIC_PRICES: JSON.stringify(devnetPrices) },
        ...{ DATABASE_URL: databaseUrl('orderbook'), DATABASE_DIRECT_URL: `${databaseUrl('orderbook')}_direct` },
        ...{ NETWORK_FEE_MAX_USD: '0', FILL_WITHIN_SECS: '40', ALLOW_PRIVATE_ADDRESSES: 'true' },
      }
    case 'relayer':
      return {
        ...{ ...shared, ...service, ROLES: 'api,worker,keeper', ORDERBOOK_URL: urlOf('orderbook') },
        ...{ DATABASE_URL: databaseUrl('relayer'), DATABASE_DIRECT_URL: `${databaseUrl('relayer')}_direct` },
        ...{ SIGNERS: byChain([accounts.relayer.privateKey]), SPONSORING: byChain('unlimited') },
      }
    case 'solver':
      return {
        ...{ ...shared, ORDERBOOK_URL: urlOf('orderbook'), SOLVER_SIGNERS: byChain(accounts.solver.privateKey) },
        SOLVER_STATE_DIR: simulatedFolder,
        ...(world.plan.rivals.length > 0 ? firmQuotes : {}),
      }
  }
}

/** Milliseconds between two polls of the relayer. They are longer than in production, where a poll costs nothing. */
const slowPolls = { sweepIntervalMs: blockTimeMs, keeperIntervalMs: 30_000 } as const

/** @throws Error when settings contradict each other, as the program's own start does. */
function sound<T>(config: T, problemsOf: (config: T) => readonly string[]): T {
  const problems = problemsOf(config)
  if (problems.length > 0) throw new Error(problems.join('; '))
  return config
}

/** Starts a program with its production composition, as the current process. */
export async function startProgram(world: World, program: Program): Promise<void> {
  const environment = environmentOf(world, program)
  switch (program) {
    case 'orderbook': {
      const makersFile = makersFileOf(world)
      const config = { ...orderbookConstants, ...loadConfig(orderbookSettings, environment), makersFile }
      await composeOrderbook(sound(config, orderbookProblems)).start()
      return
    }
    case 'relayer': {
      const config = {
        ...relayerConstants,
        ...sound(loadConfig(relayerSettings, environment), relayerProblems),
        ...slowPolls,
      }
      await composeRelayer(config).start()
      return
    }
    case 'solver':
      await composeSolver(sound(loadConfig(solverSettings, environment), solverProblems)).start()
      return
  }
}
