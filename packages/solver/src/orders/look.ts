import { highestWorthUsd } from '@tandem/contracts'
import { hashSecret, type VaultAtHead } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Hex } from 'viem'
import { readSecret } from '../chain/read-secret.ts'
import type { Head } from '../chain/read-witnessed-time.ts'
import type { OrderView } from '../domain/decide.ts'
import type { Journal } from '../journal.ts'
import { readBinding, readDestinationCounted, readSide, wasCreatedSince } from './read-account.ts'
import { makeReadMeans, noMeans, type ReadMeansDeps } from './read-means.ts'
import type { Side, Sides } from './sides.ts'
import { makeViewOf, type ViewDeps } from './view-of.ts'

export type LookDeps = ViewDeps &
  ReadMeansDeps & {
    journal: Pick<Journal, 'since'>
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

/** Each chain is asked by its client, which asks its endpoints in order. */
export function makeLook(deps: LookDeps): Look {
  const { assets, journal, now } = deps
  const readMeans = makeReadMeans(deps)
  const viewOf = makeViewOf(deps)
  return async (order, sides) => {
    const { source, destination } = sides
    const valueUsd = highestWorthUsd(assets, order)
    const [fromSource, fromDestination] = [source.chain.client, destination.chain.client]
    const [sourceSeen, destinationSeen] = await Promise.all([
      readSide(fromSource, source, valueUsd),
      readSide(fromDestination, destination, valueUsd),
    ])
    const secret = await secretOf(order, destination, destinationSeen.latest.state, now)
    const fillBy = order.fill_by
    const isMissing = destinationSeen.latest.state === 'missing'
    const isFillOver = isMissing && fillBy !== null && destinationSeen.chainTime >= fillBy
    const isFundable = isMissing && !isFillOver && sourceSeen.atDepth.state === 'open'
    const [createdAt, means, counted, isHistoryComplete] = await Promise.all([
      isFundable ? readBinding(fromSource, order, source) : undefined,
      isFundable ? readMeans(order, sides) : noMeans,
      isFillOver ? readDestinationCounted(fromDestination, destination, valueUsd) : undefined,
      isFillOver && wasCreatedSince(fromSource, journal, source, order.source_intent.create_block_number),
    ])
    const view = viewOf(order, sides, {
      source: { seen: sourceSeen, createdAt, isHistoryComplete },
      destination: { seen: destinationSeen, counted, isBridgeOpen: undefined },
      means,
      isSecretPublic: secret !== undefined,
    })
    return { view, secret, destinationHead: headOf(destinationSeen) }
  }
}

const headOf = ({ headNumber, headHash, chainTime }: VaultAtHead): Head => ({
  number: headNumber,
  hash: headHash,
  time: chainTime,
})

/** The secret that the orderbook tells of; `undefined` when it tells of none that opens the escrows. */
export function toldSecret({ destination_intent }: Order, { terms }: Side): Hex | undefined {
  const commitment = destination_intent.commitment as Hex | null
  return commitment !== null && hashSecret(commitment) === terms.commitmentHash ? commitment : undefined
}

async function secretOf(order: Order, side: Side, state: string, now: () => number): Promise<Hex | undefined> {
  const { chain, terms, vault } = side
  const told = toldSecret(order, side)
  if (told !== undefined || state !== 'claimed') return told
  const lookBackSecs = Math.max(0, Math.floor(now() / 1000) - terms.cancelAfter) + chain.config.dest_cancel_after_secs
  const secret = await readSecret(chain, vault, lookBackSecs)
  return secret !== undefined && hashSecret(secret) === terms.commitmentHash ? secret : undefined
}
