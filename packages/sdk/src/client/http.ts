import { TandemError } from '../tandem-error.ts'
import { type Answer, answerOf, resultOf, type WriteOptions } from './request.ts'

export interface Target {
  baseUrl: string
  headers: Record<string, string>
  fetch: (request: Request) => Promise<Response>
}

type Operation<Paths, Path extends keyof Paths, Method extends string> =
  Paths[Path] extends Record<Method, infer Found> ? Found : never
type PathOf<Paths, Method extends string> = {
  [Path in keyof Paths]: Operation<Paths, Path, Method> extends never ? never : Path
}[keyof Paths] &
  string

type Content<T> = T extends { content: infer Types } ? Types[keyof Types] : undefined
type DataOf<Found> = Found extends { responses: infer Responses }
  ? Content<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
  : never
type BodyOf<Found> = Found extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : Found extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : { body?: never }
type PathParams<Found> = Found extends { parameters: { path: infer Params } } ? { path: Params } : { path?: never }
type QueryParams<Found> = Found extends { parameters: { query?: infer Query } } ? { query?: Query } : { query?: never }

type ResultOf<Data> = Data extends { result: infer Result } ? Result : never

type Parts<Found> = BodyOf<Found> & PathParams<Found> & QueryParams<Found>

export interface Http<Paths> {
  GET: <Path extends PathOf<Paths, 'get'>>(...asked: Asked<Paths, Path, 'get'>) => Result<Paths, Path, 'get'>
  POST: <Path extends PathOf<Paths, 'post'>>(...asked: Asked<Paths, Path, 'post'>) => Result<Paths, Path, 'post'>
  DELETE: <Path extends PathOf<Paths, 'delete'>>(...asked: Asked<Paths, Path, 'delete'>) => Promise<void>
  READ: <Path extends PathOf<Paths, 'get'>>(
    ...asked: Asked<Paths, Path, 'get'>
  ) => Promise<DataOf<Operation<Paths, Path, 'get'>>>
}
type Asked<Paths, Path extends keyof Paths, Method extends string> = [
  path: Path,
  parts: Parts<Operation<Paths, Path, Method>>,
  options: WriteOptions | undefined,
]
type Result<Paths, Path extends keyof Paths, Method extends string> = Promise<
  ResultOf<DataOf<Operation<Paths, Path, Method>>>
>

interface AnyParts {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function makeHttp<Paths>({ baseUrl, headers: always, fetch }: Target): Http<Paths> {
  const base = baseUrl.replace(/\/$/, '')
  async function ask(
    method: string,
    template: string,
    { path = {}, query = {}, body }: AnyParts,
    { signal, webhookSecret, idempotencyKey }: WriteOptions,
  ): Promise<Answer> {
    const request = new Request(base + pathOf(template, path) + queryOf(query), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...always,
        ...(webhookSecret === undefined ? {} : { 'Webhook-Secret': webhookSecret }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const response = await fetch(request)
    const text = await response.text()
    if (!response.ok) return { error: parsedOr(text), response }
    return { data: text === '' ? undefined : JSON.parse(text), response }
  }
  const send =
    (method: string, read: typeof answerOf) =>
    (template: string, parts: AnyParts, options: WriteOptions = {}) =>
      read(ask(method, template, parts, options))
  const sends = { GET: send('GET', resultOf), POST: send('POST', resultOf), DELETE: send('DELETE', answerOf) }
  return { ...sends, READ: send('GET', answerOf) } as unknown as Http<Paths>
}

const pathOf = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, values[name]))

/**
 * Encodes an identifier as one segment of a path. An identifier may come from somebody else, who must not be able to
 * choose another path by it. So a slash is encoded, and `.`, `..` and an empty text are refused.
 *
 * @throws `INVALID_REQUEST`; nothing was sent.
 */
export function pathSegment(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text))
    throw new TandemError(
      'INVALID_REQUEST',
      `${JSON.stringify(text)} is no ${name}: give the one that the service named`,
    )
  return encodeURIComponent(text)
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat()) if (one != null) query.append(name, String(one))
  return query.size === 0 ? '' : `?${query}`
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
