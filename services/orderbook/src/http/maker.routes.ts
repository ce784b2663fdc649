import {
  type MakerRecordWire,
  type MakerWire,
  makerIdSchema,
  makerOutcome,
  makerRecord,
  success,
  z,
} from '@tandem/contracts'
import { AppError, decodeRequest } from '@tandem/service-kit'
import { Router } from 'express'
import type { Maker } from '../makers/domain/maker.ts'
import type { MakerRegistry } from '../makers/maker-registry.ts'
import type { Standing, Standings } from '../makers/ports.ts'
import type { MakerFactReader } from '../makers/standings.ts'
import type { Clock } from '../usecases/ports.ts'

export type MakerRoutesDeps = {
  registry: Pick<MakerRegistry, 'all' | 'approved'>
  standings: Standings
  facts: MakerFactReader
  now: Clock
}

const makerParams = z.object({ maker_id: makerIdSchema })

/** The makers and their records, open to every client. */
export function makerRoutes({ registry, standings, facts, now }: MakerRoutesDeps): Router {
  const router = Router()

  router.get('/makers', async (_req, res) => {
    const makers = await registry.approved()
    const data = await Promise.all(makers.map(async (maker) => makerWire(maker, await standings.of(maker.makerId))))
    res.json(success({ data }))
  })

  router.get('/makers/:maker_id/record', async (req, res) => {
    const { maker_id: makerId } = decodeRequest(makerParams, req.params)
    // The record of a suspended maker stays open to everybody.
    if (!(await registry.all()).some(({ maker }) => maker.makerId === makerId))
      throw new AppError('MAKER_NOT_FOUND', 'No maker has this name.')
    const { facts: found, countedTo } = await facts.ofMaker(makerId)
    const at = Math.floor(now() / 1000)
    const record = makerRecord(found, { countedTo, at })
    const wire: MakerRecordWire = {
      maker_id: makerId,
      computed_at: at,
      counted_to: countedTo,
      fills: record.fills,
      fades: record.fades,
      pending: record.pending,
      strikes: record.strikes,
      benched_until: record.benchedUntil,
      evidence: found.map((fact) => ({ ...fact, outcome: makerOutcome(fact, countedTo) })),
    }
    res.json(success(wire))
  })

  return router
}

const makerWire = (maker: Maker, { fills, fades, benchedUntil }: Standing): MakerWire => ({
  maker_id: maker.makerId,
  name: maker.name,
  signer: maker.signer,
  addresses: { ...maker.addresses },
  fills,
  fades,
  benched_until: benchedUntil === null ? null : new Date(benchedUntil * 1000).toISOString(),
})
