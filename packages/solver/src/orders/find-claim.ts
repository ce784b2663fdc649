import { hashSecret } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import type { Client, Hex } from 'viem'
import { askEach } from '../chain/ask-each.ts'
import { readSecret } from '../chain/read-secret.ts'
import { toldSecret } from './look.ts'
import { readSide, type ValueUsd } from './read-account.ts'
import type { Side, Sides } from './sides.ts'

/** The outcome of asking every endpoint for a claim that one denies; `unsure`: an endpoint may only lag. */
export type FoundClaim = { found: 'none' } | { found: 'unsure' } | { found: 'claim'; secret: Hex }

export interface FindClaimDeps {
  logger: Pick<Logger, 'warn'>
  /** Unix milliseconds. */
  now: () => number
}

/**
 * Asks every endpoint, each for itself, whether the source can be claimed: an endpoint that lies that it is settled, or that hides
 * the claim of the destination, would have the solver leave its money. One that shows it is enough: the secret proves itself, and a
 * claim that is not possible fails. It must show it for longer than an honest one is behind. Never throws.
 *
 * @param known the secret, where it is known: the destination is not asked then.
 */
export type FindClaim = (order: Order, sides: Sides, valueUsd: ValueUsd, known?: Hex) => Promise<FoundClaim>

/** An endpoint that is this far behind is believed to tell of now. */
const lagMs = 30_000

export function makeFindClaim({ logger, now }: FindClaimDeps): FindClaim {
  /** Since when endpoints differ about a source. */
  const differing = new Map<string, number>()
  return async (order, sides, valueUsd, known = toldSecret(order, sides.destination)) => {
    const { source, destination } = sides
    const isSeveral = source.chain.endpoints.length > 1 || destination.chain.endpoints.length > 1
    if (!isSeveral) return { found: 'none' }
    const [claimable, secret] = await Promise.all([
      endpointsWithOpen(source, valueUsd, now),
      known ?? publishedSecret(destination, valueUsd, now),
    ])
    if (claimable.length === 0 || secret === undefined) {
      differing.delete(source.vault)
      return { found: 'none' }
    }
    const since = differing.get(source.vault) ?? now()
    differing.set(source.vault, since)
    if (now() - since < lagMs) return { found: 'unsure' }
    const { chain } = source.chain.config
    logger.warn('claim.denied', { order_id: order.order_id, chain, shown_open_by: claimable })
    return { found: 'claim', secret }
  }
}

/** An endpoint may lack so many blocks besides. */
const lagBlocks = 5

/**
 * The endpoints that show a source which can still be claimed. One whose newest block is too old has stopped, and shows it for
 * ever: its age is counted by the newest block of any, or by the own clock where that is earlier, so that neither a chain that
 * stands still nor a clock that is ahead leaves an honest one out.
 */
async function endpointsWithOpen(source: Side, valueUsd: ValueUsd, now: () => number): Promise<string[]> {
  const { asked, told, endpoints } = askEach(source.chain, (client) => readSide(client, source, valueUsd))
  await Promise.all(asked)
  const newest = Math.max(...told.map((seen) => seen?.chainTime ?? 0))
  const lagSecs = (lagMs + lagBlocks * source.chain.config.block_time_ms) / 1000
  const oldest = Math.min(newest, now() / 1000) - lagSecs
  return endpoints.filter((_name, index) => {
    const { latest, chainTime } = told[index] ?? { chainTime: 0 }
    return latest?.state === 'open' && chainTime >= oldest && chainTime < source.terms.cancelAfter
  })
}

/** The secret, from an endpoint that shows the destination's claim. */
async function publishedSecret(destination: Side, valueUsd: ValueUsd, now: () => number): Promise<Hex | undefined> {
  const { chain, vault, terms } = destination
  const read = async (client: Client): Promise<Hex | undefined> => {
    const { latest } = await readSide(client, destination, valueUsd)
    if (latest.state !== 'claimed') return undefined
    const lookBackSecs = Math.max(0, Math.floor(now() / 1000) - terms.cancelAfter) + chain.config.dest_cancel_after_secs
    return readSecret({ client, config: chain.config, registry: chain.registry }, vault, lookBackSecs)
  }
  const { asked, told } = askEach(chain, read)
  await Promise.all(asked)
  return told.find((secret) => secret !== undefined && hashSecret(secret) === terms.commitmentHash)
}
