import {
  DEFAULT_PAGE_LIMIT,
  type MakerRecordWire,
  type MakerWire,
  makerIdSchema,
  makerOutcome,
  makerRecord,
  makerRecordQuerySchema,
  success,
  z,
} from '@tandem/contracts'
import { AppError, decodeRequest, ttlCache } from '@tandem/service-kit'
import { Router } from 'express'
import type { Maker } from '../makers/domain/maker.ts'
import type { MakersList } from '../makers/makers-file.ts'
import type { MakerFactReader, MakerFaults, Standing, Standings } from '../makers/ports.ts'
import type { Clock } from '../usecases/ports.ts'

export type MakerRoutesDeps = {
  listed: () => MakersList
  standings: Standings
  facts: MakerFactReader
  faults: Pick<MakerFaults, 'ofMaker'>
  now: Clock
}

/** A record is large, and open to everybody. */
const recordKeptMs = 30_000

const makerParams = z.object({ maker_id: makerIdSchema })

export function makerRoutes(deps: MakerRoutesDeps): Router {
  const { listed, standings, facts, faults, now } = deps
  const router = Router()
  const readRecord = ttlCache(recordKeptMs, (makerId: string) => recordOf({ facts, faults, now }, makerId))

  router.get('/makers', async (_req, res) => {
    const makers = listed().makers.filter(({ isSuspended }) => !isSuspended)
    const data = await Promise.all(makers.map(async (maker) => makerWire(maker, await standings.of(maker.makerId))))
    res.json(success({ data }))
  })

  router.get('/makers/:maker_id/record', async (req, res) => {
    const { maker_id: makerId } = decodeRequest(makerParams, req.params)
    // A suspended maker's record stays open.
    if (!listed().makers.some((maker) => maker.makerId === makerId))
      throw new AppError('MAKER_NOT_FOUND', 'No maker has this name.')
    const { limit = DEFAULT_PAGE_LIMIT, cursor } = decodeRequest(makerRecordQuerySchema, req.query)
    const record = await readRecord(makerId)
    const after = record.evidence.findIndex(({ order_id }) => order_id === cursor)
    if (cursor !== undefined && after === -1)
      throw new AppError('INVALID_CURSOR', 'The cursor is not of this record; start without one.')
    const evidence = record.evidence.slice(after + 1, after + 1 + limit)
    const isLast = after + 1 + limit >= record.evidence.length
    const wire: MakerRecordWire = {
      ...record,
      evidence,
      next_cursor: isLast ? null : (evidence.at(-1)?.order_id ?? null),
    }
    res.json(success(wire))
  })

  return router
}

async function recordOf(
  { facts, faults, now }: Pick<MakerRoutesDeps, 'facts' | 'faults' | 'now'>,
  makerId: string,
): Promise<Omit<MakerRecordWire, 'next_cursor'>> {
  const [{ facts: found, countedTo, accepted }, ofFaults] = await Promise.all([
    facts.ofMaker(makerId),
    faults.ofMaker(makerId),
  ])
  const at = Math.floor(now() / 1000)
  const record = makerRecord(found, ofFaults, { countedTo, at })
  return {
    maker_id: makerId,
    computed_at: at,
    counted_to: countedTo,
    fills: record.fills,
    fades: record.fades,
    pending: record.pending,
    asked: record.refused + accepted,
    refused: record.refused,
    strikes: record.strikes,
    benched_until: record.benchedUntil,
    faults: ofFaults,
    evidence: found.map((fact) => ({ ...fact, outcome: makerOutcome(fact, countedTo) })),
  }
}

const makerWire = (maker: Maker, standing: Standing): MakerWire => ({
  maker_id: maker.makerId,
  name: maker.name,
  signer: maker.signer,
  addresses: { ...maker.addresses },
  fills: standing.fills,
  fades: standing.fades,
  asked: standing.asked,
  refused: standing.refused,
  benched_until: standing.benchedUntil === null ? null : new Date(standing.benchedUntil * 1000).toISOString(),
})
