import { type MakerDayWire, type MakerWire, success } from '@tandem/contracts'
import { inBackground, ttlCache } from '@tandem/service-kit'
import { Router } from 'express'
import type { Clock } from '../ports.ts'
import type { Cooldowns } from './cooldowns.ts'
import type { Maker } from './domain/maker.ts'
import type { MakersList } from './makers-file.ts'
import type { MakerEvents } from './ports.ts'

export type MakerRoutesDeps = {
  listed: () => MakersList
  cooldowns: Pick<Cooldowns, 'read'>
  events: Pick<MakerEvents, 'days'>
  now: Clock
}

/** The counters are public and count every order of thirty days, so their computation is kept for this long. */
const daysKeptMs = 30_000

export function makerRoutes({ listed, cooldowns, events, now }: MakerRoutesDeps): Router {
  const router = Router()
  const readDays = ttlCache(daysKeptMs, (makerIds: string) => inBackground(() => events.days(makerIds.split(','))))

  router.get('/makers', async (_req, res) => {
    const makers = listed().makers.filter(({ isSuspended }) => !isSuspended)
    const [days, untilOf] = await Promise.all([
      readDays(makers.map(({ makerId }) => makerId).join(',')),
      cooldowns.read(),
    ])
    const data = makers.map((maker) => {
      const until = untilOf.get(maker.makerId) ?? 0
      return makerWire(maker, days.get(maker.makerId) ?? [], until * 1000 > now() ? until : null)
    })
    res.json(success({ data }))
  })

  return router
}

/** @param benchedUntil when the cooldown ends, in unix seconds. */
const makerWire = (maker: Maker, days: readonly MakerDayWire[], benchedUntil: number | null): MakerWire => ({
  maker_id: maker.makerId,
  name: maker.name,
  signer: maker.signer,
  addresses: { ...maker.addresses },
  days: [...days],
  benched_until: benchedUntil === null ? null : new Date(benchedUntil * 1000).toISOString(),
})
