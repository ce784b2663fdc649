import type { Attributes } from '@opentelemetry/api'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace-base'
import { redact, redactText } from './redact.ts'

/** The name of our own spans, beside those of OpenTelemetry's instrumentation. */
export const tracerName = 'tandem'

/**
 * What instrumentation may tell of a request, a statement or a command. Whatever is not listed stays here, also what a
 * later version adds: paths and queries of RPC endpoints and webhooks carry keys, and the network address of a client is
 * nobody's business.
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

/** Leaves `https://host` of each URL: the rest may be a key. */
const cutUrls = (text: string): string => text.replace(url, '$1$2')

const cleanText = (text: string): string => redactText(cutUrls(text))

/** Stands before the exporter, so that no span leaves the process as its library wrote it. */
export const cleanSpans: SpanProcessor = {
  onStart: () => undefined,
  onEnd: cleanSpan,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
}

/** Changes the span itself: the exporter reads the same one. */
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
