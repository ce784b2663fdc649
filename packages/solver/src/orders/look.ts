import { type AssetConfig, confirmationDepth, highestWorthUsd } from '@tandem/contracts'
import { hashSecret, hopBridgeAbi, readVaultAtDepth, type VaultAtHead } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import { type Address, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { readCounted } from '../chain/read-counted.ts'
import { readCreatedAt, wasCreatedIn } from '../chain/read-creation.ts'
import { readHeld } from '../chain/read-held.ts'
import { readSecret } from '../chain/read-secret.ts'
import type { Head } from '../chain/read-witnessed-time.ts'
import type { OrderView, SideView } from '../domain/decide.ts'
import type { Ledger } from '../domain/ledger.ts'
import { judgeRefund, type RefundVerdict } from '../domain/refund.ts'
import type { Journal } from '../journal.ts'
import type { Promises } from '../maker/promises.ts'
import type { ProfitOf } from './profit-of.ts'
import { tokenKey } from './promise-funds.ts'
import type { Side, Sides } from './sides.ts'

export interface LookDeps {
  assets: readonly AssetConfig[]
  journal: Pick<Journal, 'fundings' | 'isConsented' | 'since'>
  ledger: Pick<Ledger, 'promised'>
  profitOf: ProfitOf
  /** Firm quotes of this maker; undefined where it signs none, and fills what the orderbook quoted. */
  promises: Pick<Promises, 'covers' | 'keyOf'> | undefined
  /** Told what is held of a token, in base units, whenever it was read. */
  observeInventory: (chain: string, token: Address, held: bigint) => void
  /** Unix milliseconds. */
  now: () => number
}

/** An order as the chains show it now, and the secret where it is public. */
export interface Looked {
  view: OrderView
  secret: Hex | undefined
  /** The block that the destination's latest facts are of. */
  destinationHead: Head
}

/** Reads everything that a decision about an order depends on. @throws viem's errors when a chain cannot be read. */
export type Look = (order: Order, sides: Sides) => Promise<Looked>

export function makeLook({ assets, journal, ledger, profitOf, promises, observeInventory, now }: LookDeps): Look {
  return async (order, { source, destination }) => {
    const valueUsd = highestWorthUsd(assets, order)
    const [sourceView, destinationView] = await Promise.all([
      readSide(source, valueUsd),
      readSide(destination, valueUsd),
    ])
    const secret = await secretOf(order, destination, destinationView.latest.state, now)
    const fillBy = order.fill_by
    const isMissing = destinationView.latest.state === 'missing'
    const isFillOver = isMissing && fillBy !== null && destinationView.chainTime >= fillBy
    const isFundable = isMissing && !isFillOver && sourceView.atDepth.state === 'open'
    const [sourceCreatedAt, free, isBridgeOpen, profitBips, refund] = await Promise.all([
      isFundable && order.initiate_by !== null
        ? readCreatedAt(source.chain, source.vault, order.source_intent.create_block_number)
        : undefined,
      isFundable ? readFree(destination, promises?.keyOf(order)) : 0n,
      isFundable ? readBridge(order, destination) : true,
      isFundable ? profitOf(order, { source, destination }) : undefined,
      isFillOver
        ? readRefund(journal, order, { source, destination }, { sourceView, destinationView, valueUsd })
        : notAsked,
    ])
    const view: OrderView = {
      source: sourceView,
      destination: destinationView,
      isSecretPublic: secret !== undefined,
      inventory: free,
      isBridgeOpen,
      initiateBy: order.initiate_by,
      sourceCreatedAt,
      fillBy,
      now: Math.floor(now() / 1000),
      bar: barOf({ journal, promises }, order, { source, destination }),
      profitBips,
      refund,
    }
    return { view, secret, destinationHead: headOf(destinationView) }
  }

  async function readSide(
    { chain, terms, vault }: Side,
    valueUsd: number | undefined,
  ): Promise<SideView & VaultAtHead> {
    const depth = confirmationDepth(chain.config, valueUsd)
    return { terms, ...(await readVaultAtDepth(chain.client, { registry: chain.registry, vault, terms, ...depth })) }
  }

  /** The unpromised part of our holding of the destination's token, in base units. Asked again when it is promised. */
  async function readFree({ chain, terms, sender }: Side, reserved: string | undefined): Promise<bigint> {
    const held = await readHeld(chain, terms.token, sender)
    observeInventory(chain.config.chain, terms.token, held)
    return held - ledger.promised(tokenKey(chain, terms.token), reserved)
  }
}

const headOf = ({ headNumber, headHash, chainTime }: VaultAtHead): Head => ({
  number: headNumber,
  hash: headHash,
  time: chainTime,
})

const notAsked: RefundVerdict = { verdict: 'no', reason: 'the time to fill is not over' }

const otherDestination = 'another destination was funded against this source'

const isOtherFunded = (fundings: ReturnType<Journal['fundings']>, { vault }: Side): boolean =>
  fundings.some((funding) => !isAddressEqual(funding.vault, vault))

/** Why this solver must not fund the destination, whatever the chains show. */
function barOf(
  { journal, promises }: Pick<LookDeps, 'journal' | 'promises'>,
  order: Order,
  { source, destination }: Sides,
): string | undefined {
  if (journal.isConsented(source.vault)) return 'the source was given back'
  if (isOtherFunded(journal.fundings(source.vault), destination)) return otherDestination
  const isCovered = promises?.covers(order, { source: source.terms, destination: destination.terms }) ?? true
  return isCovered ? undefined : 'it is not what was signed for'
}

/** Whether the source may be given back, by the rule of `domain/refund.ts`. */
async function readRefund(
  journal: LookDeps['journal'],
  order: Order,
  { source, destination }: Sides,
  seen: { sourceView: SideView; destinationView: SideView; valueUsd: number | undefined },
): Promise<RefundVerdict> {
  const fundings = journal.fundings(source.vault)
  if (isOtherFunded(fundings, destination)) return { verdict: 'no', reason: otherDestination }
  const [counted, isHistoryComplete] = await Promise.all([
    readCounted(destination.chain.client, confirmationDepth(destination.chain.config, seen.valueUsd)),
    wasCreatedSince(journal, source, order.source_intent.create_block_number),
  ])
  return judgeRefund({
    source: seen.sourceView.latest,
    destination: { latest: seen.destinationView.latest, atDepth: seen.destinationView.atDepth, ...counted },
    fillBy: order.fill_by,
    highestFundingNonce: fundings.length === 0 ? undefined : Math.max(...fundings.map(({ nonce }) => nonce)),
    isHistoryComplete,
  })
}

/** Whether the source came on chain after the journal began, by the registry's event in the block that is named. */
async function wasCreatedSince(
  journal: Pick<Journal, 'since'>,
  { chain, vault }: Side,
  block: number | null,
): Promise<boolean> {
  const since = journal.since(chain.config.chain)
  if (block === null || since === undefined || BigInt(block) <= since) return false
  return wasCreatedIn(chain, vault, BigInt(block))
}

/** Whether the bridge of a hop is the one that we know, and takes the tokens now; true on a direct order. */
async function readBridge(order: Order, { chain, terms }: Side): Promise<boolean> {
  if (terms.hopBridge === zeroAddress) return true
  const { hop_bridge_address: known } = chain.config
  const { hop_dest_blockchain_id: destination } = order.destination_intent
  if (known === null || destination === null || !isAddressEqual(known as Address, terms.hopBridge)) return false
  return chain.client.readContract({
    address: terms.hopBridge,
    abi: hopBridgeAbi,
    functionName: 'isRouteOpen',
    args: [terms.token, destination as Hex],
  })
}

async function secretOf(
  order: Order,
  { chain, terms, vault }: Side,
  state: string,
  now: () => number,
): Promise<Hex | undefined> {
  const { commitment } = order.destination_intent
  const { commitmentHash, cancelAfter } = terms
  if (commitment !== null && hashSecret(commitment as Hex) === commitmentHash) return commitment as Hex
  if (state !== 'claimed') return undefined
  const lookBackSecs = Math.max(0, Math.floor(now() / 1000) - cancelAfter) + chain.config.dest_cancel_after_secs
  const secret = await readSecret(chain, vault, lookBackSecs)
  return secret !== undefined && hashSecret(secret) === commitmentHash ? secret : undefined
}
