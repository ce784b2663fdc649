import { escrowEventTopics, type VaultView } from '@tandem/escrow'
import { type Address, type Hex, pad } from 'viem'
import { lowerHex } from '../proof/lower-hex.ts'

/** What a transaction did to a vault. A claim that was bridged on is a claim. */
type VaultStep = 'created' | 'claimed' | 'cancelled'

/** The steps by event, in the order in which the registry logs them. */
const stepsOfTopics: readonly VaultStep[] = ['created', 'claimed', 'claimed', 'cancelled']

/** A transaction's receipt, or a log as if it were one, together with the block that stands at its height now. */
export interface Shown {
  readonly isSuccess: boolean
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /**
   * The hash of the block at that height now. When it differs from `blockHash`, a reorganization took the receipt's
   * block away.
   */
  readonly canonicalHash: Hex
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[]
}

/** What {@link viewAtDepth} decides from. */
export interface AtDepthFacts {
  readonly registry: Address
  readonly vault: Address
  /** In base units. The registry creates no vault that holds less. */
  readonly amount: bigint
  /** The vault in the head's state. */
  readonly latest: VaultView
  readonly headNumber: bigint
  /** The highest block whose facts count. */
  readonly counted: bigint
  /** What a majority of the endpoints shows. */
  readonly shown: readonly Shown[]
}

export type AtDepth = { readonly view: VaultView } | { readonly unknown: string }

/**
 * The vault's state in the counted block, without that block's state: by what the pinned registry logged, and by the
 * vault's state at the head. docs/belief.md says why this is as safe. Pure; the test beside it has a row for each lie.
 *
 * A vault can only be created, and then settled, each once. So an event that is deep enough still holds, an event above
 * the counted block had not happened there, and a vault that is missing at the head was never created. That nothing was
 * found proves nothing: then the answer is `unknown`.
 */
export function viewAtDepth(facts: AtDepthFacts): AtDepth {
  const { latest, counted, amount } = facts
  if (latest.state === 'missing' || !latest.hasTerms) return { view: latest }
  const steps = stepsOf(facts)
  const created = steps.filter(({ step }) => step === 'created')
  const settled = steps.filter(({ step }) => step !== 'created')
  const expected = latest.state === 'open' ? [] : [latest.state]
  if (created.length > 1 || settled.length > 1 || settled.some(({ step }) => !expected.includes(step as never)))
    return { unknown: 'the chain changed while the vault was read' }
  const [[creation], [settlement]] = [created, settled]
  if (latest.state !== 'open' && settlement === undefined)
    return { unknown: `the transaction that ${latest.state === 'claimed' ? 'claimed' : 'cancelled'} it was not found` }
  if (settlement !== undefined && settlement.block <= counted) return { view: latest }
  if (creation === undefined) return { unknown: 'the transaction that created it was not found' }
  if (creation.block > counted) return { view: { state: 'missing' } }
  // While a vault is open, nobody can move its money. What a settled one held is known by its amount alone.
  return { view: latest.state === 'open' ? latest : { state: 'open', hasTerms: true, balance: amount } }
}

/** The vault's steps up to the head. Each is counted once, because a receipt and a log may show the same one. */
function stepsOf({ registry, vault, headNumber, shown }: AtDepthFacts): { step: VaultStep; block: bigint }[] {
  const steps = shown.flatMap(({ isSuccess, blockNumber, blockHash, canonicalHash, logs }) => {
    const counts = isSuccess && blockHash === canonicalHash && blockNumber <= headNumber
    return counts
      ? logs.flatMap((log) => stepOf(log, { registry, vault }) ?? []).map((step) => ({ step, block: blockNumber }))
      : []
  })
  return steps.filter(
    (one, index) => steps.findIndex(({ step, block }) => step === one.step && block === one.block) === index,
  )
}

/** What the registry's log says of the vault; `undefined` for a log of another contract, or of another vault. */
export function stepOf(
  { address, topics }: Shown['logs'][number],
  { registry, vault }: { registry: Address; vault: Address },
): VaultStep | undefined {
  const [kind, named] = topics.map(lowerHex)
  if (lowerHex(address) !== lowerHex(registry) || named !== lowerHex(pad(vault))) return undefined
  return kind && stepsOfTopics[escrowEventTopics.indexOf(kind)]
}
