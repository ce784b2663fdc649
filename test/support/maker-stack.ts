import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Network } from '@tandem/contracts'
import { accounts, devnetPrices, type Stack, servicePort, startStack } from '@tandem/devnet'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const makerKey = `0x${'2a'.repeat(32)}` as const

export interface MakerStack {
  stack: Stack
  /** The address of the key that signs quotes. `secret` is what the maker shares with the orderbook. */
  signer: Address
  secret: string
  stop(): Promise<void>
}

/** Escrows live as long as a swap needs: minutes, where the devnet's own live for up to an hour. */
const withFittedWindows = (network: Network): Network => ({
  ...network,
  chains: network.chains.map((chain) => ({ ...chain, fitted_windows: { reveal_secs: 60, claim_secs: 120 } })),
})

export interface MakerStackOptions {
  /** Environment variables of the orderbook, in addition to those of the stack. */
  orderbook?: Record<string, string>
  /** If true, commits survive a crash of the machine, as measurements need. */
  isDurable?: boolean
}

/** A devnet on which the solver is a maker of the orderbook's list, and the only one that quotes. */
export async function startMakerStack({ orderbook, isDurable = false }: MakerStackOptions = {}): Promise<MakerStack> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-maker-'))
  const signer = privateKeyToAccount(makerKey).address
  const secret = `whsec_${Buffer.from('a secret of the devnet, 32 bytes').toString('base64')}`
  const port = await servicePort()
  const addresses = { devnet_a: accounts.solver.address, devnet_b: accounts.solver.address }
  const entry = { maker_id: 'one', signer, endpoint: `http://127.0.0.1:${port}/maker`, secret, addresses }
  const makersFile = join(dir, 'makers.json')
  writeFileSync(makersFile, JSON.stringify({ quote_engine: false, makers: [entry] }))
  const stack = await startStack({
    isDurable,
    ports: { solver: port },
    network: withFittedWindows,
    env: {
      orderbook: {
        MAKERS_FILE: makersFile,
        ALLOW_PRIVATE_ADDRESSES: 'true',
        // These times are long, because the machine may be busy.
        MAKERS_ANSWER_MS: '10000',
        MAKERS_ORDER_MS: '10000',
        // An address has no limit, because all users of a test have the same one.
        MAX_OPEN_QUOTES: '0',
        ...orderbook,
      },
      solver: {
        SOLVER_MAKER_SIGNER: makerKey,
        SOLVER_MAKER_SECRET: secret,
        SOLVER_PRICES: JSON.stringify(devnetPrices),
        SOLVER_SPREAD_BIPS: '20',
      },
    },
  })
  return {
    stack,
    signer,
    secret,
    async stop() {
      await stack.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
