import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetchWithin } from '../src/fetch-within.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((req, res) => {
    if (req.url === '/silent') return
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
})
