import { askVaults, noVault, type VaultFacts } from '@tandem/chain'
import { type EscrowTerms, hashSecret, predictVault } from '@tandem/escrow'
import { believe, type ChainEvidence } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual } from 'viem'
import type { ChainEvent, ReadRange } from '../read-events.ts'

/** An open escrow. */
export interface OpenVault {
  terms: EscrowTerms
  vault: Address
  /** The time of the chain's newest block, in unix seconds. */
  chainTime: number
}

/** How many vaults are read with one call at most. */
const vaultsAtOnce = 200

/**
 * The secrets that claims have published, by commitment hash. The hash proves a secret, so no endpoint has to be
 * believed.
 */
export const secretsOf = (events: readonly ChainEvent[]): Map<Hex, Hex> =>
  new Map(
    events.flatMap((event) => {
      if (event.type !== 'claimed' && event.type !== 'hop_dispatched') return []
      return hashSecret(event.secret) === event.commitmentHash ? [[event.commitmentHash, event.secret] as const] : []
    }),
  )

/**
 * Reads which of the created escrows in a registry's events are open in the newest block. An event whose vault address
 * does not follow from its terms is ignored.
 *
 * @throws TandemError `EVIDENCE_UNAVAILABLE`.
 */
export function readOpenVaults({ evidence, events }: ReadRange): Promise<OpenVault[]> {
  const { registry_address: registry, chain_id: chainId } = evidence.chain
  const over = new Set(events.flatMap(({ type, vault }) => (type === 'created' ? [] : [vault])))
  const created = events.flatMap((event) => {
    if (event.type !== 'created' || over.has(event.vault)) return []
    const { vault, type: _type, at: _at, txHash: _txHash, ...terms } = event
    const isTrue = isAddressEqual(predictVault({ registry: registry as Address, chainId, terms }), vault)
    return isTrue ? [{ vault, terms }] : []
  })
  return readOpen(evidence, created)
}

export async function readOpen(evidence: ChainEvidence, vaults: readonly AnyVault[]): Promise<OpenVault[]> {
  const facts = await readStates(evidence, vaults)
  return vaults.flatMap(({ vault, terms }, index) => {
    const fact = facts[index]
    const isOpen = fact?.latest.state === 'open' && fact.latest.hasTerms
    return isOpen ? [{ vault, terms, chainTime: fact.chainTime }] : []
  })
}

type AnyVault = Pick<OpenVault, 'vault' | 'terms'>

/**
 * Reads the state of escrows in the newest block, on which a majority of the endpoints has to agree.
 *
 * @returns the states in the same order; `undefined` for an address at which there is another contract.
 * @throws TandemError `EVIDENCE_UNAVAILABLE`.
 */
async function readStates(
  evidence: ChainEvidence,
  vaults: readonly AnyVault[],
): Promise<readonly (VaultFacts | undefined)[]> {
  const { quorum, chain } = evidence
  const at = { registry: chain.registry_address as Address, blockTimeMs: chain.block_time_ms ?? 1000 }
  const facts: (VaultFacts | undefined)[] = []
  for (let first = 0; first < vaults.length; first += vaultsAtOnce) {
    const asked = vaults
      .slice(first, first + vaultsAtOnce)
      .map(({ vault, terms }) => ({ vault, terms, depth: { confirmations: 1, tag: null } }))
    const beliefs = await askVaults(quorum, asked, at)
    for (const belief of beliefs)
      facts.push(belief === noVault ? undefined : await believe(evidence, Promise.resolve(belief)))
  }
  return facts
}
