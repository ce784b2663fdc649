import { Agent, request as httpRequest } from 'node:http'
import { percentile } from '@tandem/local-services'

export type Shot = { method: 'GET' | 'POST'; path: string; body?: string }
export type LoadResult = { requests: number; requestsPerSec: number; p50Ms: number; p99Ms: number; failed: number }

/** Keeps `concurrency` requests in flight for `durationMs`, over kept-alive connections. */
export async function fire(
  baseUrl: string,
  next: () => Shot | undefined,
  { durationMs, concurrency }: { durationMs: number; concurrency: number },
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const { hostname, port } = new URL(baseUrl)
  const times: number[] = []
  let failed = 0
  const send = ({ method, path, body }: Shot) =>
    new Promise<number>((resolve, reject) => {
      const headers =
        body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const request = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', reject)
      })
      request.once('error', reject)
      request.end(body)
    })
  const startedAt = performance.now()
  const worker = async () => {
    while (performance.now() - startedAt < durationMs) {
      const shot = next()
      if (shot === undefined) return
      const sentAt = performance.now()
      const status = await send(shot)
      times.push(performance.now() - sentAt)
      if (status >= 400) failed += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const elapsedSecs = (performance.now() - startedAt) / 1000
  agent.destroy()
  const [p50Ms, p99Ms] = [percentile(times, 0.5), percentile(times, 0.99)]
  return { requests: times.length, requestsPerSec: times.length / elapsedSecs, p50Ms, p99Ms, failed }
}
