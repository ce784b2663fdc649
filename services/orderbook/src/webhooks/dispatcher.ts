import { eventWire } from '../http/order.wire.ts'
import type { Clock, StoredEvent } from '../usecases/ports.ts'
import { retryDelay } from './backoff.ts'
import type { SendResult, SendWebhook } from './send.ts'
import { signedHeaders } from './signature.ts'

/** A delivery that is due, leased to this process. */
export type DueDelivery = {
  readonly deliveryId: string
  readonly url: string
  readonly secret: string
  /** Failed attempts since it was queued. */
  readonly tries: number
  readonly attempts: readonly Attempt[]
  readonly event: StoredEvent
}

/** As it stands in the delivery log. */
export type Attempt = { at: string; status_code: number | null; error: string | null; duration_ms: number }

export type DeliveryOutcome =
  | { status: 'delivered' }
  | { status: 'pending'; nextAttemptAt: Date }
  | { status: 'failed' }

export interface DeliveryQueue {
  /** Makes deliveries of the events since the last time. Answers whether there may be more. */
  fanOut(now: Date): Promise<boolean>
  /**
   * Leases due deliveries until `leasedUntil`: whoever dies with one gives it back. Of one order's events to one
   * webhook only the earliest is ever due.
   */
  take(now: Date, leasedUntil: Date, limit: number): Promise<DueDelivery[]>
  /** Does nothing when the lease was lost and another process has recorded an attempt meanwhile. */
  record(delivery: DueDelivery, attempts: Attempt[], outcome: DeliveryOutcome): Promise<void>
}

export type DispatcherDeps = {
  queue: DeliveryQueue
  send: SendWebhook
  now: Clock
  onDelivery: (delivery: DueDelivery, result: SendResult, outcome: DeliveryOutcome) => void
  onError: (error: unknown) => void
}

const roundEveryMs = 500
const batchSize = 20
/** Longer than the slowest delivery. */
const leaseMs = 60_000
const keptAttempts = 20

/** Sends events to webhooks, at least once each. Every replica may run it; the queue keeps them apart. */
export function startDispatcher(deps: DispatcherDeps): () => Promise<void> {
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  let isIdle = true

  const round = async () => {
    while (!isStopping && (await deps.queue.fanOut(new Date(deps.now())))) {}
    while (!isStopping) {
      const nowMs = deps.now()
      const due = await deps.queue.take(new Date(nowMs), new Date(nowMs + leaseMs), batchSize)
      if (due.length === 0) return
      await Promise.all(due.map((delivery) => deliver(deps, delivery)))
    }
  }
  const timer = setInterval(() => {
    if (!isIdle) return
    isIdle = false
    running = round()
      .catch(deps.onError)
      .finally(() => {
        isIdle = true
      })
  }, roundEveryMs)
  return async () => {
    isStopping = true
    clearInterval(timer)
    await running
  }
}

async function deliver({ queue, send, now, onDelivery }: DispatcherDeps, delivery: DueDelivery): Promise<void> {
  const startedMs = now()
  const timestamp = Math.floor(startedMs / 1000)
  const data = eventWire(delivery.event)
  const body = JSON.stringify({ type: data.type, timestamp: data.created_at, data })
  const headers = signedHeaders(delivery.secret, delivery.deliveryId, timestamp, body)
  const result = await send(delivery.url, headers, body)
  const endedMs = now()
  const attempt: Attempt = {
    at: new Date(startedMs).toISOString(),
    status_code: result.statusCode,
    error: result.error,
    duration_ms: Math.max(0, endedMs - startedMs),
  }
  const outcome = outcomeOf(result, delivery.tries + 1, endedMs)
  await queue.record(delivery, [...delivery.attempts, attempt].slice(-keptAttempts), outcome)
  onDelivery(delivery, result, outcome)
}

function outcomeOf(result: SendResult, tries: number, nowMs: number): DeliveryOutcome {
  if (result.error === null) return { status: 'delivered' }
  const delaySecs = retryDelay(tries)
  return delaySecs === null
    ? { status: 'failed' }
    : { status: 'pending', nextAttemptAt: new Date(nowMs + delaySecs * 1000) }
}
