import {
  type AskedVault,
  askVaults,
  type Belief,
  type Endpoint,
  type Quorum,
  readHeader,
  type VaultFacts,
} from '@tandem/chain'
import { type ChainConfig, confirmationDepth, longestLifeSecs } from '@tandem/contracts'
import { hopBridgeAbi, keyOfTerms, nativeToken } from '@tandem/escrow'
import { batchedRead } from '@tandem/service-kit'
import { type Address, erc20Abi, type TypedDataDefinition } from 'viem'
import { getBalance, getCode, readContract } from 'viem/actions'
import { believed } from '../chain/believed.ts'
import { together } from '../chain/shared-reads.ts'
import { wouldSucceed } from '../chain/simulation.ts'
import type { Escrow } from './domain/escrow.ts'
import { findSettlingTx } from './find-settling-tx.ts'
import { isSignedBy } from './is-signed-by.ts'
import { makePayouts } from './payout.ts'
import type { VaultReader } from './ports.ts'

export interface VaultReaderDeps {
  quorum: Quorum
  payoutGas: bigint
}

export function makeVaultReader(config: ChainConfig, { quorum, payoutGas }: VaultReaderDeps): VaultReader {
  const registry = config.registry_address as Address
  const payoutsOf = new Map(quorum.endpoints.map((endpoint) => [endpoint, makePayouts(endpoint.client, payoutGas)]))
  const ask = <T>(name: string, question: (endpoint: Endpoint, signal: AbortSignal) => Promise<T>): Promise<T> =>
    believed(quorum, quorum.ask(question, { name, mayLag: true }))
  return {
    readVault: makeReadVault(config, quorum),
    balanceOf: (token, owner) =>
      believed(
        quorum,
        quorum.reached(({ client }) => readBalance(client, token, owner), { name: 'balance' }),
      ),
    allowance: (address, owner, spender) =>
      ask('allowance', ({ client }) =>
        readContract(client, { address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
      ),
    hasCode: (address) => ask('code', async ({ client }) => ((await getCode(client, { address })) ?? '0x') !== '0x'),
    canPay: (vault, terms) =>
      ask('payout', async (endpoint) => (await payoutsOf.get(endpoint)?.(vault, terms)) ?? 'refuses'),
    simulate: (from, call, gas) => ask('simulation', ({ client }) => wouldSucceed(client, { from, ...call, gas })),
    async headTime() {
      const time = async (endpoint: Endpoint) => BigInt((await readHeader(endpoint, 'latest')).timestamp)
      return Number(await believed(quorum, quorum.reached(time, { name: 'head' })))
    },
    findSettlingTx: (vault, kind) =>
      ask('settling_tx', ({ client }, signal) => findSettlingTx(client, { registry, vault, kind, signal })),
    isHopRouteOpen: (address, token, destBlockchainId) =>
      ask('hop_route', ({ client }) =>
        readContract(client, {
          address,
          abi: hopBridgeAbi,
          functionName: 'isRouteOpen',
          args: [token, destBlockchainId],
        }),
      ),
    async isSignedBy(party, typedData, signature) {
      const question = isSignedBy({ registry, party, typedData: typedData as TypedDataDefinition, signature })
      return ask('signature', ({ client }) => question(client))
    },
  }
}

const readBalance = (client: Endpoint['client'], token: Address, owner: Address): Promise<bigint> =>
  token === nativeToken
    ? getBalance(client, { address: owner })
    : readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** Reads vaults. Those that are asked for in one moment are read by one question. */
function makeReadVault(config: ChainConfig, quorum: Quorum): VaultReader['readVault'] {
  const registry = config.registry_address as Address
  const read = batchedRead<AskedVault, Belief<VaultFacts>>({
    readMany: async (asked) => {
      const beliefs = await askVaults(quorum, asked, {
        registry,
        blockTimeMs: config.block_time_ms,
        longestLifeSecs: longestLifeSecs(config),
      })
      return new Map(asked.map((one, index) => [nameOfAsked(one), beliefs[index] as Belief<VaultFacts>]))
    },
    nameOf: nameOfAsked,
    ...together,
  })
  return async ({ vault, terms, valueUsd, told }: Escrow) =>
    (await read({ vault, terms, depth: confirmationDepth(config, valueUsd), named: told })) as Belief<VaultFacts>
}

const nameOfAsked = ({ vault, terms, depth, named = [] }: AskedVault): string =>
  [vault, depth.tag ?? depth.confirmations, keyOfTerms(terms), ...named].join(' ')
