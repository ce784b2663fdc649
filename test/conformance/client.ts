import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = Record<string, unknown>
interface Header {
  required?: boolean
  schema: { type?: string; enum?: string[] }
}
interface DocumentedAnswer {
  content?: Record<string, unknown>
  headers?: Record<string, Header>
}
interface DocumentedOperation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: unknown
  responses: Record<string, DocumentedAnswer>
}

/** The parts of a request. `body` as text is sent as it is. */
export interface Sent {
  path?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: object | string
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Of a JSON answer: the payload of a success, the code of an error. */
  result: never
  code: string | undefined
}

const headersThatSpeak =
  /^(x-request-id|retry-after|ratelimit-.*|idempotency-replayed|www-authenticate|etag|location|allow)$/
const segment = (part: string) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`

/**
 * A client that knows a service by its OpenAPI document alone. Each answer must be documented: status, headers, content
 * type and body. It notes which answers it has seen.
 */
export async function conformingClient(baseUrl: string) {
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Json
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const formats = ((addFormats as unknown as { default?: unknown }).default ?? addFormats) as (ajv: Ajv2020) => void
  formats(ajv)
  ajv.addSchema({ ...document, $id: 'document' })
  const paths = document.paths as Record<string, Record<string, DocumentedOperation>>
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => [operation.operationId, { path, method, operation }] as const,
      ),
    ),
  )
  const seen = new Set<string>()
  const codes = new Set<string>()

  const found = (operationId: string) => {
    const known = operations.get(operationId)
    if (known === undefined) throw new Error(`the document has no ${operationId}`)
    return known
  }

  /** Throws unless the document has this answer. */
  function check(operationId: string, answer: Response, text: string): void {
    const { path, method, operation } = found(operationId)
    const at = `${operationId} ${answer.status}`
    const documented = operation.responses[answer.status]
    if (documented === undefined) throw new Error(`${at} is not documented: ${text}`)
    for (const [name, { required, schema }] of Object.entries(documented.headers ?? {})) {
      const value = answer.headers.get(name)
      if (value === null && required === true) throw new Error(`${at}: ${name} is missing`)
      if (value === null) continue
      if (schema.type === 'integer' && !/^\d+$/.test(value)) throw new Error(`${at}: ${name} is ${value}`)
      if (schema.enum !== undefined && !schema.enum.includes(value)) throw new Error(`${at}: ${name} is ${value}`)
    }
    const names = new Set(Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase()))
    for (const [name] of answer.headers)
      if (headersThatSpeak.test(name) && !names.has(name)) throw new Error(`${at}: ${name} is not documented`)
    const [type = ''] = (answer.headers.get('content-type') ?? '').split(';')
    if (documented.content === undefined && text === '') return
    if (documented.content?.[type] === undefined) throw new Error(`${at}: ${type} is not documented`)
    const pointer = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema']
    const validate = ajv.compile({ $ref: `document#${pointer.map(segment).join('')}` })
    if (!validate(type === 'application/json' ? JSON.parse(text) : text))
      throw new Error(`${at} does not fit: ${ajv.errorsText(validate.errors)}: ${text}`)
  }

  async function send(operationId: string, sent: Sent = {}): Promise<Answer> {
    const { path, method } = found(operationId)
    const url = new URL(baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.path?.[name] ?? '')))
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, String(value))
    const body = typeof sent.body === 'object' ? JSON.stringify(sent.body) : sent.body
    const headers = { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...sent.headers }
    const answer = await fetch(url, { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) })
    const text = await answer.text()
    check(operationId, answer, text)
    seen.add(`${operationId} ${answer.status}`)
    const isJson = (answer.headers.get('content-type') ?? '').startsWith('application/json')
    const content = isJson ? (JSON.parse(text) as { result?: unknown; code?: string }) : {}
    if (content.code !== undefined) codes.add(content.code)
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      result: content.result as never,
      code: content.code,
    }
  }

  return {
    send,
    codes,
    operationIds: [...operations.keys()],
    operation: (operationId: string) => found(operationId).operation,
    /** Documented statuses of an operation that no answer has had yet. */
    unseen: (isWanted: (status: number) => boolean): string[] =>
      [...operations].flatMap(([id, { operation }]) =>
        Object.keys(operation.responses)
          .filter((status) => isWanted(Number(status)) && !seen.has(`${id} ${status}`))
          .map((status) => `${id} ${status}`),
      ),
  }
}

export type ConformingClient = Awaited<ReturnType<typeof conformingClient>>
