import {
  consentCancelTypedData,
  createEscrowTypedData,
  type EscrowTerms,
  encodeCancel,
  encodeCancelWithConsent,
  encodeClaim,
  encodeCreateEscrow,
  encodeCreateEscrowNative,
  encodeCreateEscrowSigned,
  hashSecret,
  nativeToken,
  predictVault,
  testTokenAbi,
} from '@tandem/escrow'
import { type Address, encodeFunctionData, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { placeOf } from '../../src/chain-moves.ts'
import { secs } from '../../src/readings.ts'
import type { Call } from '../../src/registry.ts'
import type { OrderSetup, Scenario } from '../../src/world.ts'
import type { LiveCall, LiveChain } from './live-chain.ts'

const fundings = ['signed', 'native', 'prefunded'] as const

/** A vault of the model as a real one. */
export interface LiveVault {
  readonly chain: LiveChain
  readonly vault: Address
  readonly terms: EscrowTerms
  readonly funding: (typeof fundings)[number]
  readonly calls: Readonly<Record<Call, LiveCall>>
}

/** A deadline in unix seconds, far beyond every time of a trace. */
const deadline = 2 ** 32

/** Real vaults for those of a scenario: their secrets follow from the seed, and so does how each is funded. */
export function makeVaults(
  scenario: Scenario,
  seed: number,
  chains: readonly [LiveChain, LiveChain],
): Promise<LiveVault[]> {
  return Promise.all(
    scenario.vaults.map((_, index) => makeVault(scenario, index, seed, chains[scenario.vaults[index]?.chain ?? 0])),
  )
}

async function makeVault(scenario: Scenario, index: number, seed: number, chain: LiveChain): Promise<LiveVault> {
  const { side, order, setup } = placeOf(scenario, index)
  // Orders that share a source have the same parties.
  const first = scenario.orders.findIndex(({ source }) => source === setup.source)
  const [user, maker] = chain.parties.slice(2 * first) as [PrivateKeyAccount, PrivateKeyAccount]
  const [creator, recipient] = side === 'source' ? [user, maker] : [maker, user]
  const funding = fundings[(seed + index) % fundings.length] as LiveVault['funding']
  const secret = keccak256(toHex(`${seed} ${(scenario.orders[order] as OrderSetup).secret}`))
  const terms: EscrowTerms = {
    token: funding === 'native' ? nativeToken : chain.token,
    ...{ creator: creator.address, recipient: recipient.address, hopBridge: zeroAddress },
    // The amount differs, because two destinations of one source may have the same terms otherwise.
    amount: 1_000_000n + BigInt(index),
    cancelAfter: secs(scenario.vaults[index]?.cancelAfter ?? 0),
    commitmentHash: hashSecret(secret),
  }
  const { chainId, registry } = chain
  const vault = predictVault({ registry, chainId, terms })
  const domain = { chainId, registry }
  const signature = await recipient.signTypedData(consentCancelTypedData({ ...domain, vault, deadline }))
  const creation = await creationOf(funding, { domain, terms, creator })
  const to = (data: Hex): LiveCall => ({ to: registry, data })
  const calls = {
    create: { ...to(creation), value: funding === 'native' ? terms.amount : 0n },
    claim: to(encodeClaim(terms, secret)),
    cancel: to(encodeCancel(terms)),
    consent: to(encodeCancelWithConsent(terms, { deadline, signature })),
  }
  return { chain, vault, terms, funding, calls }
}

async function creationOf(
  funding: LiveVault['funding'],
  {
    domain,
    terms,
    creator,
  }: { domain: { chainId: number; registry: Address }; terms: EscrowTerms; creator: PrivateKeyAccount },
): Promise<Hex> {
  if (funding === 'native') return encodeCreateEscrowNative(terms)
  if (funding === 'prefunded') return encodeCreateEscrow(terms)
  const creatorSignature = await creator.signTypedData(createEscrowTypedData({ ...domain, terms, deadline }))
  return encodeCreateEscrowSigned({ terms, deadline, creatorSignature })
}

/** The transactions that bring the money of those vaults that are created after they are funded. */
export const prefundsOf = (vaults: readonly LiveVault[], chain: LiveChain): LiveCall[] =>
  vaults.flatMap((one) => {
    if (one.chain !== chain || one.funding !== 'prefunded') return []
    const args = [one.vault, one.terms.amount] as const
    return [{ to: chain.token, data: encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args }) }]
  })
