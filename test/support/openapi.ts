import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import type request from 'supertest'

type Json = Record<string, unknown>
export type DocumentOperation = {
  method: 'get' | 'post' | 'delete'
  path: string
  operationId: string
  parameters: { name: string; in: string; required?: boolean; schema: Json }[]
  body: Json | undefined
  /** The statuses of the operation's documented answers. */
  statuses: number[]
}

const pointer = (...parts: string[]) =>
  parts.map((part) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')

type DocumentedAnswer = {
  content?: Record<string, Json>
  headers?: Record<string, { required?: boolean; schema: { type: string; enum?: string[] } }>
}

/** Headers that mean something to a client of ours, beyond those of HTTP itself, of security, and of CORS. */
const spoken = /^(x-request-id|retry-after|ratelimit-.*|idempotency-replayed|www-authenticate|etag|location|allow)$/

/** Requires that an answer has the headers that it must have, and none that the document does not name. */
function checkHeaders(of: string, { headers = {} }: DocumentedAnswer, response: request.Response): void {
  const documented = new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]))
  for (const [name, { required, schema }] of documented) {
    const value = (response.headers as Record<string, string | undefined>)[name]
    if (value === undefined && required === true) throw new Error(`${of}: ${name} is missing`)
    if (value === undefined) continue
    if (schema.type === 'integer' && !/^\d+$/.test(value)) throw new Error(`${of}: ${name} is no number: ${value}`)
    if (schema.enum !== undefined && !schema.enum.includes(value)) throw new Error(`${of}: ${name} is ${value}`)
  }
  for (const name of Object.keys(response.headers))
    if (spoken.test(name) && !documented.has(name)) throw new Error(`${of}: ${name} is not documented`)
}

/** Reads an OpenAPI document into the form that tests need. */
function readDocument(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  // The package is CommonJS, and its types disagree with its module about where the function is.
  const formats = ((addFormats as unknown as { default?: unknown }).default ?? addFormats) as (ajv: Ajv2020) => void
  formats(ajv)
  ajv.addSchema({ ...document, $id: 'document' })
  const paths = document.paths as Record<string, Record<string, Json>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): DocumentOperation => {
      const content = (operation.requestBody as { content?: Record<string, { schema: Json }> } | undefined)?.content
      return {
        method: method as DocumentOperation['method'],
        path,
        operationId: operation.operationId as string,
        parameters: (operation.parameters ?? []) as DocumentOperation['parameters'],
        body: content?.['application/json']?.schema,
        statuses: Object.keys(operation.responses as Json).map(Number),
      }
    }),
  )
  /**
   * Requires that the document has this status and content type for the operation, and that the body fits its schema.
   */
  const check = ({ method, path }: DocumentOperation, response: request.Response): void => {
    const answers = paths[path]?.[method]?.responses as Record<string, DocumentedAnswer>
    const answer = answers[response.status]
    if (answer === undefined)
      throw new Error(`${method} ${path}: ${response.status} is not documented: ${response.text}`)
    checkHeaders(`${method} ${path}: ${response.status}`, answer, response)
    const [contentType = ''] = (response.headers['content-type'] ?? '').split(';')
    if (answer.content === undefined && contentType === '') return
    if (answer.content?.[contentType] === undefined) {
      throw new Error(`${method} ${path}: ${response.status} ${contentType} is not documented`)
    }
    const at = ['paths', path, method, 'responses', String(response.status), 'content', contentType, 'schema']
    const validate = ajv.compile({ $ref: `document#${pointer(...at)}` })
    const body: unknown = contentType === 'application/json' ? response.body : response.text
    if (!validate(body)) {
      throw new Error(`${method} ${path}: ${response.status} does not fit: ${ajv.errorsText(validate.errors)}`)
    }
  }
  const resolve = (schema: Json): Json => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema.$ref))?.[1]
    const schemas = (document.components as { schemas: Record<string, Json> }).schemas
    return name === undefined ? schema : { ...schemas[name] }
  }
  return { operations, check, arbitraryOf: (schema: Json) => arbitraryOf(schema, resolve) }
}

/** Makes values that fit a schema, with what these documents use of JSON Schema. */
function arbitraryOf(given: Json, resolve: (schema: Json) => Json): fc.Arbitrary<unknown> {
  const schema = resolve(given)
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => arbitraryOf(branch, resolve)))
  if (Array.isArray(schema.allOf))
    return arbitraryOf(Object.assign({}, ...schema.allOf.map((part) => resolve(part as Json))), resolve)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return stringOf(schema)
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? 0), max: Math.min(Number(schema.maximum ?? 2 ** 31), 2 ** 31) })
    case 'boolean':
      return fc.boolean()
    case 'object': {
      const required = (schema.required ?? []) as string[]
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
      const fields = properties.map(([name, field]) => [name, arbitraryOf(field, resolve)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: required })
    }
    default:
      return fc.jsonValue()
  }
}

