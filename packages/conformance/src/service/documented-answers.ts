import type { OpenApiDocument } from '@tandem/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export interface Header {
  required?: boolean
  schema: { type?: string; enum?: string[] }
}
export interface DocumentedAnswer {
  content?: Record<string, unknown>
  headers?: Record<string, Header>
}
export interface DocumentedOperation {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: unknown
  responses: Record<string, DocumentedAnswer>
}

const headersThatSpeak =
  /^(x-request-id|retry-after|ratelimit-.*|idempotency-replayed|www-authenticate|etag|location|allow)$/
const segment = (part: string) => `/${part.replace(/~/g, '~0').replace(/\//g, '~1')}`

/** The operations of an OpenAPI document, and how their answers must look: status, headers, content type and body. */
export function documentedAnswers(document: OpenApiDocument) {
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
  const found = (operationId: string) => {
    const known = operations.get(operationId)
    if (known === undefined) throw new Error(`the document has no ${operationId}`)
    return known
  }

  /** Throws unless the document has this answer. */
  function check(operationId: string, answer: Pick<Response, 'status' | 'headers'>, text: string): void {
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

  return { operations, found, check }
}
