import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** A wrong answer of a server at one method and path. */
export interface Fault {
  /** The method and the path, such as `POST /quotes`. */
  at: string
  change: (answer: Answer) => Answer
}

const ofTheConnection = /^(connection|keep-alive|transfer-encoding|content-length|date)$/

/** A server that answers as another one does, except for one fault. */
export async function startWrongServer(baseUrl: string, fault: Fault) {
  const server = createServer(async (req, res) => {
    const { method = 'GET', url = '/' } = req
    const body = Buffer.concat(await req.toArray())
    const { host: _, ...headers } = req.headers as Record<string, string>
    const right = await fetch(baseUrl + url, { method, headers, ...(body.length === 0 ? {} : { body }) })
    const answer = { status: right.status, headers: Object.fromEntries(right.headers), body: await right.text() }
    const given = fault.at === `${method} ${url.split('?')[0]}` ? fault.change(answer) : answer
    const kept = Object.entries(given.headers).filter(([name]) => !ofTheConnection.test(name))
    res.writeHead(given.status, Object.fromEntries(kept)).end(given.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
