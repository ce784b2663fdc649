import { createHash } from 'node:crypto'
import {
  type Attributes,
  context,
  type Link,
  propagation,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { redact, redactText } from './redact.ts'

export type SpanRole = 'server' | 'client' | 'internal'

const kinds: Record<SpanRole, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

export interface SpanOptions {
  role?: SpanRole
  /** Values that look like secrets are masked. */
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>
  orderId?: string | undefined
}

let isOn = false

export const isTracing = (): boolean => isOn

export interface Tracing {
  stop(): Promise<void>
}

/**
 * Without a URL nothing is recorded or loaded.
 * @param options.url spans go to `/v1/traces` under it.
 */
export async function startTracing(options: { service: string; url: string | undefined }): Promise<Tracing> {
  const { service, url } = options
  if (url === undefined) return { stop: () => Promise.resolve() }
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { OTLPTraceExporter }, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': `tandem-${service}` }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  isOn = true
  return {
    async stop() {
      isOn = false
      // A silent collector must not hold up the end of the process.
      await provider.shutdown().catch(() => undefined)
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

export interface SpanHandle {
  rename(name: string): void
  add(attributes: NonNullable<SpanOptions['attributes']>): void
}

export async function withSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: SpanHandle) => Promise<T>,
): Promise<T> {
  if (!isOn) return work(noSpan)
  const { parent, links } = placeOf(options.orderId)
  const attributes = safe({ ...options.attributes, 'tandem.order_id': options.orderId })
  const kind = kinds[options.role ?? 'internal']
  const span = trace.getTracer('tandem').startSpan(name, { kind, attributes, links }, parent)
  try {
    const handle = {
      rename: (other: string) => void span.updateName(other),
      add: (facts: NonNullable<SpanOptions['attributes']>) => void span.setAttributes(safe(facts)),
    }
    return await context.with(trace.setSpan(parent, span), () => work(handle))
  } catch (error) {
    span.setStatus({
      code: SpanStatusCode.ERROR,
      message: redactText(error instanceof Error ? error.message : 'failed'),
    })
    throw error
  } finally {
    span.end()
  }
}

const noSpan: SpanHandle = { rename: () => undefined, add: () => undefined }

export function noteInSpan(event: string, attributes: NonNullable<SpanOptions['attributes']>): void {
  if (isOn) trace.getActiveSpan()?.addEvent(event, safe(attributes))
}

/** 32 hex digits. */
export const currentTraceId = (): string | undefined =>
  isOn ? trace.getSpanContext(context.active())?.traceId : undefined

const nothing = () => undefined

function leaf(name: string, attributes: NonNullable<SpanOptions['attributes']>): (error?: unknown) => void {
  const span = trace.getTracer('tandem').startSpan(name, { kind: SpanKind.CLIENT, attributes: safe(attributes) })
  return (error) => {
    if (error !== undefined)
      span.setStatus({
        code: SpanStatusCode.ERROR,
        message: redactText(error instanceof Error ? error.message : 'failed'),
      })
    span.end()
  }
}

/**
 * By host and methods: a path may hold a key, and parameters a secret.
 * @returns ends the span.
 */
export function spanOfCall(call: {
  url: unknown
  method?: string | undefined
  body?: unknown
}): (error?: unknown) => void {
  if (currentTraceId() === undefined) return nothing
  const { method = 'GET', body } = call
  const asked =
    typeof body === 'string' ? [...body.matchAll(/"method":"(\w{1,64})"/g)].map(([, name = '']) => name) : []
  const methods = [...new Set(asked)].slice(0, 5).join(' ')
  return leaf(methods === '' ? method : `RPC ${methods}`, {
    'server.address': hostOf(call.url),
    'http.request.method': method,
    ...(methods === '' ? {} : { 'rpc.system.name': 'jsonrpc', 'rpc.method': methods, 'rpc.batch_size': asked.length }),
  })
}

function hostOf(url: unknown): string | undefined {
  const text = url instanceof Request ? url.url : String(url)
  return URL.canParse(text) ? new URL(text).host : undefined
}

/**
 * By first word and table: a literal could be anything.
 * @returns ends the span.
 */
export function spanOfStatement(text: unknown): (error?: unknown) => void {
  if (typeof text !== 'string' || currentTraceId() === undefined) return nothing
  const operation = /^\s*(\w{1,16})/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const table = /\b(?:from|into|update|join)\s+(?:"?public"?\.)?"?([a-z_]{1,63})\b/i.exec(text)?.[1]
  const summary = table === undefined ? operation : `${operation} ${table}`
  return leaf(summary, { 'db.system.name': 'postgresql', 'db.query.summary': summary })
}

/** For our own processes, not for strangers. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), headers)
  return headers
}

export function inCallersTrace<T>(headers: Readonly<Record<string, string | string[] | undefined>>, work: () => T): T {
  return isOn ? context.with(propagation.extract(context.active(), headers), work) : work()
}

/** The order's trace, over all processes: its id follows from the order's. */
export function traceOfOrder(orderId: string): SpanContext {
  const digest = createHash('sha256').update(`tandem:${orderId.toLowerCase()}`).digest('hex')
  return {
    traceId: digest.slice(0, 32),
    spanId: digest.slice(32, 48),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  }
}

/** A moved span keeps a link to its origin. */
function placeOf(orderId: string | undefined) {
  const active = context.active()
  const current = trace.getSpanContext(active)
  if (orderId === undefined) return { parent: active, links: [] }
  const order = traceOfOrder(orderId)
  if (current?.traceId === order.traceId) return { parent: active, links: [] }
  const links: Link[] = current === undefined ? [] : [{ context: current }]
  return { parent: trace.setSpanContext(active, order), links }
}

function safe(attributes: NonNullable<SpanOptions['attributes']>): Attributes {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, redact(value, name) as string | number | boolean]))
}
