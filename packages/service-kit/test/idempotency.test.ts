import { describe, expect, it } from '@jest/globals'
import { success } from '@tandem/contracts'
import { Router } from 'express'
import request from 'supertest'
import { AppError } from '../src/index.ts'
import { memoryIdempotencyStore } from '../src/testing.ts'
import { gate } from './support/gate.ts'
import { testApp } from './support/test-app.ts'

const withStore = (routes: Router[] = []) => testApp({ idempotencyStore: memoryIdempotencyStore(Date.now), routes })

describe('Idempotency-Key', () => {
  it('replays the stored answer and does nothing again', async () => {
    const { app, created } = withStore()
    const post = () => request(app).post('/facts').set('Idempotency-Key', 'key-1').send({ name: 'a' })
    const [first, second] = [await post(), await post()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.get('location')).toBe(first.get('location'))
    expect([first.get('idempotency-replayed'), second.get('idempotency-replayed')]).toEqual([undefined, 'true'])
    expect(created).toEqual(['a'])
  })

  it('stands for one body only', async () => {
    const { app, created } = withStore()
    await request(app).post('/facts').set('Idempotency-Key', 'key-1').send({ name: 'a' })
    const res = await request(app).post('/facts').set('Idempotency-Key', 'key-1').send({ name: 'b' })
    expect([res.status, res.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
    expect(created).toEqual(['a'])
  })

  it('is not used up by a body that failed validation: the corrected one is tried', async () => {
    const { app, created } = withStore()
    const post = (body: object) => request(app).post('/facts').set('Idempotency-Key', 'key-1').send(body)
    expect((await post({ name: '' })).status).toBe(400)
    expect((await post({ name: 'b' })).status).toBe(201)
    expect(created).toEqual(['b'])
  })

  it('takes no body that is nested without end', async () => {
    const { app, created } = withStore()
    const deep = `${'{"name":'.repeat(2_000)}1${'}'.repeat(2_000)}`
    const res = await request(app).post('/facts').set('Idempotency-Key', 'key-1').type('json').send(deep)
    expect([res.status, res.body.code, created]).toEqual([400, 'MALFORMED_JSON', []])
  })

  it('tells a retry to wait while the first request runs', async () => {
    const [entered, held] = [gate(), gate()]
    const router = Router()
    router.post('/slow', async (_req, res) => {
      entered.open()
      await held.passed
      res.json(success('done'))
    })
    const { app } = withStore([router])
    const post = () => request(app).post('/slow').set('Idempotency-Key', 'key-1').send({})
    const first = post().then((res) => res)
    await entered.passed
    const second = await post()
    expect([second.status, second.body.code, second.get('retry-after')]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS', '1'])
    held.open()
    expect((await first).body.result).toBe('done')
    expect((await post()).get('idempotency-replayed')).toBe('true')
  })

  it.each([
    ['is not used up by an error: nothing was done', 'QUOTE_CONSUMED', 2],
    ['tries again after a retryable refusal', 'DESTINATION_NOT_INITIATED', 2],
    ['tries again after a fault of ours', 'INTERNAL', 2],
  ] as const)('%s', async (_name, code, expectedRuns) => {
    let runs = 0
    const router = Router()
    router.post('/refused', () => {
      runs += 1
      throw new AppError(code, 'refused')
    })
    const { app } = withStore([router])
    for (const _ of [1, 2]) {
      const res = await request(app).post('/refused').set('Idempotency-Key', 'key-1').send({})
      expect(res.body.code).toBe(code)
    }
    expect(runs).toBe(expectedRuns)
  })

  it('is refused when it is no key', async () => {
    const { app } = withStore()
    const res = await request(app).post('/facts').set('Idempotency-Key', 'x'.repeat(256)).send({ name: 'a' })
    expect([res.status, res.body.code]).toEqual([400, 'INVALID_REQUEST'])
  })

  it('still answers when the store fails after the work was done', async () => {
    const store = memoryIdempotencyStore(Date.now)
    const { app, logs } = testApp({ idempotencyStore: { ...store, finish: () => Promise.reject(new Error('gone')) } })
    const res = await request(app).post('/facts').set('Idempotency-Key', 'key-1').send({ name: 'a' })
    expect(res.status).toBe(201)
    expect(logs()).toContain('idempotency.store_failed')
  })
})
