import { type EnrolMakerWire, isEnrolmentSignedBy, type MakerEntryWire, type Network } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import type { Clock } from '../usecases/ports.ts'
import type { ChangeMakersDeps } from './change-makers.ts'
import type { Enrolment, Maker } from './domain/maker.ts'
import { entryProblems, makerOf } from './maker-file.ts'
import type { ListedMaker, MakerRegistry } from './maker-registry.ts'
import type { MakerListings } from './ports.ts'

export interface EnrolMakerDeps {
  policy: Enrolment
  /** The public URL that enrolments are signed for. */
  orderbook: string
  listings: Pick<MakerListings, 'enrol'>
  registry: Pick<MakerRegistry, 'all' | 'forget'>
  network: Network
  endpointProblem: ChangeMakersDeps['endpointProblem']
  /** Why its answer to a request for a quote is no good one. */
  tryMaker: (maker: Maker) => Promise<string | undefined>
  onChanged: ChangeMakersDeps['onChanged']
  now: Clock
}

/**
 * @param network where the request came from.
 * @param beforeAsking its failure keeps the endpoint from being asked.
 * @throws AppError ENROLMENT_CLOSED, ENROLMENT_REFUSED, INVALID_REQUEST, MAKER_EXISTS.
 */
export type EnrolMaker = (
  request: EnrolMakerWire,
  network: string,
  beforeAsking: () => Promise<void>,
) => Promise<{ listed: ListedMaker; isNew: boolean }>

export const openPrefix = 'open-'

/** By its key, so that no maker can take a name, or a record, of another. */
const makerIdOf = (signer: string): string => `${openPrefix}${signer.slice(2, 29).toLowerCase()}`

const refused = (why: string) => new AppError('ENROLMENT_REFUSED', why, { retryAfterSecs: 3_600 })
const noPlace = {
  network_full: 'Makers enrolled from your network hold all the places that one network may have.',
  full: 'All places of makers that enrol themselves are taken by ones that had an order within a day.',
} as const

export function makeEnrolMaker(deps: EnrolMakerDeps): EnrolMaker {
  const { policy, orderbook, listings, registry, now } = deps
  return async ({ signature, ...enrolment }, network, beforeAsking) => {
    if (policy !== 'open')
      throw new AppError('ENROLMENT_CLOSED', 'This orderbook takes only makers that its operator approves.')
    const entry: MakerEntryWire = { ...enrolment, maker_id: makerIdOf(enrolment.signer) }
    const problems = entryProblems(entry, deps.network, deps.endpointProblem)
    if (problems.length > 0) throw new AppError('INVALID_REQUEST', problems.join('; '))
    if (!(await isEnrolmentSignedBy(entry.signer, { orderbook, enrolment, signature })))
      throw new AppError('INVALID_REQUEST', `signature: is not by ${entry.signer} over this enrolment at ${orderbook}`)
    refuseApproved(await registry.all(), entry)
    await beforeAsking()
    const problem = await deps.tryMaker(makerOf(entry, 'open'))
    if (problem !== undefined) throw refused(`The endpoint gave no good quote in the trial: ${problem}.`)
    const outcome = await listings.enrol(entry, network, new Date(now()))
    if (outcome === 'network_full' || outcome === 'full') throw refused(noPlace[outcome])
    registry.forget()
    deps.onChanged(outcome, entry.maker_id, 'itself')
    const listed = (await registry.all()).find(({ maker }) => maker.makerId === entry.maker_id)
    if (listed === undefined) throw refused(noPlace.full)
    return { listed, isNew: outcome === 'enrolled' }
  }
}

function refuseApproved(listed: readonly ListedMaker[], { signer }: MakerEntryWire): void {
  const same = listed.find(({ maker }) => maker.signer.toLowerCase() === signer.toLowerCase())
  if (same !== undefined && same.origin !== 'open')
    throw new AppError('MAKER_EXISTS', 'The operator has approved a maker with this signing key.')
}
