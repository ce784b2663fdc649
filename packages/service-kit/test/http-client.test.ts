import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { makeHttpClient } from '../src/http-client.ts'

let server: Server
let base: string
const connections = new Set<number | undefined>()
const large: ServerResponse[] = []
beforeAll(async () => {
  server = createServer((req, res) => {
    connections.add(req.socket.remotePort)
    if (req.url === '/silent') return
    if (req.url === '/broken') return void req.socket.destroy()
    res.writeHead(req.url === '/busy' ? 429 : 201, { 'x-one': 'two' })
    if (req.url === '/stalled') return void res.write('{')
    if (req.url === '/cut') return void res.write('{', () => res.destroy())
    if (req.url === '/large') {
      large.push(res)
      return void res.write(Buffer.alloc(600_000))
    }
    if (req.url === '/echo') return void req.pipe(res)
    // One character of three bytes is sent in two pieces.
    const euro = Buffer.from('€')
    res.write(euro.subarray(0, 1), () => setTimeout(() => res.end(euro.subarray(1)), 20))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const at = (path: string) => ({ url: new URL(path, base) })

describe('makeHttpClient', () => {
  const ask = makeHttpClient({ timeoutMs: 5_000 })

  it('gives the whole answer, whatever pieces it comes in', async () => {
    const answer = await ask(at('/'))
    expect([answer.status, answer.statusText, answer.headers['x-one'], answer.text]).toEqual([
      201,
      'Created',
      'two',
      '€',
    ])
    expect((await ask(at('/busy'))).status).toBe(429)
  })

  it('sends what it is given', async () => {
    const body = JSON.stringify({ price: '5 €' })
    expect((await ask({ ...at('/echo'), method: 'POST', body })).text).toBe(body)
  })

  it('keeps its connection', async () => {
    connections.clear()
    for (let count = 0; count < 5; count += 1) await ask({ ...at('/echo'), method: 'POST', body: 'x' })
    expect(connections.size).toBe(1)
  })

  it.each(['silent', 'stalled'])('gives up on a server that is %s', async (how) => {
    await expect(makeHttpClient({ timeoutMs: 100 })(at(`/${how}`))).rejects.toMatchObject({ name: 'NoAnswerError' })
  })

  it.each(['broken', 'cut'])('fails when the connection is %s', async (how) => {
    await expect(ask(at(`/${how}`))).rejects.toThrow()
  })

  it('refuses an answer that is too long', async () => {
    const short = makeHttpClient({ timeoutMs: 5_000, maxBytes: 3 })
    await expect(short({ ...at('/echo'), method: 'POST', body: 'long' })).rejects.toThrow('longer than 3 bytes')
    expect((await short({ ...at('/echo'), method: 'POST', body: 'abc' })).text).toBe('abc')
  })

  it('reads two large answers at once, and a third when one of them has ended', async () => {
    const ended: string[] = []
    const askLarge = (name: string, client = ask) =>
      client(at('/large')).then(
        ({ text }) => ended.push(`${name} ${text.length}`),
        ({ name: error }) => ended.push(`${name} ${error}`),
      )
    const arrived = async (count: number) => {
      while (large.length < count) await ask(at('/'))
    }
    const first = askLarge('first')
    await arrived(1)
    const second = askLarge('second')
    await arrived(2)
    // These small questions take as long as the first two answers need to become large.
    for (let count = 0; count < 5; count += 1) await ask(at('/'))
    await askLarge('late', makeHttpClient({ timeoutMs: 200 }))
    const third = askLarge('third')
    await arrived(4)
    large[3]?.end()
    for (let count = 0; count < 10; count += 1) await ask(at('/'))
    expect(ended).toEqual(['late NoAnswerError'])
    large[1]?.end()
    await Promise.all([second, third])
    large[0]?.end()
    await first
    expect(ended).toEqual(['late NoAnswerError', 'second 600000', 'third 600000', 'first 600000'])
  })
})
