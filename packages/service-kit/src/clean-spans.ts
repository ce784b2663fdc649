import type { Attributes } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { redact, redactText } from './redact.ts'

/** The name under which our own spans are recorded, next to those of OpenTelemetry's instrumentation. */
export const tracerName = 'tandem'

/**
 * The attributes that a span may carry out of the process. All others are removed, including any
 * that a later version of the instrumentation adds: the paths and queries of RPC endpoints and
 * webhooks contain keys, and the IP address of a client is private.
 */
const told = new Set([
  'db.namespace',
  'db.operation.name',
  'db.query.text',
  'db.system.name',
  'error.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'rpc.method',
  'rpc.system.name',
  'server.address',
  'server.port',
])

const exceptionFacts = new Set(['exception.type', 'exception.message', 'exception.stacktrace'])

const url = /\b((?:https?|wss?|rediss?|postgres(?:ql)?):\/\/)(?:[^\s/?#@]*@)?([^\s/?#'"]*)[^\s'"]*/gi

/** Cuts each URL down to `https://host`, because the rest may be a key. */
const cutUrls = (text: string): string => text.replace(url, '$1$2')

const cleanText = (text: string): string => redactText(cutUrls(text))

/** A processor that runs before the exporter, so that no span leaves the process as its library wrote it. */
export const cleanSpans: SpanProcessor = {
  onStart: () => undefined,
  onEnd: cleanSpan,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
}

/** Removes what may be secret. The span itself is changed, because the exporter reads the same object. */
export function cleanSpan({
  attributes,
  events,
  status,
  instrumentationScope,
}: Pick<ReadableSpan, 'attributes' | 'events' | 'status' | 'instrumentationScope'>): void {
  const isOurs = instrumentationScope.name === tracerName
  clean(attributes, (name) => isOurs || told.has(name))
  for (const { attributes: facts = {} } of events) clean(facts, (name) => isOurs || exceptionFacts.has(name))
  if (status.message !== undefined) status.message = cleanText(status.message)
}

function clean(attributes: Attributes, mayTell: (name: string) => boolean): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string' && mayTell(name)) attributes[name] = redact(cutUrls(value), name) as string
    else if (typeof value === 'object' || !mayTell(name)) delete attributes[name]
  }
}
