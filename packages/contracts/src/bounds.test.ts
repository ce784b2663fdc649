import { describe, expect, it } from '@jest/globals'
import {
  makerAnswerSchema,
  orderAskSchema,
  quoteAskSchema,
  refundAnswerSchema,
  refundAskSchema,
} from './maker-protocol.ts'
import { orderbookOperations } from './openapi/orderbook.ts'
import { relayerOperations } from './openapi/relayer.ts'
import { quoteSchema } from './quote.ts'
import { z } from './zod.ts'

/** Whether no text of any length fits: it is anchored, and repeats nothing without end. */
const isBoundedPattern = ({ source }: RegExp): boolean => {
  const withoutClasses = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /^\^.*\$$/.test(source) && !/[*+]|\{\d+,\}/.test(withoutClasses)
}

type Bounds = { pattern?: RegExp; maximum?: number }

/** The bounds of a schema: its own pattern, and those of its checks. */
function isBounded({ _zod: { def } }: z.core.$ZodType): boolean {
  const bounds = [def, ...(def.checks ?? []).map((check) => check._zod.def)] as Bounds[]
  return bounds.some(
    ({ pattern, maximum }) => maximum !== undefined || (pattern !== undefined && isBoundedPattern(pattern)),
  )
}

/** Where a schema takes a list or a text of any length. */
function unboundedIn(schema: z.core.$ZodType, path: string): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  const inner = (...parts: [unknown, string][]) =>
    parts.flatMap(([part, name]) => unboundedIn(part as z.core.$ZodType, `${path}${name}`))
  switch (def.type) {
    case 'string':
      return isBounded(schema) ? [] : [path]
    case 'array':
      return [...(isBounded(schema) ? [] : [`${path}[]`]), ...inner([def.element, '[]'])]
    case 'object':
      return inner(...Object.entries(def.shape).map(([name, part]): [unknown, string] => [part, `.${name}`]))
    case 'union':
      return inner(...def.options.map((part): [unknown, string] => [part, '']))
    case 'optional':
    case 'nullable':
    case 'default':
      return inner([def.innerType, ''])
    case 'pipe':
      // What the wire brings stands at its beginning.
      return [...inner([def.in, '']), ...(def.out._zod.def.type === 'array' ? inner([def.out, '']) : [])]
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
      return []
    default:
      return [`${path} (${def.type})`]
  }
}

describe('what others send', () => {
  // Headers have Node's own bound of 16 KiB for all of a request.
  const requests = [...orderbookOperations, ...relayerOperations].flatMap(({ operationId, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [[`${operationId} ${part}`, schema] as const],
    ),
  )
  const ofMakers = Object.entries({
    quoteAskSchema,
    orderAskSchema,
    refundAskSchema,
    makerAnswerSchema,
    refundAnswerSchema,
    quoteSchema,
  })

  it.each([...requests, ...ofMakers])('has a bound on every list and text: %s', (name, schema) => {
    expect(unboundedIn(schema, name)).toEqual([])
  })

  it('has no bound where the test must see it', () => {
    const open = z.object({
      list: z.array(z.string().max(3)),
      text: z.string().optional(),
      hex: z.string().regex(/^0x[0-9]+$/),
    })
    expect(unboundedIn(open, '')).toEqual(['.list[]', '.text', '.hex'])
  })
})
