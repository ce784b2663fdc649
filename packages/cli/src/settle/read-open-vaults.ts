import { askBlockAtDepth, askVaults, makeLogQuestions, type VaultFacts } from '@tandem/chain'
import { decodeEscrowLog, type EscrowTerms, escrowEventTopics, hashSecret, predictVault } from '@tandem/escrow'
import { believe, type ChainEvidence } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual } from 'viem'

/** An escrow that stands open. */
export interface OpenVault {
  terms: EscrowTerms
  vault: Address
  /** The newest time of its chain, unix seconds. */
  chainTime: number
}

/** The events of a registry in a range of blocks, and what stands in the newest block. */
export interface ReadRange {
  from: bigint
  to: bigint
  open: OpenVault[]
  /** Secrets that claims have published, by commitment hash. */
  secrets: Map<Hex, Hex>
}

/** How long a chain is read, in milliseconds. */
const readMs = 600_000
/** Vaults of one call. */
const vaultsAtOnce = 200

/**
 * Reads the open escrows of a registry, and every secret that a chain has shown, as a majority of the endpoints say it. A
 * secret and the terms of a vault are their own proofs as well: hash and address follow from them.
 *
 * @param options.last the newest block by default.
 * @throws TandemError `EVIDENCE_UNAVAILABLE`.
 */
export async function readOpenVaults(
  evidence: ChainEvidence,
  { first, last }: { first: (head: bigint) => bigint; last: bigint | undefined },
): Promise<ReadRange> {
  const { panel, chain } = evidence
  const registry = chain.registry_address as Address
  const head = await believe(evidence, askBlockAtDepth(panel, { confirmations: 1, tag: null }))
  const [from, to] = [first(head), last === undefined || last > head ? head : last]
  const filter = { address: registry, kinds: escrowEventTopics, topics: [] }
  const logs = await believe(evidence, makeLogQuestions(panel, filter, { budgetMs: readMs }).inRange(from, to))
  const events = logs.flatMap((log) => decodeEscrowLog(log) ?? [])
  const secrets = new Map<Hex, Hex>()
  const over = new Set<Address>()
  for (const event of events) {
    if (event.type === 'created') continue
    over.add(event.vault)
    if (event.type === 'cancelled') continue
    if (hashSecret(event.secret) === event.commitmentHash) secrets.set(event.commitmentHash, event.secret)
  }
  const created = events.flatMap((event) => {
    if (event.type !== 'created' || over.has(event.vault)) return []
    const { vault, type: _, ...terms } = event
    return isAddressEqual(predictVault({ registry, chainId: chain.chain_id, terms }), vault) ? [{ vault, terms }] : []
  })
  return { from, to, secrets, open: await readOpen(evidence, created) }
}

/** The escrows that are open in the newest block. */
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
 * Reads escrows in the newest block, as a majority of the endpoints shows them, in order; `undefined` where something else stands.
 *
 * @throws TandemError `EVIDENCE_UNAVAILABLE`.
 */
export async function readStates(
  evidence: ChainEvidence,
  vaults: readonly AnyVault[],
): Promise<readonly (VaultFacts | undefined)[]> {
  const { panel, chain } = evidence
  const at = { registry: chain.registry_address as Address, blockTimeMs: chain.block_time_ms ?? 1000 }
  const facts: (VaultFacts | undefined)[] = []
  for (let first = 0; first < vaults.length; first += vaultsAtOnce) {
    const asked = vaults
      .slice(first, first + vaultsAtOnce)
      .map(({ vault, terms }) => ({ vault, terms, depth: { confirmations: 1, tag: null } }))
    facts.push(...(await believe(evidence, askVaults(panel, asked, at))))
  }
  return facts
}
