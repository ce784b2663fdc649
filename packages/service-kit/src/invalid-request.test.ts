import { parse } from 'node:querystring'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { type Operation, orderbookOperations, relayerOperations, z } from '@tandem/contracts'
import type { Request, Response } from 'express'
import fc from 'fast-check'
import type { AppError } from './app-error.ts'
import { decodeRequest } from './decode-request.ts'
import { errorHandler } from './error-handler.ts'
import { createLogger } from './logger.ts'
import { knownQueryParameters } from './query-parameters.ts'

const operations = [...orderbookOperations, ...relayerOperations]

/** What a refused request costs: the bytes of the answer and of the line in the log. */
function costOf(refused: () => unknown): { answer: number; line: number } | undefined {
  const stream = new PassThrough()
  const logger = createLogger({ service: 'test', level: 'debug', format: 'json', stream })
  let answer = ''
  const res = {
    headersSent: false,
    set: () => res,
    status: () => res,
    json: (body: unknown) => {
      answer = JSON.stringify(body)
    },
  }
  try {
    refused()
    return undefined
  } catch (error) {
    errorHandler(logger)(error, { method: 'POST' } as Request, res as unknown as Response, () => undefined)
    return { answer: Buffer.byteLength(answer), line: Buffer.byteLength(String(stream.read())) }
  }
}

/** Joins as many parts as fit into this many bytes. */
function filled(bytes: number, partOf: (index: number) => string, separator: string): string {
  const parts: string[] = []
  for (let left = bytes; left > 0; ) {
    const part = partOf(parts.length)
    left -= Buffer.byteLength(part) + separator.length
    if (left > 0) parts.push(part)
  }
  return parts.join(separator)
}

const unit = fc.constantFrom('a', '1', '"', '\\', '\u0001', '\u202e', '€', '😀', '{', ',', 'e\u0301')

const fieldsOf = (schema: z.ZodType | undefined): string[] =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
const anyField = (fields: readonly string[], index: number) => fields[index % Math.max(1, fields.length)] ?? 'x'

const bodyRoom = 65_000
const bodies: readonly ((unit: string, field: string) => string)[] = [
  (unit) => `{${filled(bodyRoom, (index) => `${JSON.stringify(`${unit}${index}`)}:1`, ',')}}`,
  (_unit, field) => `{${field}:[${filled(bodyRoom, () => '1', ',')}]}`,
  (unit) => `{${longText(unit)}:1}`,
  (unit, field) => `{${field}:${longText(unit)}}`,
]
const longText = (unit: string) =>
  JSON.stringify(unit.repeat(Math.floor(bodyRoom / Buffer.byteLength(JSON.stringify(unit)))))

const urlRoom = 15_500
const queries: readonly ((unit: string, field: string) => string)[] = [
  (unit) => filled(urlRoom, (index) => `${unit}${index}=1`, '&'),
  (unit, field) => filled(urlRoom, () => `${field}=${unit}`, '&'),
  (unit, field) => `${field}=${filled(urlRoom, () => unit, ',')}`,
  (unit) => `${unit.repeat(Math.floor(urlRoom / unit.length))}=1`,
]

const sent = fc.record({ unit, field: fc.nat(20), shape: fc.nat(3) })

function isCheap(refused: () => unknown): void {
  const cost = costOf(refused)
  if (cost === undefined) return
  expect(cost.answer).toBeLessThanOrEqual(16_384)
  expect(cost.line).toBeLessThanOrEqual(4_096)
}

describe('a refused request', () => {
  const withBody = operations.flatMap(({ body }) => (body === undefined ? [] : [body]))

  it('with a body of 64 KiB draws an answer of 16 KiB at most, and 4 KiB of log', () => {
    fc.assert(
      fc.property(fc.constantFrom(...withBody), sent, (schema, { unit, field, shape }) => {
        const body: unknown = JSON.parse(
          bodies[shape]?.(unit, JSON.stringify(anyField(fieldsOf(schema), field))) ?? '{}',
        )
        isCheap(() => decodeRequest(schema, body))
      }),
    )
  })

  it('with a URL of 16 KiB draws an answer of 16 KiB at most, and 4 KiB of log', () => {
    const known = knownQueryParameters(operations)
    const refuse = ({ method, path, query }: Operation, text: string) => {
      const asked = { method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, 'x'), query: parse(text) }
      known({ ...asked, url: `${asked.path}?${text}` } as unknown as Request, {} as Response, () => undefined)
      decodeRequest(query ?? z.strictObject({}), asked.query)
    }
    fc.assert(
      fc.property(fc.constantFrom(...operations), sent, (operation, { unit, field, shape }) => {
        const name = anyField(fieldsOf(operation.query), field)
        isCheap(() => refuse(operation, queries[shape]?.(encodeURIComponent(unit), name) ?? ''))
      }),
    )
  })

  it('is not examined further where it has more entries than any request', () => {
    let examined = 0
    const counting = z.strictObject({
      list: z.array(
        z.string().refine(() => {
          examined += 1
          return true
        }),
      ),
    })
    const body = { list: Array.from({ length: 20_000 }, () => 'a') }
    expect(() => decodeRequest(counting, body)).toThrow('has a list or an object of more than 1000 entries')
    expect(examined).toBe(0)
    expect(() => decodeRequest(counting, { list: body.list.slice(0, 1_000) })).not.toThrow()
  })

  it('is told the first twenty faults, how many there are, and no character that commands a terminal', () => {
    const body = {
      '\u001b[2J\u202e': 1,
      ...Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`key${index}`, 1])),
    }
    let refusal: unknown
    try {
      decodeRequest(z.strictObject({}), body)
    } catch (error) {
      refusal = error
    }
    const { message, details } = refusal as AppError & { details: { issues: { path: string }[]; issue_count: number } }
    expect([details.issues.length, details.issue_count]).toEqual([20, 500])
    expect(details.issues[0]?.path).toBe('\ufffd[2J\ufffd')
    expect(message).toMatch(/; key18: is not a known field; and 480 more$/)
  })
})
