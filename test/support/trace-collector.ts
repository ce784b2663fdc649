import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OpenTelemetry's JSON has it, with the service that sent it. */
export interface CollectedSpan {
  service: string
  traceId: string
  name: string
  attributes: Record<string, unknown>
  events: string[]
  /** The ids of traces that the span is linked to. */
  links: string[]
}

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        name: string
        attributes?: Attribute[]
        events?: { name: string }[]
        links?: { traceId: string }[]
      }[]
    }[]
  }[]
}
type Attribute = { key: string; value: Record<string, unknown> }

const valuesOf = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Receives what processes export, as an OpenTelemetry collector does, and keeps it. */
export async function startTraceCollector() {
  const bodies: Buffer[] = []
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    bodies.push(Buffer.concat(parts))
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** All bytes that were received. */
    received: () => Buffer.concat(bodies),
    spans: (): CollectedSpan[] =>
      bodies
        .flatMap((body) => (JSON.parse(body.toString()) as Exported).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) =>
            spans.map(({ traceId, name, attributes, events = [], links = [] }) => ({
              service: String(valuesOf(resource.attributes)['service.name']),
              traceId,
              name,
              attributes: valuesOf(attributes),
              events: events.map((event) => event.name),
              links: links.map((link) => link.traceId),
            })),
          ),
        ),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
