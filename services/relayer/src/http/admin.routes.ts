import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '@tandem/service-kit'
import { type RequestHandler, Router } from 'express'

export const queuePagePath = '/admin/queues'

/** `queuePage`: nothing where the queue has none. */
export function adminRoutes({ token, queuePage }: { token: string; queuePage: RequestHandler | undefined }): Router {
  const router = Router()
  router.use(queuePagePath, requireToken(token), (req, res, next) => {
    if (queuePage === undefined)
      throw new AppError('NOT_FOUND', 'there is no page of the queue: it is on PostgreSQL, without REDIS_URL')
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new AppError('METHOD_NOT_ALLOWED', 'the page of the queue is for reading')
    queuePage(req, res, next)
  })
  return router
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** As a bearer, or as the password of any user. */
function requireToken(token: string): RequestHandler {
  const expected = sha256(token)
  return (req, res, next) => {
    const given = credentialOf(req.get('authorization') ?? '')
    if (given === undefined || !timingSafeEqual(sha256(given), expected)) {
      res.set('WWW-Authenticate', 'Basic realm="operators", charset="UTF-8"')
      throw new AppError('UNAUTHORIZED', 'the operators’ token is missing or wrong')
    }
    res.set('Cache-Control', 'no-store')
    next()
  }
}

function credentialOf(header: string): string | undefined {
  const [, scheme = '', value = ''] = /^(\S+) (\S+)$/.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return undefined
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(value, 'base64').toString()) ?? []
  return password
}
