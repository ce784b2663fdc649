/** Finds what has no bound in the wire contract. */
import {
  makerAnswerSchema,
  orderAskSchema,
  quoteAskSchema,
  refundAnswerSchema,
  refundAskSchema,
} from '../src/maker-protocol.ts'
import { orderbookOperations } from '../src/openapi/orderbook.ts'
import { relayerOperations } from '../src/openapi/relayer.ts'
import { quoteSchema } from '../src/quote.ts'
import type { z } from '../src/zod.ts'

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

/**
 * Where a schema takes a list or a text of any length.
 * @param of `lists`: texts may have any length.
 */
export function unboundedIn(schema: z.core.$ZodType, path: string, of: 'lists and texts' | 'lists'): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  const inner = (...parts: [unknown, string][]) =>
    parts.flatMap(([part, name]) => unboundedIn(part as z.core.$ZodType, `${path}${name}`, of))
  switch (def.type) {
    case 'string':
      return of === 'lists' || isBounded(schema) ? [] : [path]
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

type Named = readonly (readonly [name: string, schema: z.ZodType])[]

const operations = [...orderbookOperations, ...relayerOperations]

/** What others send. Headers have Node's own bound of 16 KiB for all of a request. */
export const sent: Named = [
  ...operations.flatMap(({ operationId, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema === undefined ? [] : [[`${operationId} ${part}`, schema] as const],
    ),
  ),
  ...Object.entries({
    quoteAskSchema,
    orderAskSchema,
    refundAskSchema,
    makerAnswerSchema,
    refundAnswerSchema,
    quoteSchema,
  }),
]

/** Only the operator's configuration, this code, and the attempts that the relayer itself makes lengthen the lists of these. */
const ours = new Set([
  ...['getStats', 'listMakers', 'listChains', 'listAssets', 'listRoutes', 'getReadiness', 'getHealth'],
  ...['createClaim', 'getClaim', 'listClaims', 'createInitiation', 'getInitiation', 'listInitiations', 'createRefund'],
])

/** What we answer. Its texts are ours, or came in by what others send; its lists are what grows. */
export const answered: Named = operations.flatMap(({ operationId, success }) =>
  Object.entries(ours.has(operationId) ? {} : success).flatMap(([status, { schema, events }]) => [
    ...(schema === undefined ? [] : [[`${operationId} ${status}`, schema] as const]),
    ...(events === undefined ? [] : [[`${operationId} ${status} events`, events] as const]),
  ]),
)
