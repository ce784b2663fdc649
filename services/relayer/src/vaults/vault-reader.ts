import { type ChainConfig, confirmationDepth } from '@tandem/contracts'
import { hopBridgeAbi, keyOfTerms, nativeToken, type VaultAtDepth } from '@tandem/escrow'
import { batchedRead } from '@tandem/service-kit'
import { type Address, erc20Abi, type PublicClient, type TypedDataDefinition } from 'viem'
import { nameOfDepth } from '../chain/block-reader.ts'
import { answered, safely, together } from '../chain/safely.ts'
import { wouldSucceed } from '../chain/simulation.ts'
import { type AskedVault, readAgreedVaults, readVaultsAtDepth } from './agreed-vault.ts'
import type { Agreement } from './domain/agreement.ts'
import type { Escrow } from './domain/escrow.ts'
import { findSettlingTx } from './find-settling-tx.ts'
import { isSignedBy } from './is-signed-by.ts'
import { makePayouts } from './payout.ts'
import type { VaultReader } from './ports.ts'

export interface VaultReaderDeps {
  /** Asks the endpoints in order. */
  client: PublicClient
  /** A client for each endpoint. */
  clients: readonly PublicClient[]
  quorum: number
  /** The gas that the payout of a claim may use when it is simulated alone. */
  payoutGas: bigint
}

/** The escrow vaults of a chain over viem. */
export function makeVaultReader(config: ChainConfig, { client, payoutGas, ...deps }: VaultReaderDeps): VaultReader {
  const registry = config.registry_address as Address
  const { chain } = config
  const payoutOf = makePayouts(client, payoutGas)
  return {
    ...makeStateReads(config, { client, ...deps }),
    balanceOf: (token, owner) =>
      safely(chain, 'reading a balance', () =>
        token === nativeToken
          ? client.getBalance({ address: owner })
          : client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
      ),
    canPay: (vault, terms) => safely(chain, 'the payout', () => payoutOf(vault, terms)),
    simulate: (from, call, gas) => safely(chain, 'the simulation', () => wouldSucceed(client, { from, ...call, gas })),
    headTime: () =>
      safely(chain, 'reading the head', async () => Number((await client.getBlock({ blockTag: 'latest' })).timestamp)),
    findSettlingTx: (vault, kind) =>
      safely(chain, 'reading events', () => findSettlingTx(client, { registry, vault, kind })),
    isHopRouteOpen: (address, token, destBlockchainId) =>
      safely(chain, 'reading a hop route', () =>
        client.readContract({
          address,
          abi: hopBridgeAbi,
          functionName: 'isRouteOpen',
          args: [token, destBlockchainId],
        }),
      ),
    isSignedBy: (party, typedData, signature) =>
      safely(chain, 'checking a signature', () =>
        isSignedBy(client, { registry, party, typedData: typedData as TypedDataDefinition, signature }),
      ),
  }
}

/** The balances of vaults, for many of them at once. */
function makeStateReads(
  config: ChainConfig,
  { client, clients, quorum }: Omit<VaultReaderDeps, 'payoutGas'>,
): Pick<VaultReader, 'readVault' | 'readAgreedVault'> {
  const registry = config.registry_address as Address
  const askedOf = ({ vault, terms, valueUsd }: Escrow): AskedVault => ({
    vault,
    terms,
    depth: confirmationDepth(config, valueUsd),
  })
  const readVault = batchedRead<AskedVault, VaultAtDepth>({
    readMany: async (asked) => byName(asked, await readVaultsAtDepth(client, registry, asked)),
    ...vaultReads,
  })
  const readAgreedVault = batchedRead<AskedVault, Agreement<VaultAtDepth>>({
    readMany: async (asked) =>
      byName(asked, await readAgreedVaults(clients, registry, asked, { quorum, blockTimeMs: config.block_time_ms })),
    ...vaultReads,
  })
  const reading = <T>(read: (asked: AskedVault) => Promise<T | undefined>, escrow: Escrow): Promise<T> =>
    safely(config.chain, 'reading a vault', async () =>
      answered(await read(askedOf(escrow)), 'what stands at the address is no vault'),
    )
  return {
    readVault: (escrow) => reading(readVault, escrow),
    readAgreedVault: (escrow) => reading(readAgreedVault, escrow),
  }
}

const vaultReads = {
  nameOf: ({ vault, terms, depth }: AskedVault) => [vault, nameOfDepth(depth), keyOfTerms(terms)].join(' '),
  ...together,
}

function byName<T>(asked: readonly AskedVault[], answers: readonly (T | undefined)[]): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const [index, one] of asked.entries()) {
    const answer = answers[index]
    if (answer !== undefined) named.set(vaultReads.nameOf(one), answer)
  }
  return named
}
