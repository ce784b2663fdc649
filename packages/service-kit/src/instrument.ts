import http from 'node:http'
import https from 'node:https'
import { context, propagation, type TextMapPropagator, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { InstrumentationBase } from '@opentelemetry/instrumentation'
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express'
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis'
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import express from 'express'
import { Redis } from 'ioredis'
import pg from 'pg'
import { cleanSpans } from './clean-spans.ts'
import { currentRpcMethods } from './rpc-methods.ts'

export interface Instrumented {
  propagator: TextMapPropagator
  stop(): Promise<void>
}

/** Sets up tracing. This module is only loaded when spans are recorded. */
export function instrument({ service, url }: { service: string; url: string }): Instrumented {
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/$/, '')}/v1/traces` })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `tandem-${service}` }),
    spanProcessors: [cleanSpans, new BatchSpanProcessor(exporter)],
  })
  const propagator = new W3CTraceContextPropagator()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  // Nothing is injected here: the instrumentation would send our trace ids to RPC endpoints, makers and webhooks. Calls
  // between our own processes use `traceHeaders`.
  propagation.setGlobalPropagator({
    inject: () => undefined,
    extract: (into, carrier, getter) => propagator.extract(into, carrier, getter),
    fields: () => propagator.fields(),
  })
  trace.setGlobalTracerProvider(provider)
  patchModules()
  return {
    propagator,
    // A collector that does not answer must not hold up the end of the process.
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

/**
 * Hands each instrumentation the modules that we have imported ourselves, instead of letting it
 * hook `import` or `require`. So the order of imports does not matter, and tracing works alike in a
 * bundle, under `tsx`, and in every version of Node.js.
 *
 * A request, statement or command is recorded only inside another span. Otherwise most spans would
 * come from the polling of chains and queues.
 */
function patchModules(): void {
  const modules: Record<string, unknown> = {
    http,
    https,
    express,
    ioredis: Redis,
    pg,
    // The class from which `pg` derives its own pool.
    'pg-pool': Object.getPrototypeOf(pg.Pool),
  }
  const enabled = false
  const instrumentations: InstrumentationBase[] = [
    new HttpInstrumentation({
      enabled,
      requireParentforOutgoingSpans: true,
      ignoreIncomingRequestHook: ({ url = '' }) => /^\/(health|ready|metrics)/i.test(url),
      requestHook: (span) => {
        const methods = currentRpcMethods()
        if (methods === undefined) return
        span.updateName(`RPC ${methods}`)
        span.setAttributes({ 'rpc.system.name': 'jsonrpc', 'rpc.method': methods })
      },
    }),
    new ExpressInstrumentation({ enabled, ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER] }),
    new PgInstrumentation({ enabled, requireParentSpan: true }),
    // Only the command's name is recorded, because its arguments may hold anything.
    new IORedisInstrumentation({ enabled, requireParentSpan: true, dbStatementSerializer: (command) => command }),
  ]
  for (const instrumentation of instrumentations)
    for (const { name, patch } of instrumentation.getModuleDefinitions()) patch?.(modules[name])
  // This one needs no module: Node.js itself reports every request of `fetch` to it.
  new UndiciInstrumentation({ requireParentforSpans: true })
}
