import type { Address } from 'viem'
import type { SignerUse } from '../transactions/known-signers.ts'
import type { Clock } from '../transactions/ports.ts'
import type { Chains, RelayChain } from '../work/ports.ts'
import { claimReserve } from './claim-reserve.ts'
import { canBegin, claimsLeft } from './domain/gas-money.ts'

export interface ChainHealth {
  chain: string
  /** The highest head that an endpoint reports; null when none answers. */
  headNumber: bigint | null
  headAgeSecs: number | null
  endpoints: number
  endpointsUp: number
}

export interface SignerHealth {
  chain: string
  signer: Address
  claimsLeft: bigint
  /** Nonces that were assigned and are not known to be mined. */
  openNonces: number
  /** How far the signer's next nonce is ahead of its mined ones. */
  nonceLag: bigint
}

export interface Observation {
  chains: ChainHealth[]
  signers: SignerHealth[]
}

/** Observes every chain and its signers. The signers of a chain that cannot be read are left out. */
export async function observeChains(o: {
  chains: Chains
  signerUses: () => Promise<SignerUse[]>
  now: Clock
}): Promise<Observation> {
  const uses = await o.signerUses()
  const each = await Promise.all(
    [...o.chains.values()].map(async (chain) => {
      const [health, signers] = await Promise.all([
        healthOf(chain, o.now),
        healthOfSigners(chain, uses).catch(() => []),
      ])
      return { health, signers }
    }),
  )
  return { chains: each.map(({ health }) => health), signers: each.flatMap(({ signers }) => signers) }
}

/** Whether a signer of the chain can pay for a claim. It counts as true while nothing is known of the chain's signers. */
export function hasGasMoney(observation: Observation | undefined, chain: string): boolean {
  const signers = observation?.signers.filter((signer) => signer.chain === chain) ?? []
  return signers.length === 0 || signers.some(({ claimsLeft: claims }) => canBegin(claims))
}

async function healthOf(chain: RelayChain, now: Clock): Promise<ChainHealth> {
  const heads = await chain.heads()
  const up = heads.filter((head) => head !== undefined)
  const newest = up.reduce<(typeof up)[number] | undefined>(
    (best, head) => (best === undefined || head.number > best.number ? head : best),
    undefined,
  )
  return {
    chain: chain.name,
    headNumber: newest?.number ?? null,
    headAgeSecs: newest === undefined ? null : Math.max(0, Math.round(now() / 1000) - newest.timestamp),
    endpoints: heads.length,
    endpointsUp: up.length,
  }
}

async function healthOfSigners(chain: RelayChain, uses: readonly SignerUse[]): Promise<SignerHealth[]> {
  const known = uses.filter((use) => use.chain === chain.name)
  const unused = chain.signers
    .filter((address) => known.every(({ signer }) => signer !== address))
    .map((signer) => ({ chain: chain.name, signer, nextNonce: undefined, openNonces: 0 }))
  const reserve = await claimReserve(chain)
  return Promise.all(
    [...known, ...unused].map(async ({ signer, nextNonce, openNonces }) => {
      const [balance, mined] = await Promise.all([chain.nativeBalance(signer), chain.minedNonce(signer)])
      const lag = (nextNonce ?? mined) - mined
      return {
        chain: chain.name,
        signer,
        claimsLeft: claimsLeft(balance, reserve),
        openNonces,
        nonceLag: lag > 0n ? lag : 0n,
      }
    }),
  )
}
