import { MAX_LOGGED_ATTEMPTS } from '@tandem/contracts'
import { startIntervalLoop } from '@tandem/service-kit'
import { eventWire } from '../events/event.wire.ts'
import type { StoredEvent } from '../events/ports.ts'
import { signedHeaders } from '../outgoing/signature.ts'
import type { Clock } from '../ports.ts'
import { retryDelay } from './backoff.ts'
import type { SendResult, SendWebhook } from './send.ts'

/** A delivery that is leased to this process. */
export type DueDelivery = {
  readonly deliveryId: string
  readonly webhookId: string
  readonly url: string
  /** The URL's host without its port. */
  readonly host: string
  readonly secret: string
  readonly tries: number
  readonly attempts: readonly Attempt[]
  readonly event: StoredEvent
}

/** One attempt, as the delivery log shows it. */
export type Attempt = { at: string; status_code: number | null; error: string | null; duration_ms: number }

export type DeliveryOutcome =
  | { status: 'delivered' }
  | { status: 'pending'; nextAttemptAt: Date }
  | { status: 'failed' }

export interface DeliveryQueue {
  /**
   * Makes deliveries from new events.
   * @returns whether there may be more.
   */
  fanOut(now: Date): Promise<boolean>
  /**
   * Leases due deliveries. When this process dies, they are due again after `leasedUntil`. Of the events of one order only
   * the earliest is due to a webhook.
   */
  take(now: Date, leasedUntil: Date, limits: TakeLimits): Promise<DueDelivery[]>
  /**
   * Stores the outcome of an attempt, unless the lease was lost.
   * @returns `disabled` when the webhook was given up.
   */
  record(
    delivery: DueDelivery,
    attempts: Attempt[],
    outcome: DeliveryOutcome,
    now: Date,
  ): Promise<'enabled' | 'disabled'>
}

export type TakeLimits = {
  /** How many deliveries one webhook may have in flight. After a failure the limit is one. */
  readonly perWebhook: number
  readonly inAll: number
  readonly busy: ReadonlyMap<string, number>
  readonly perHost: number
  readonly busyHosts: ReadonlyMap<string, number>
}

export type DispatcherDeps = {
  queue: DeliveryQueue
  send: SendWebhook
  now: Clock
  onDelivery: (delivery: DueDelivery, result: SendResult, outcome: DeliveryOutcome) => void
  /** Called when a webhook is disabled, until its owner enables it again. */
  onDisabled: (delivery: DueDelivery) => void
  onError: (error: unknown) => void
}

const roundEveryMs = 500
const maxPerWebhook = 8
const maxInFlight = 256
const maxPerHost = 64
/** The lease lasts longer than the slowest delivery. */
const leaseMs = 60_000

/**
 * Sends deliveries, each at least once. Every replica runs a dispatcher. No webhook waits for the answer of another.
 * @returns a function that stops the dispatcher.
 */
export function startDispatcher(deps: DispatcherDeps): () => Promise<void> {
  const inFlight = new Map<Promise<void>, DueDelivery>()
  let isStopping = false

  function launch(delivery: DueDelivery): void {
    const sending = deliver(deps, delivery)
      .catch(deps.onError)
      .finally(() => {
        inFlight.delete(sending)
        rounds.trigger()
      })
    inFlight.set(sending, delivery)
  }

  /**
   * Sends the due deliveries.
   * @returns whether there were any.
   */
  async function launchDue(): Promise<boolean> {
    if (isStopping || inFlight.size >= maxInFlight) return false
    const nowMs = deps.now()
    const limits = {
      ...{ perWebhook: maxPerWebhook, inAll: maxInFlight - inFlight.size, perHost: maxPerHost },
      busy: countOf([...inFlight.values()].map(({ webhookId }) => webhookId)),
      busyHosts: countOf([...inFlight.values()].map(({ host }) => host)),
    }
    const due = await deps.queue.take(new Date(nowMs), new Date(nowMs + leaseMs), limits)
    for (const delivery of due) launch(delivery)
    return due.length > 0
  }

  /** Alternates between new events and due deliveries, so that neither delays the other. */
  async function round(): Promise<void> {
    for (let isMore = true; isMore && !isStopping; ) {
      const hasMoreEvents = await deps.queue.fanOut(new Date(deps.now()))
      isMore = (await launchDue()) || hasMoreEvents
    }
  }

  const { onError } = deps
  const rounds = startIntervalLoop({ round, onError, intervalMs: roundEveryMs, delayMs: roundEveryMs })
  return async () => {
    isStopping = true
    await rounds.stop()
    await Promise.all(inFlight.keys())
  }
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

async function deliver(
  { queue, send, now, onDelivery, onDisabled }: DispatcherDeps,
  delivery: DueDelivery,
): Promise<void> {
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
  const attempts = [...delivery.attempts, attempt].slice(-MAX_LOGGED_ATTEMPTS)
  const standing = await queue.record(delivery, attempts, outcome, new Date(endedMs))
  onDelivery(delivery, result, outcome)
  if (standing === 'disabled') onDisabled(delivery)
}

function outcomeOf(result: SendResult, tries: number, nowMs: number): DeliveryOutcome {
  if (result.error === null) return { status: 'delivered' }
  const delaySecs = retryDelay(tries)
  return delaySecs === null
    ? { status: 'failed' }
    : { status: 'pending', nextAttemptAt: new Date(nowMs + delaySecs * 1000) }
}
