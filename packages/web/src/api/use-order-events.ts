import type { OrderEventWire } from '@tandem/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Api } from './api.ts'

const types = [
  'order.created',
  'order.fact_seen',
  'order.fact_confirmed',
  'order.fact_finalized',
  'order.fact_retracted',
  'order.status_changed',
  'order.reveal_safe',
] as const

/** The state of the event stream. `ended` means that the order is final, and no event will follow. */
export type StreamState = 'connecting' | 'live' | 'ended' | 'broken'

/**
 * Follows an order by its event stream. Every event makes the page read the order and its explanation again, so that it always
 * shows a whole answer of the service. The browser reconnects by itself and resumes after the last event.
 * @param isFinal whether the order is final. If it is from the start, its events are read once, and no stream is opened.
 * @returns every event of the order so far, of which the oldest comes first, and the state of the stream. A fact that a reorg took
 * back stays in the list, followed by the event that says so.
 */
export function useOrderEvents(
  api: Api,
  orderId: string,
  isFinal: boolean,
): { events: readonly OrderEventWire[]; state: StreamState } {
  const queries = useQueryClient()
  const [events, setEvents] = useState<readonly OrderEventWire[]>([])
  const [state, setState] = useState<StreamState>('connecting')
  const wasFinal = useRef(isFinal)

  useEffect(() => {
    setEvents([])
    setState('connecting')
    const ended = new AbortController()
    const add = (more: readonly OrderEventWire[]) =>
      setEvents((known) => {
        const last = known.at(-1)?.seq ?? 0
        return [...known, ...more.filter((event) => event.seq > last)]
      })

    const readAll = () =>
      readPage(api, orderId, ended.signal).then(
        (page) => {
          add(page)
          setState('ended')
        },
        () => setState('broken'),
      )
    if (wasFinal.current) {
      void readAll()
      return () => ended.abort()
    }
    const source = new EventSource(api.eventsUrl(orderId))
    source.onopen = () => setState('live')
    source.onerror = () => {
      // The orderbook closes the stream with a 204 when the order is final.
      if (source.readyState === EventSource.CLOSED) void readAll()
      else setState('broken')
    }
    const onEvent = (message: MessageEvent<string>) => {
      add([JSON.parse(message.data) as OrderEventWire])
      for (const kind of ['order', 'explanation', 'claims'])
        void queries.invalidateQueries({ queryKey: [kind, orderId] })
    }
    for (const type of types) source.addEventListener(type, onEvent)
    return () => {
      ended.abort()
      source.close()
    }
  }, [api, orderId, queries])
  return { events, state: isFinal && state === 'broken' ? 'ended' : state }
}

async function readPage(api: Api, orderId: string, signal: AbortSignal): Promise<OrderEventWire[]> {
  const answer = await fetch(`${api.eventsUrl(orderId)}?limit=1000`, {
    signal,
    headers: { Accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(`the events answered ${answer.status}`)
  return ((await answer.json()) as { result: { data: OrderEventWire[] } }).result.data
}
