import { OpenAPIRegistry, OpenApiGeneratorV31, type ResponseConfig } from '@asteasolutions/zod-to-openapi'
import { errorEnvelopeSchema, successEnvelopeSchema } from '../envelope.ts'
import { type ErrorCode, errorCodes } from '../error-codes.ts'
import { z } from '../zod.ts'
import { answers } from './answer-examples.ts'
import { errorExample } from './error-examples.ts'
import { errorHeaders, successHeaders } from './headers.ts'
import { commonErrors, isProbe, type Operation, writeErrors } from './operation.ts'

export interface DocumentInfo {
  title: string
  version: string
  description: string
  serverUrl: string
  tags: { name: string; description: string }[]
  /** The requests that the service sends. */
  webhooks?: Webhook[]
}

export interface Webhook {
  name: string
  tag: string
  summary: string
  description: string
  headers: z.ZodObject
  body: z.ZodType
  example: unknown
  /** The answers that a receiver may give, by the class of their status. */
  responses: Record<'2XX' | '4XX', ResponseConfig>
}

/** The parts of an OpenAPI document that our own code reads. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, unknown> }
}

/** Builds the OpenAPI 3.1 document of one service from its operations. Pure: the same input gives the same document. */
export function buildDocument(info: DocumentInfo, operations: readonly Operation[]): OpenApiDocument {
  const registry = new OpenAPIRegistry()
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
  })
  // Registered first, because the schema of every error answer refers to it.
  registry.register('ErrorEnvelope', errorEnvelopeSchema)
  const codes = new Set(operations.flatMap(codesOf))
  for (const code of codes) registry.registerComponent('examples', code, { value: errorExample(code) })
  for (const webhook of info.webhooks ?? []) registerWebhook(registry, webhook)
  for (const operation of operations) {
    registry.registerPath({
      method: operation.method,
      path: operation.path,
      operationId: operation.operationId,
      tags: [operation.tag],
      summary: operation.summary,
      ...(operation.description === undefined ? {} : { description: operation.description }),
      ...(operation.preview === undefined ? {} : { 'x-preview': true }),
      // The second alternative is an empty requirement, because a key is only asked for where the
      // operator has set keys.
      security: securityOf(operation),
      request: requestOf(operation),
      responses: { ...successesOf(operation), ...errorsOf(operation) },
    })
  }
  return new OpenApiGeneratorV31(registry.definitions, {
    sortComponents: 'alphabetically',
  }).generateDocument({
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: `${info.description}\n\n${forAll}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.serverUrl }],
    tags: info.tags,
  }) as unknown as OpenApiDocument
}

function registerWebhook(
  registry: OpenAPIRegistry,
  { name, headers, body, example, responses, ...texts }: Webhook,
): void {
  registry.registerWebhook({
    method: 'post',
    path: name,
    operationId: name,
    tags: [texts.tag],
    summary: texts.summary,
    description: texts.description,
    security: [],
    request: { headers, body: { required: true, content: { 'application/json': { schema: body, example } } } },
    responses,
  })
}

function securityOf({ isWrite }: Operation) {
  return isWrite === true ? [{}, { apiKey: [] }] : []
}

const forAll =
  'Fields of bodies and query parameters that are not documented are refused with `INVALID_REQUEST`; answers may gain ' +
  'fields. `HEAD` is answered as `GET` without a body. Paths and methods that do not exist are answered with `NOT_FOUND` ' +
  'and `METHOD_NOT_ALLOWED` (with `Allow`), what is not HTTP with 400, 408 (`REQUEST_TIMEOUT`) or 431 ' +
  '(`HEADERS_TOO_LARGE`), all in the envelope.'

const idempotencyHeader = z.object({
  'Idempotency-Key': z.string().min(1).max(255).optional().openapi({
    description: 'Makes a retry safe: the stored answer is replayed.',
  }),
})

function headersOf({ isWrite, method, headers }: Operation) {
  const own = isWrite === true && method === 'post' ? idempotencyHeader : undefined
  const all = own === undefined ? headers : headers === undefined ? own : own.extend(headers.shape)
  return all === undefined ? {} : { headers: all }
}

function requestOf(operation: Operation) {
  return {
    ...(operation.params === undefined ? {} : { params: operation.params }),
    ...(operation.query === undefined ? {} : { query: operation.query }),
    ...headersOf(operation),
    ...(operation.body === undefined
      ? {}
      : {
          body: {
            required: true,
            content: { 'application/json': { schema: operation.body, example: operation.bodyExample } },
          },
        }),
  }
}

/**
 * OpenAPI 3.1 cannot describe a stream. The schema here is that of the whole text; `x-event-schema` is that of each
 * event's data.
 */
const eventStream = (event: z.ZodType) => ({
  example: answers.eventStream,
  schema: z.string().openapi({
    description: 'Server-sent events: `id` is `seq`, `event` the type, `data` the event as JSON.',
    'x-event-schema': { $ref: `#/components/schemas/${event.meta()?.id ?? 'OrderEvent'}` },
  } as object),
})

function successesOf(operation: Operation) {
  return Object.fromEntries(
    Object.entries(operation.success).map(([status, answer]) => {
      const headers = successHeaders(operation, answer.headers)
      if (answer.schema === undefined) return [status, { description: answer.description, headers }]
      const schema = answer.envelope ? successEnvelopeSchema(answer.schema) : answer.schema
      const example = answer.envelope ? { status: 'Success', result: answer.example } : answer.example
      const media = answer.example === undefined ? { schema } : { schema, example }
      return [
        status,
        {
          description: answer.description,
          headers,
          content: {
            [answer.contentType ?? 'application/json']: media,
            ...(answer.events === undefined ? {} : { 'text/event-stream': eventStream(answer.events) }),
          },
        },
      ]
    }),
  )
}

/**
 * This is a plain object: a zod schema for each of a hundred answers took most of a service's
 * start.
 */
const errorBody = (codes: readonly ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/ErrorEnvelope' },
    { type: 'object' as const, properties: { code: { type: 'string' as const, enum: [...codes] } } },
  ],
})

/** Every error code that the operation can answer with. */
function codesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors)
  for (const code of commonErrors) codes.add(code)
  // Unknown query parameters are refused everywhere.
  if (!isProbe(operation)) codes.add('INVALID_REQUEST')
  if (operation.isWrite === true) for (const code of writeErrors) codes.add(code)
  return [...codes]
}

/** The errors of the operation, grouped by status, each with its meaning and an example. */
function errorsOf(operation: Operation) {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codesOf(operation)) {
    const { httpStatus } = errorCodes[code]
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${errorCodes[code].when}`).join('\n\n'),
        headers: errorHeaders(operation, list),
        content: {
          'application/json': {
            schema: errorBody(list),
            examples: Object.fromEntries(list.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  )
}
