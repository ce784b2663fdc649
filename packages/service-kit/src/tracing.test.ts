import { describe, expect, it } from '@jest/globals'
import { currentTraceId, noteInSpan, traceHeaders, traceOfOrder, withSpan } from './tracing.ts'

const orderId = '0d8f7a0e-7c1b-4f5e-9d63-3f0a8a0c9a11'

describe('the trace of an order', () => {
  it('follows from the order alone, however its id is written', () => {
    const trace = traceOfOrder(orderId)
    expect(trace).toEqual(traceOfOrder(orderId.toUpperCase()))
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(trace.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(trace.traceId).not.toBe(traceOfOrder(orderId.replace('0', '1')).traceId)
  })
})

describe('without a collector', () => {
  it('runs the work, and nothing else', async () => {
    const seen = await withSpan('work', { orderId, attributes: { chain: 'one' } }, async () => {
      noteInSpan('done', { chain: 'one' })
      return [currentTraceId(), traceHeaders()]
    })
    expect(seen).toEqual([undefined, {}])
  })

  it('throws on what the work throws', async () => {
    await expect(withSpan('work', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
