import type { Address } from 'viem'
import { firstFees } from '../domain/fees.ts'
import { canBegin, claimsLeft } from '../domain/gas-money.ts'
import type { Chains } from './judge.ts'
import type { Clock, RelayChain } from './ports.ts'

/** How a chain's endpoints do. */
export interface ChainHealth {
  chain: string
  /** The newest block that any endpoint has; nothing when none answers. */
  headNumber: bigint | null
  /** Seconds since its timestamp. */
  headAgeSecs: number | null
  endpoints: number
  endpointsUp: number
}

/** How a signer does. */
export interface SignerHealth {
  chain: string
  signer: Address
  /** Claims that its balance pays for. */
  claimsLeft: bigint
  /** Nonces given out at which nothing is known to be mined. */
  openSlots: number
  /** Nonces given out beyond those that are mined. */
  nonceLag: bigint
}

/** A signer as the database knows it. */
export interface SignerUse {
  chain: string
  signer: Address
  nextNonce: bigint
  openSlots: number
}

export interface Observation {
  chains: ChainHealth[]
  signers: SignerHealth[]
}

/** Looks at every chain, and at every signer that ever had a nonce or has a key here. One that cannot be read is left out. */
export async function observeChains(o: {
  chains: Chains
  signerUses: () => Promise<SignerUse[]>
  now: Clock
}): Promise<Observation> {
  const uses = await o.signerUses()
  const each = await Promise.all(
    [...o.chains.values()].map(async (chain) => {
      const [health, signers] = await Promise.all([lookAt(chain, o.now), lookAtSigners(chain, uses).catch(() => [])])
      return { health, signers }
    }),
  )
  return { chains: each.map(({ health }) => health), signers: each.flatMap(({ signers }) => signers) }
}

/** Whether a signer of the chain had gas money when it was last looked at, or none is known. */
export function hasGasMoney(observation: Observation | undefined, chain: string): boolean {
  const signers = observation?.signers.filter((signer) => signer.chain === chain) ?? []
  return signers.length === 0 || signers.some(({ claimsLeft: claims }) => canBegin(claims))
}

async function lookAt(chain: RelayChain, now: Clock): Promise<ChainHealth> {
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

async function lookAtSigners(chain: RelayChain, uses: readonly SignerUse[]): Promise<SignerHealth[]> {
  const known = uses.filter((use) => use.chain === chain.name)
  const unused = chain.signers
    .filter((address) => known.every(({ signer }) => signer !== address))
    .map((signer) => ({ chain: chain.name, signer, nextNonce: undefined, openSlots: 0 }))
  const fees = firstFees(await chain.feeMarket())
  return Promise.all(
    [...known, ...unused].map(async ({ signer, nextNonce, openSlots }) => {
      const [balance, mined] = await Promise.all([chain.nativeBalance(signer), chain.minedNonce(signer)])
      const lag = (nextNonce ?? mined) - mined
      return {
        chain: chain.name,
        signer,
        claimsLeft: claimsLeft(balance, fees),
        openSlots,
        nonceLag: lag > 0n ? lag : 0n,
      }
    }),
  )
}
