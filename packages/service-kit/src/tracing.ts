import { createHash } from 'node:crypto'
import {
  type Attributes,
  context,
  type Link,
  type SpanContext,
  SpanStatusCode,
  type TextMapPropagator,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { tracerName } from './clean-spans.ts'

export interface SpanOptions {
  attributes?: Readonly<Record<string, string | number | boolean | undefined>>
  orderId?: string | undefined
}

/** Set while spans are recorded. */
let propagator: TextMapPropagator | undefined

export interface Tracing {
  stop(): Promise<void>
}

/**
 * Starts recording spans of HTTP, Express, PostgreSQL and Redis with OpenTelemetry's own instrumentation. Without a
 * URL, neither the SDK nor the instrumentation is loaded.
 *
 * @param options.url the collector. Spans go to `/v1/traces` under it.
 */
export async function startTracing(options: { service: string; url: string | undefined }): Promise<Tracing> {
  const { service, url } = options
  if (url === undefined) return { stop: () => Promise.resolve() }
  const { instrument } = await import('./instrument.ts')
  const sdk = instrument({ service, url })
  propagator = sdk.propagator
  return {
    async stop() {
      propagator = undefined
      await sdk.stop()
    },
  }
}

export async function withSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  if (propagator === undefined) return work()
  const { parent, links } = placeOf(options.orderId)
  const attributes: Attributes = { ...options.attributes, 'tandem.order_id': options.orderId }
  const span = trace.getTracer(tracerName).startSpan(name, { attributes, links }, parent)
  try {
    return await context.with(trace.setSpan(parent, span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : 'failed' })
    throw error
  } finally {
    span.end()
  }
}

export function noteInSpan(event: string, attributes: NonNullable<SpanOptions['attributes']>): void {
  if (propagator !== undefined) trace.getActiveSpan()?.addEvent(event, attributes)
}

/** The current trace's id, 32 hex digits. */
export const currentTraceId = (): string | undefined =>
  propagator === undefined ? undefined : trace.getSpanContext(context.active())?.traceId

/** Headers that carry the trace to another of our own processes. Nobody else gets them. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  propagator?.inject(context.active(), headers, { set: (into, name, value) => (into[name] = value) })
  return headers
}

/** The trace of an order, which all processes share: its id follows from the order's. */
export function traceOfOrder(orderId: string): SpanContext {
  const digest = createHash('sha256').update(`tandem:${orderId.toLowerCase()}`).digest('hex')
  return {
    traceId: digest.slice(0, 32),
    spanId: digest.slice(32, 48),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  }
}

/** A span that is moved to an order's trace keeps a link to where it came from. */
function placeOf(orderId: string | undefined) {
  const active = context.active()
  const current = trace.getSpanContext(active)
  if (orderId === undefined) return { parent: active, links: [] }
  const order = traceOfOrder(orderId)
  if (current?.traceId === order.traceId) return { parent: active, links: [] }
  const links: Link[] = current === undefined ? [] : [{ context: current }]
  return { parent: trace.setSpanContext(active, order), links }
}
