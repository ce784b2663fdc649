type Json = Record<string, unknown>

interface Content {
  schema?: unknown
  example?: unknown
  examples?: Json
}

interface Body {
  content?: Record<string, Content>
  headers?: unknown
}

interface Operation {
  requestBody?: Body
  responses?: Record<string, Body>
}

/**
 * Prepares an OpenAPI document for `vitepress-openapi`, which does not resolve our references and then shows each body as
 * "string". References are replaced by what they name, and a recorded example becomes the sample that is shown first.
 *
 * Error responses keep only their recorded examples: their schema and headers are the same in all of them, and more than a
 * megabyte for a phone to go through.
 */
export function prepareDocument(document: Json): Json {
  const { components, webhooks, ...rest } = document
  const paths = inline(rest.paths, document) as Record<string, Record<string, Operation>>
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const responses = Object.entries(operation.responses ?? {})
    for (const [status, response] of responses) if (!status.startsWith('2')) keepExamples(response)
    for (const body of [operation.requestBody, ...responses.map(([, response]) => response)])
      for (const content of Object.values(body?.content ?? {}))
        if (content.example !== undefined) content.examples = { Example: { value: content.example } }
  }
  const { securitySchemes } = components as Json
  return { ...rest, paths, components: { securitySchemes } }
}

/** Replaces each reference by a copy of what it names. The documents have no circular references. */
function inline(node: unknown, document: Json): unknown {
  if (Array.isArray(node)) return node.map((one) => inline(one, document))
  if (typeof node !== 'object' || node === null) return node
  const { $ref: reference } = node as { $ref?: unknown }
  if (typeof reference !== 'string')
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, document)]))
  const [, ...keys] = reference.split('/')
  return inline(
    keys.reduce((at, key) => at[key] as Json, document),
    document,
  )
}

function keepExamples(response: Body): void {
  delete response.headers
  for (const content of Object.values(response.content ?? {})) delete content.schema
}
