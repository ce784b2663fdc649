import {
  type ListedMakerWire,
  makerEntrySchema,
  makerIdSchema,
  orderbookAdminDocument,
  orderbookAdminOperations,
  success,
  z,
} from '@tandem/contracts'
import { apiClient, builtOnce, decodeRequest, knownQueryParameters, requireAdmin, unmatched } from '@tandem/service-kit'
import { type Request, Router } from 'express'
import type { ChangeMakers } from '../makers/change-makers.ts'
import type { ListedMaker, MakerRegistry } from '../makers/maker-registry.ts'

export type AdminRoutesDeps = {
  /** SHA-256 in hex. */
  adminKeyHashes: readonly string[]
  registry: Pick<MakerRegistry, 'all'>
  makers: ChangeMakers
  publicUrl: string
}

const makerParams = z.object({ maker_id: makerIdSchema })
/** The key was checked before. */
const byOf = (req: Request): string => apiClient(req) ?? 'unknown'

const adminPath = /^\/admin(\/|$)/i

/** No Ingress routes it; without a key not even its paths answer. */
export function adminRoutes({ adminKeyHashes, registry, makers, publicUrl }: AdminRoutesDeps): Router {
  const document = builtOnce(() => orderbookAdminDocument(publicUrl))
  const router = Router()
  router.use(requireAdmin(adminKeyHashes), knownQueryParameters(orderbookAdminOperations))

  router.get('/admin/openapi.json', (_req, res) => {
    res.json(document())
  })

  router.get('/admin/makers', async (_req, res) => {
    res.json(success({ data: (await registry.all()).map(listedMakerWire) }))
  })

  router.post('/admin/makers', async (req, res) => {
    const { listed, isNew } = await makers.approve(decodeRequest(makerEntrySchema, req.body), byOf(req))
    res.status(isNew ? 201 : 200).json(success(listedMakerWire(listed)))
  })

  router.post('/admin/makers/:maker_id/suspend', async (req, res) => {
    const { maker_id: makerId } = decodeRequest(makerParams, req.params)
    res.json(success(listedMakerWire(await makers.suspend(makerId, byOf(req)))))
  })

  router.post('/admin/makers/:maker_id/resume', async (req, res) => {
    const { maker_id: makerId } = decodeRequest(makerParams, req.params)
    res.json(success(listedMakerWire(await makers.resume(makerId, byOf(req)))))
  })

  router.use(unmatched(orderbookAdminOperations))
  const underAdmin = Router()
  underAdmin.use((req, res, next) => (adminPath.test(req.path) ? router(req, res, next) : next()))
  return underAdmin
}

const listedMakerWire = ({ maker, origin, isSuspended, changed }: ListedMaker): ListedMakerWire => ({
  maker_id: maker.makerId,
  name: maker.name,
  signer: maker.signer,
  endpoint: maker.endpoint,
  addresses: { ...maker.addresses },
  routes: maker.routes === null ? null : [...maker.routes],
  origin,
  status: isSuspended ? 'suspended' : 'approved',
  changed_at: changed?.changedAt.toISOString() ?? null,
  changed_by: changed?.changedBy ?? null,
})
