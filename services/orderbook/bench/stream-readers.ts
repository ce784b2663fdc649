/**
 * The readers of `npm run bench -- streams`, in a separate process: live streams over bare sockets, which only search for
 * frames, because any further work would delay the streams that are read next. The process tells its parent when all
 * streams are open, on request how many frames have come, and at the end how long they took.
 */
import { createConnection } from 'node:net'
import { percentile } from '@tandem/local-services'
import { systemMs } from './system-ms.ts'

/** The parent's questions: first to open streams, at the end for the times since the events were committed, in order. */
export type Asked = { open: { port: number; streams: number; events: number } } | 'arrived' | { committedAt: number[] }
export type Arrived = { arrived: number; closed: number }
export type Took = Arrived & { p50: number; p99: number }

/**
 * The beginning of a frame with the line feed before it. Nothing else in a stream matches, because JSON has no line feeds.
 */
const mark = '\nid: '

/** One buffer for all streams: each read is searched before the next one begins. */
const shared = Buffer.allocUnsafeSlow(1 << 16)

let arrivals = { streams: 0, times: new Float64Array(0) }
let arrived = 0
let closed = 0

/** Calls `found` for each frame that begins in the bytes, across consecutive reads. */
function frameFinder(found: () => void): (bytes: Buffer) => void {
  /** The end of the last read, in which a frame may begin. */
  let end = ''
  const most = mark.length - 1
  return (bytes) => {
    if (`${end}${bytes.toString('latin1', 0, most)}`.includes(mark)) found()
    for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) found()
    end = `${end}${bytes.toString('latin1', Math.max(0, bytes.length - most))}`.slice(-most)
  }
}

/** Opens a stream, and resolves when the head of the answer has arrived. */
const openStream = (port: number, stream: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let frames = 0
    let now = 0
    const find = frameFinder(() => {
      const place = frames * arrivals.streams + stream
      frames += 1
      if (place >= arrivals.times.length) return
      arrivals.times[place] = now
      arrived += 1
    })
    let isOpen = false
    const callback = (length: number) => {
      now = systemMs()
      const bytes = shared.subarray(0, length)
      if (!isOpen && !bytes.toString('latin1').startsWith('HTTP/1.1 200'))
        reject(new Error(`a stream was answered with ${bytes.toString('latin1', 0, 12)}`))
      isOpen = true
      resolve()
      find(bytes)
      return true
    }
    const socket = createConnection({ host: '127.0.0.1', port, onread: { buffer: shared, callback } })
    socket.once('error', reject)
    socket.once('close', () => {
      closed += 1
    })
    socket.write('GET /events?after_seq=0 HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n')
  })

async function open({ port, streams, events }: { port: number; streams: number; events: number }): Promise<void> {
  arrivals = { streams, times: new Float64Array(streams * events) }
  for (let next = 0; next < streams; next += 10)
    await Promise.all(Array.from({ length: Math.min(10, streams - next) }, (_, one) => openStream(port, next + one)))
}

function tookSince(committedAt: readonly number[]): Took {
  const took: number[] = []
  for (const [event, at] of committedAt.entries())
    for (const time of arrivals.times.subarray(event * arrivals.streams, (event + 1) * arrivals.streams))
      if (time > 0) took.push(time - at)
  return { arrived, closed, p50: percentile(took, 0.5), p99: percentile(took, 0.99) }
}

process.on('message', async (asked: Asked) => {
  if (asked === 'arrived') return process.send?.({ arrived, closed } satisfies Arrived)
  if ('committedAt' in asked) return process.send?.(tookSince(asked.committedAt))
  await open(asked.open)
  process.send?.('open')
})
process.once('disconnect', () => process.exit(0))
