import { context, createContextKey } from '@opentelemetry/api'

const key = createContextKey('tandem: methods of an RPC request')

/**
 * Names the JSON-RPC methods in the spans of requests that `work` makes. The spans would otherwise
 * look alike: every such request is a POST, and its path stays out of traces.
 */
export const withRpcMethods = <T>(methods: readonly string[] | undefined, work: () => T): T =>
  methods === undefined ? work() : context.with(context.active().setValue(key, methods), work)

/** The first five methods, each named once. */
export function currentRpcMethods(): string | undefined {
  const methods = context.active().getValue(key) as readonly string[] | undefined
  return methods === undefined ? undefined : [...new Set(methods)].slice(0, 5).join(' ')
}
