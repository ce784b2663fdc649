import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetchWithin } from '../src/fetch-within.ts'

/** Ten kilobytes that decompress to eleven megabytes. */
const packed = gzipSync(Buffer.alloc(11_000_000, ' '))
const sendOn = (res: ServerResponse): void => {
  if (!res.destroyed) res.write(Buffer.alloc(100_000, ' '), () => sendOn(res))
}
let endlessClosed = () => {}

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((req, res) => {
    if (req.url === '/silent') return
    if (req.url === '/packed') return void res.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    if (req.url === '/endless') return sendOn(res.on('close', () => endlessClosed()))
    res.writeHead(201, { 'x-one': 'two' })
    if (req.url === '/stalled') return void res.write('{')
    res.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('fetchWithin', () => {
  it('answers as fetch does', async () => {
    const answer = await fetchWithin(5_000)(`${url}/`)
    expect([answer.status, answer.headers.get('x-one'), await answer.json()]).toEqual([201, 'two', {}])
  })

  it.each(['silent', 'stalled'])('gives up on a server that is %s', async (how) => {
    await expect(fetchWithin(100)(`${url}/${how}`)).rejects.toMatchObject({ name: 'NoAnswerError' })
  })

  it('reads no answer of more than 10 MiB, as it is after unpacking', async () => {
    await expect(fetchWithin(60_000)(`${url}/packed`)).rejects.toMatchObject({ name: 'LargeAnswerError' })
  })

  it('ends the connection once an answer is too large', async () => {
    const closed = new Promise<void>((resolve) => {
      endlessClosed = resolve
    })
    await expect(fetchWithin(60_000)(`${url}/endless`)).rejects.toMatchObject({ name: 'LargeAnswerError' })
    await closed
  })
})
