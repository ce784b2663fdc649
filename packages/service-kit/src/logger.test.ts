import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { AppError } from './app-error.ts'
import { createLogger, type LogFields, type Logger, type LoggerOptions } from './logger.ts'
import { runWithRequestId } from './request-context.ts'

/** The lines that a logger writes while `work` uses it. */
function written(work: (logger: Logger) => void, over: Partial<LoggerOptions> = {}): string {
  const stream = new PassThrough()
  const logger = createLogger({ service: 'test', level: 'debug', format: 'json', stream, ...over })
  work(logger)
  return String(stream.read() ?? '')
}

describe('createLogger', () => {
  it('writes an event and its facts as one line of JSON', () => {
    const line = written((logger) => logger.child({ chain: 'devnet_a' }).info('claim.sent', { amount: 7n, nonce: 1 }))
    expect(line.endsWith('\n')).toBe(true)
    expect(JSON.parse(line)).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      level: 'info',
      message: 'claim.sent',
      service: 'test',
      chain: 'devnet_a',
      amount: '7',
      nonce: 1,
    })
  })

  it('leaves out what is below its level', () => {
    expect(written((logger) => logger.debug('noise'), { level: 'info' })).toBe('')
  })

  it('names the request', () => {
    const line = written((logger) => runWithRequestId('req-1', () => logger.info('order.created')))
    expect(JSON.parse(line).request_id).toBe('req-1')
  })

  it('does not let a field pass for one of its own', () => {
    const line = JSON.parse(written((logger) => logger.info('real.event', { level: 'fatal', message: 'forged' })))
    expect(line).toMatchObject({ level: 'info', message: 'real.event', field_level: 'fatal', field_message: 'forged' })
  })

  it.each(['info', 'error'] as const)('bounds a line of %s, and keeps its short fields', (level) => {
    const most = level === 'info' ? 4_096 : 16_384
    fc.assert(
      fc.property(fc.constantFrom('a', '"', '\\', '\u0001', '€', '😀'), (unit) => {
        const issues = Array.from({ length: 2_000 }, () => unit.repeat(10))
        const line = written((logger) =>
          logger[level]('http.rejected', { code: 'X', issues, why: unit.repeat(20_000) }),
        )
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(most)
        expect(JSON.parse(line)).toMatchObject({
          level,
          message: 'http.rejected',
          code: 'X',
          bytes: expect.any(Number),
        })
      }),
    )
  })

  it('writes for a person, too', () => {
    const line = written((logger) => logger.warn('chain.behind', { blocks: 3, at: { a: 1 } }), { format: 'pretty' })
    expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} WARN {2}test chain\.behind blocks=3 at=\{"a":1\}\n$/)
  })
})

describe('a planted secret', () => {
  const bytes = Buffer.from(`${'c0ffee'.repeat(10)}c0ff`, 'hex')
  const hex = bytes.toString('hex')
  const secret = `0x${hex}`
  const traces = [hex, hex.toUpperCase(), String(BigInt(secret)), bytes.toString('base64'), [...bytes].join(',')]

  const withToJson = { toJSON: () => ({ inner: secret }) }
  const libraryError = Object.assign(new Error(`execution reverted: claim(${secret})`), {
    code: secret,
    request: { body: { params: [secret] } },
    metaMessages: [secret],
    cause: new Error(`inner ${hex}`, { cause: { data: secret } }),
  })

  const positions: [string, (logger: Logger) => void][] = [
    ['the event', (logger) => logger.info(`claim ${secret}`)],
    ['the request id', (logger) => runWithRequestId(secret, () => logger.info('x'))],
    ['a bound field', (logger) => logger.child({ note: secret }).info('x')],
    ...Object.entries({
      'a value': { value: secret },
      'a value without 0x': { value: hex },
      'a value in capitals': { value: secret.toUpperCase() },
      'the middle of a text': { text: `claim(${secret}) reverted` },
      'JSON in a text': { text: JSON.stringify({ secret }) },
      calldata: { input: `0x84cc315b${hex}` },
      'a path': { url: `/claims/${secret}?secret=${hex}` },
      'a key': { [secret]: 1 },
      'a nested key': { a: { [`vault ${hex}`]: 1 } },
      'an array': { list: [1, secret, [secret]] },
      'a nested object': { a: { b: { c: secret } } },
      'a Map': { map: new Map([[secret, secret]]) },
      'a Set': { set: new Set([secret]) },
      'a Buffer': { buffer: bytes },
      'a typed array': { array: new Uint8Array(bytes) },
      'an ArrayBuffer': { buffer: new Uint8Array(bytes).buffer },
      'a bigint': { number: BigInt(secret) },
      'an object with toJSON': { object: withToJson },
      'an error': { error: libraryError },
      'an AppError': { error: new AppError('WRONG_SECRET', secret, { details: { given: secret }, cause: secret }) },
      'a function': { f: () => secret },
      'a symbol': { s: Symbol(secret) },
      'a secret field': { secret },
      'a commitment': { commitment: secret },
      'a signature field': { signature: `${secret}${hex}1b` },
      'a raw transaction': { raw_tx: `0x02f8${hex}${hex}` },
      'an authorization header': { headers: { authorization: `Bearer ${secret}` } },
      'a numbers array in a secret field': { private_key: [...bytes] },
    }).map(([name, fields]): [string, (logger: Logger) => void] => [name, (logger) => logger.error('x', fields)]),
  ]

  it.each(positions)('does not leave by %s', (_name, work) => {
    for (const format of ['json', 'pretty'] as const) {
      const output = written(work, { format })
      expect(output).not.toBe('')
      for (const trace of traces) expect(output.toLowerCase()).not.toContain(trace.toLowerCase())
    }
  })

  it('does not leave from any place in any object', () => {
    // Hash fields are the one exception, by design: a hash and a secret look the same.
    const field = fc.string().filter((name) => !/hash/i.test(name))
    const place = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constant(secret),
        fc.constant(`note: ${hex}!`),
        fc.string(),
        fc.bigInt(),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(field, tie('node'), { maxKeys: 3 }),
      ),
    })).node
    fc.assert(
      fc.property(fc.dictionary(field, place), (fields: LogFields) => {
        expect(written((logger) => logger.info('x', fields))).not.toContain(hex)
      }),
    )
  })
})
