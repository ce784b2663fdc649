import { highestWorthUsd } from '@tandem/contracts'
import type { Order } from '@tandem/sdk'
import type { Logger } from '@tandem/service-kit'
import type { Client } from 'viem'
import { type Answers, askEach, leastOf, untilEnough } from '../chain/ask-each.ts'
import { isBorneOut } from '../domain/borne-out.ts'
import { type Decision, decide } from '../domain/decide.ts'
import type { Journal } from '../journal.ts'
import type { Judged } from './judge.ts'
import { toldSecret } from './look.ts'
import { policyFor, type SolverPolicy, withListing } from './policy-for.ts'
import { readBinding, readDestinationCounted, readSide, wasCreatedSince } from './read-account.ts'
import { makeReadMeans, noMeans, type ReadMeansDeps, readBridge } from './read-means.ts'
import type { Sides } from './sides.ts'
import { type DestinationAccount, makeViewOf, type SourceAccount, type ViewDeps } from './view-of.ts'

/** Actions that lose money where their ground is false: two endpoints of each chain must show it. */
export type WitnessedAction = 'fund_destination' | 'refund_source'

export const needsWitness = (action: Decision['do']): action is WitnessedAction =>
  action === 'fund_destination' || action === 'refund_source'

/** Whether an endpoint shows the ground of an action; `silent`: it did not answer. */
export type Vote = 'agrees' | 'differs' | 'silent'

export type WitnessDeps = ViewDeps &
  ReadMeansDeps & {
    policy: SolverPolicy
    journal: Pick<Journal, 'since'>
    logger: Pick<Logger, 'warn'>
    /** Told what each endpoint showed, whenever an action was held against several. */
    observeVote: (chain: string, endpoint: string, vote: Vote) => void
  }

/**
 * Decides again, by what each endpoint shows by itself: for the action only where two endpoints of each chain bear it out. A
 * chain with one endpoint is believed by that one.
 *
 * @returns the decision; to wait, while one endpoint alone shows the ground.
 * @throws viem's errors when no endpoint of a chain can be read.
 */
export type Witness = (order: Order, sides: Sides, action: WitnessedAction) => Promise<Judged>

/** Orders are looked at with every block: the log says it once in so long for each pair of chains. */
const saidMs = 60_000

export function makeWitness(deps: WitnessDeps): Witness {
  const { assets, policy, observeVote, logger, now } = deps
  const readMeans = makeReadMeans(deps)
  const viewOf = makeViewOf(deps)
  const saidAt = new Map<string, number>()

  return async (order, sides, action) => {
    const rules = policyFor(sides, policy, highestWorthUsd(assets, order))
    const isSecretPublic = toldSecret(order, sides.destination) !== undefined
    const { sources, destinations } = askChains(deps, order, sides, action)
    let means = noMeans
    let areMeansKnown = action === 'refund_source'
    const readingMeans = areMeansKnown
      ? Promise.resolve()
      : readMeans(order, sides).then((read) => {
          means = read
          areMeansKnown = true
        })
    const decideBy = (source: SourceAccount, destination: DestinationAccount): Decision => {
      const view = viewOf(order, sides, { source, destination, means, isSecretPublic })
      return decide(withListing(view, order, policy), rules)
    }
    const count = () => countVotes(sides, { sources, destinations }, { action, decideBy })
    const asked = [...sources.asked, ...destinations.asked, readingMeans.catch(() => undefined)]
    await untilEnough(asked, () => areMeansKnown && count().isBorneOut)
    await readingMeans
    sources.expectOne()
    destinations.expectOne()
    const { votes, isBorneOut: isDecided, otherwise } = count()
    if (otherwise !== undefined) return { decision: otherwise, secret: undefined, endpoints: undefined }
    for (const { chain, endpoint, vote } of votes) observeVote(chain, endpoint, vote)
    void Promise.all(asked).then(() => {
      // A third endpoint is not waited for; that it hangs, or differs, is told all the same.
      const late = count().votes.filter((one) => !votes.some((other) => isSame(one, other)))
      for (const { chain, endpoint, vote } of late) observeVote(chain, endpoint, vote)
    })
    if (isDecided) return { decision: { do: action }, secret: undefined, endpoints: undefined }
    const endpoints = votes.map(({ says }) => says).join(', ')
    const chains = [sides.source, sides.destination].map(({ chain }) => chain.config.chain)
    if (now() - (saidAt.get(String(chains)) ?? Number.NEGATIVE_INFINITY) >= saidMs) {
      saidAt.set(String(chains), now())
      logger.warn('decision.unwitnessed', { order_id: order.order_id, action, chains, endpoints })
    }
    return { decision: { do: 'wait', reason: 'for a second endpoint to show the same' }, secret: undefined, endpoints }
  }
}