function stringOf({ pattern, format }: Json): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString())
  if (format === 'uri') return fc.webUrl()
  // Other texts are made here, because fast-check cannot generate from classes of Unicode.
  if (typeof pattern !== 'string' || pattern.includes('\\p{')) return fc.stringMatching(/^[ -~]{1,40}$/)
  return fc.stringMatching(new RegExp(pattern))
}

/** Most parameters are usually left out, because otherwise no two would ever match. */
const absent = { weight: 5, arbitrary: fc.constant(undefined) }

/**
 * Sends requests to a service, and checks each answer against its document. A value that is no parameter goes into the
 * query. Half of the requests use `known` identifiers, by the parameter's name; `succeeded` collects the operations
 * that answered with a success.
 */
export function documentTester(document: Json, api: () => ReturnType<typeof request>, known: Record<string, string[]>) {
  const { operations, check, arbitraryOf } = readDocument(document)
  const succeeded = new Set<string>()

  async function send(
    operation: DocumentOperation,
    values: Record<string, unknown>,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<request.Response> {
    const url = new URL('http://host')
    let path = operation.path
    const placeOf = new Map(operation.parameters.map(({ name, in: place }) => [name, place]))
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) continue
      if (placeOf.get(name) === 'path') path = path.replace(`{${name}}`, encodeURIComponent(String(value)))
      else url.searchParams.set(name, String(value))
    }
    const sending = api()
      [operation.method](path + url.search)
      .set(headers)
    const response = await (body === undefined ? sending : sending.send(body as object))
    check(operation, response)
    if (response.status < 400) succeeded.add(operation.operationId)
    return response
  }

  /** Makes parameters that fit the document. With `junk`, any of them may be anything. */
  function parametersOf(operation: DocumentOperation, junk: boolean): fc.Arbitrary<Record<string, unknown>> {
    const fields = operation.parameters
      .filter(({ in: place }) => place !== 'header')
      .map((parameter) => {
        const fitting = arbitraryOf(parameter.schema)
        const existing = known[parameter.name] ?? []
        const good = existing.length === 0 ? fitting : fc.oneof(fitting, fc.constantFrom(...existing))
        const path = parameter.in === 'path'
        // An empty or dotted path segment is another path, and a lone surrogate cannot be sent.
        const any = fc.string({ minLength: 1 }).filter((text) => !/^\.{1,2}$|\p{Cs}/u.test(text))
        const value = junk ? fc.oneof(good, any) : good
        return [parameter.name, path ? value : fc.oneof(absent, { weight: 1, arbitrary: value })] as const
      })
    return fc.record(Object.fromEntries(fields))
  }

  /** Makes parameters and bodies, of which half fit the document. */
  function requestsTo(operation: DocumentOperation): fc.Arbitrary<[Record<string, unknown>, unknown]> {
    const bodies = operation.body === undefined ? fc.constant(undefined) : arbitraryOf(operation.body)
    return fc.oneof(
      fc.tuple(parametersOf(operation, false), bodies),
      fc.tuple(parametersOf(operation, true), operation.body === undefined ? bodies : spoiled(bodies)),
    )
  }

  return {
    operations,
    succeeded,
    send,
    operationOf: (id: string): DocumentOperation => {
      const operation = operations.find(({ operationId }) => operationId === id)
      if (operation === undefined) throw new Error(`the document lost ${id}`)
      return operation
    },
    /** Sends input that fits and input that does not. No answer may be a fault of the service. */
    tryOut: (operation: DocumentOperation, numRuns: number) =>
      fc.assert(
        fc.asyncProperty(requestsTo(operation), async ([values, body]) => {
          const response = await send(operation, values, body)
          if (response.status === 500) throw new Error(`${operation.operationId} failed: ${response.text}`)
        }),
        { numRuns },
      ),
  }
}

/** Makes a body doubtful: a field is dropped, added, or given another type. */
export const spoiled = (body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(body, fc.nat(), fc.jsonValue(), fc.constantFrom('drop', 'replace', 'add')).map(([value, at, junk, how]) => {
    if (typeof value !== 'object' || value === null) return junk
    const keys = Object.keys(value)
    const key = keys[at % Math.max(1, keys.length)] ?? 'field'
    if (how === 'drop') return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    return { ...value, [how === 'add' ? 'unknown_field' : key]: junk }
  })
