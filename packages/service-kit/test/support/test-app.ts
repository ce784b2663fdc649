import { PassThrough } from 'node:stream'
import { buildDocument, success, z } from '@tandem/contracts'
import { Router } from 'express'
import { type AppOptions, createApp } from '../../src/app.ts'
import { decodeRequest } from '../../src/decode-request.ts'
import { createLifecycle } from '../../src/lifecycle.ts'
import { createLogger } from '../../src/logger.ts'
import { createRegistry } from '../../src/metrics.ts'

const bodySchema = z.strictObject({ name: z.string().min(1), nested: z.object({ amount: z.string() }).optional() })

const operations = [
  { method: 'get', path: '/facts/{fact_id}' },
  { method: 'post', path: '/facts' },
].map(({ method, path }) => ({
  method: method as 'get' | 'post',
  path,
  operationId: `${method}Fact`,
  tag: 'facts',
  summary: 'A fact',
  success: { 200: { description: 'A fact', schema: z.object({}), envelope: true } },
  errors: [],
}))

const document = () =>
  buildDocument(
    { title: 'Test service', version: '1.0.0', description: 'A test.', serverUrl: 'http://127.0.0.1', tags: [] },
    operations,
  )

/** A small service with one resource, and everything it logged. */
export function testApp(over: Partial<AppOptions> = {}) {
  const stream = new PassThrough()
  const written: string[] = []
  stream.on('data', (chunk) => written.push(String(chunk)))
  const logger = createLogger({ service: 'test', level: 'debug', format: 'json', stream })
  const lifecycle = createLifecycle(logger)
  const created: string[] = []

  const routes = Router()
  routes.get('/facts/:factId', (req, res) => {
    res.json(success({ fact_id: req.params.factId }))
  })
  routes.post('/facts', (req, res) => {
    const { name } = decodeRequest(bodySchema, req.body)
    created.push(name)
    res
      .status(201)
      .location(`/facts/${created.length}`)
      .json(success({ fact_id: String(created.length) }))
  })

  const app = createApp({
    service: 'test',
    logger,
    registry: createRegistry('test'),
    lifecycle,
    operations,
    document,
    routes: [...(over.routes ?? []), routes],
    health: () => 'Online',
    checks: {},
    apiKeyHashes: [],
    rateLimitPerMinute: 0,
    trustProxy: 0,
    ...Object.fromEntries(Object.entries(over).filter(([key]) => key !== 'routes')),
  })
  return { app, created, lifecycle, logs: () => written.join('') }
}