/** Asks every endpoint of both chains what the action depends on. */
function askChains(
  { assets, journal }: Pick<WitnessDeps, 'assets' | 'journal'>,
  order: Order,
  { source, destination }: Sides,
  action: WitnessedAction,
) {
  const valueUsd = highestWorthUsd(assets, order)
  const isRefund = action === 'refund_source'
  const readSource = async (client: Client): Promise<SourceAccount> => {
    const [seen, createdAt, isHistoryComplete] = await Promise.all([
      readSide(client, source, valueUsd),
      isRefund ? undefined : readBinding(client, order, source),
      isRefund && wasCreatedSince(client, journal, source, order.source_intent.create_block_number),
    ])
    return { seen, createdAt, isHistoryComplete }
  }
  const readDestination = async (client: Client): Promise<DestinationAccount> => {
    const [seen, counted, isBridgeOpen] = await Promise.all([
      readSide(client, destination, valueUsd),
      isRefund ? readDestinationCounted(client, destination, valueUsd) : undefined,
      isRefund ? undefined : readBridge(client, order, destination),
    ])
    return { seen, counted, isBridgeOpen }
  }
  return { sources: askEach(source.chain, readSource), destinations: askEach(destination.chain, readDestination) }
}

interface Told {
  chain: string
  endpoint: string
  vote: Vote
  /** For people: which endpoint says what. */
  says: string
}

const isSame = (one: Pick<Told, 'chain' | 'endpoint'>, other: Pick<Told, 'chain' | 'endpoint'>): boolean =>
  one.chain === other.chain && one.endpoint === other.endpoint

interface Count {
  isBorneOut: boolean
  votes: Told[]
  /** The decision by the first endpoints, where none shows a ground for the action. */
  otherwise: Decision | undefined
}

/** Holds the accounts of the source's endpoints against those of the destination's, each against each. */
function countVotes(
  sides: Sides,
  { sources, destinations }: { sources: Answers<SourceAccount>; destinations: Answers<DestinationAccount> },
  { action, decideBy }: { action: WitnessedAction; decideBy: (s: SourceAccount, d: DestinationAccount) => Decision },
): Count {
  const decisions = sources.told.map((source) =>
    destinations.told.map((destination) => source && destination && decideBy(source, destination)),
  )
  const table = decisions.map((row) => row.map((decision) => decision?.do === action))
  const row = table.findIndex((says) => says.includes(true))
  const column = table[row]?.indexOf(true) ?? -1
  if (row === -1) return { isBorneOut: false, votes: [], otherwise: decisions.flat().find((one) => one !== undefined) }
  const columnOf = (index: number) => table.map((says) => says[index] === true)
  return {
    isBorneOut: isBorneOut(table, { rows: leastOf(sides.source.chain), columns: leastOf(sides.destination.chain) }),
    votes: [
      ...votesOf(sides.source.chain.config.chain, sources, (index) => ({
        agrees: table[index]?.includes(true) === true,
        decision: decisions[index]?.[column],
      })),
      ...votesOf(sides.destination.chain.config.chain, destinations, (index) => ({
        agrees: columnOf(index).includes(true),
        decision: decisions[row]?.[index],
      })),
    ],
    otherwise: undefined,
  }
}

/** The votes of those that have answered, or failed to. */
function votesOf(
  chain: string,
  { endpoints, told, hasFailed }: Answers<unknown>,
  showing: (index: number) => { agrees: boolean; decision: Decision | undefined },
): Told[] {
  // The word of a single one is not held against anything.
  if (endpoints.length === 1) return []
  return endpoints.flatMap((endpoint, index): Told[] => {
    if (hasFailed(index)) return [{ chain, endpoint, vote: 'silent', says: `${endpoint} of ${chain} does not answer` }]
    if (told[index] === undefined) return []
    const { agrees, decision } = showing(index)
    if (agrees) return [{ chain, endpoint, vote: 'agrees', says: `${endpoint} of ${chain} shows it` }]
    const reason = decision === undefined ? '' : 'reason' in decision ? decision.reason : decision.do
    return [{ chain, endpoint, vote: 'differs', says: `${endpoint} of ${chain} does not: ${reason}` }]
  })
}
