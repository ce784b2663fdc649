/** Finds the lists and texts of the wire contract that have no bound. */
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

/** Whether a pattern bounds the length of a text: it is anchored, and repeats nothing without an end. */
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
 * Finds the places where a schema takes a list or a text of any length.
 *
 * @param of what is looked for. With `lists`, texts may have any length.
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
      // The first part of a pipe is the value as it comes over the wire.
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

/** What others send us. Node itself bounds the headers of a request to 16 KiB. */
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

/**
 * Operations whose lists grow only with the operator's configuration, with this code, or with the attempts that the
 * relayer makes.
 */
const ours = new Set([
  ...['getStats', 'listMakers', 'listChains', 'listAssets', 'listRoutes', 'getReadiness', 'getHealth'],
  ...['createClaim', 'getClaim', 'listClaims', 'createInitiation', 'getInitiation', 'listInitiations', 'createRefund'],
  'withdrawClaim',
])

/**
 * What we answer. Only its lists could grow without a bound: each text is our own, or came in with
 * what others sent.
 */
export const answered: Named = operations.flatMap(({ operationId, success }) =>
  Object.entries(ours.has(operationId) ? {} : success).flatMap(([status, { schema, events }]) => [
    ...(schema === undefined ? [] : [[`${operationId} ${status}`, schema] as const]),
    ...(events === undefined ? [] : [[`${operationId} ${status} events`, events] as const]),
  ]),
)
