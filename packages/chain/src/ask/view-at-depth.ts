import { escrowEventTopics, type VaultView } from '@tandem/escrow'
import { type Address, type Hex, pad } from 'viem'
import { lowerHex } from '../proof/lower-hex.ts'

/** What a transaction did to a vault. A claim over a bridge counts as a claim. */
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
  /** The newest block whose facts count as confirmed. */
  readonly counted: bigint
  /** The receipts and logs that a majority of the endpoints returned. */
  readonly shown: readonly Shown[]
}

export type AtDepth = { readonly view: VaultView } | { readonly unknown: string }

/**
 * The vault's state in the newest confirmed block, when no endpoint keeps that block's state. It is derived from what
 * the registry logged and from the vault's state at the head. docs/belief.md says why this is as safe. Pure; the test
 * beside it has a row for each lie.
 *
 * A vault is created once, and settled once. So an event that is deep enough still holds; an event above the confirmed
 * block had not happened there; and a vault that is missing at the head was never created. Finding no event proves
 * nothing: then the answer is `unknown`.
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
  // While a vault is open, nobody can take money out of it, so what the head shows may be used. Of a vault that was
  // settled since then, only the amount is known.
  return { view: latest.state === 'open' ? latest : { state: 'open', hasTerms: true, balance: amount } }
}

/**
 * What happened to the vault up to the head. Each step is counted once, because a receipt and a log may show the same
 * one.
 */
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
