import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import type { Response } from 'express'
import { openEventConnection } from './event-connection.ts'

/** A response whose client reads slowly while `isSlow`, until `drain`. */
class Client extends EventEmitter {
  readonly writes: string[] = []
  isSlow = false
  isDestroyed = false
  writableEnded = false
  writeHead() {}
  write(bytes: Buffer | string) {
    this.writes.push(String(bytes))
    return !this.isSlow
  }
  end() {
    this.writableEnded = true
  }
  destroy() {
    this.isDestroyed = true
  }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function open() {
  const client = new Client()
  return { client, connection: openEventConnection(client as unknown as Response, () => undefined) }
}

describe('the heartbeat of a stream', () => {
  it('is a comment to a client that reads', () => {
    const { client, connection } = open()
    jest.advanceTimersByTime(600_000)
    connection.heartbeat()
    expect([client.writes.at(-1), client.isDestroyed]).toEqual([': heartbeat\n\n', false])
  })

  it('writes nothing to a client that does not read, and disconnects it after a minute', () => {
    const { client, connection } = open()
    client.isSlow = true
    connection.write(Buffer.from('id: 1\n\n'))
    const written = client.writes.length
    jest.advanceTimersByTime(60_000)
    connection.heartbeat()
    expect([client.writes.length, client.isDestroyed]).toEqual([written, false])
    jest.advanceTimersByTime(1_000)
    connection.heartbeat()
    expect([client.writes.length, client.isDestroyed]).toEqual([written, true])
  })

  it('counts the minute anew for a client that read meanwhile', () => {
    const { client, connection } = open()
    client.isSlow = true
    connection.write(Buffer.from('id: 1\n\n'))
    jest.advanceTimersByTime(59_000)
    client.emit('drain')
    connection.write(Buffer.from('id: 2\n\n'))
    jest.advanceTimersByTime(59_000)
    connection.heartbeat()
    expect(client.isDestroyed).toBe(false)
  })
})
