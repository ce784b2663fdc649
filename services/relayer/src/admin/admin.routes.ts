import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError, pageHeaders } from '@tandem/service-kit'
import { type RequestHandler, Router } from 'express'

export const queuePagePath = '/admin/queues'

export function adminRoutes({ token, queuePage }: { token: string; queuePage: RequestHandler }): Router {
  const router = Router()
  router.use(queuePagePath, requireToken(token), pageHeaders, (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new AppError('METHOD_NOT_ALLOWED', 'the page of the queue is for reading')
    queuePage(req, res, next)
  })
  return router
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** Accepts the operators' token as a bearer token, or as the password of any user. */
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
