/** An endpoint in front of a real chain that can lie, keep silent, and record what it was sent. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RpcCall {
  method: string
  params: unknown[]
}
type Numbered = RpcCall & { id: number }
/**
 * What the endpoint does with a call. `answer`: it makes a result up. `error`: it refuses. `ask`: it asks the chain another
 * question. Undefined: it says what the chain says.
 */
export type Lie = { answer: unknown } | { error: { code: number; message: string } } | { ask: RpcCall } | undefined

export interface RpcProxy {
  readonly url: string
  /** Every call that came in, from the oldest to the newest. */
  readonly calls: RpcCall[]
  /** Decides what the endpoint says; a test sets it. It may read what the chain says first. */
  lie: (call: RpcCall, ask: (call: RpcCall) => Promise<unknown>) => Promise<Lie> | Lie
  /** Whether the endpoint closes every connection without an answer. */
  isDown: boolean
  /** Whether the endpoint begins an answer, and never ends it. */
  isStalled: boolean
  /** Has the endpoint answer every request by 429, with this `Retry-After`; undefined to answer normally. */
  retryAfterSecs: number | undefined
  /** Whether any call held this text. */
  saw(text: string): boolean
  stop(): Promise<void>
}

export async function startRpcProxy(rpcUrl: string): Promise<RpcProxy> {
  const forward = async (body: object): Promise<{ result?: unknown; error?: unknown }> => {
    const headers = { 'content-type': 'application/json' }
    const send = () => fetch(rpcUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    // The connection may be one that the chain has just closed.
    const said = await send().catch(send)
    return (await said.json()) as { result?: unknown; error?: unknown }
  }
  const ask = async ({ method, params }: RpcCall) =>
    (await forward({ jsonrpc: '2.0', id: 1, method, params })).result as unknown

  const server = createServer((req, res) => {
    void answer(req, res).catch(() => req.socket.destroy())
  })
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (proxy.isDown) return void req.socket.destroy()
    if (proxy.isStalled) return void res.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const { retryAfterSecs } = proxy
    if (retryAfterSecs !== undefined) return void res.writeHead(429, { 'retry-after': String(retryAfterSecs) }).end()
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Numbered | Numbered[]
    const said = Array.isArray(asked) ? await Promise.all(asked.map(say)) : await say(asked)
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify(said))
  }
  const say = async ({ id, method, params }: Numbered) => {
    const call = { method, params: params ?? [] }
    proxy.calls.push(call)
    const lie = await proxy.lie(call, ask)
    const said =
      lie === undefined
        ? await forward({ jsonrpc: '2.0', ...call, id })
        : 'ask' in lie
          ? await forward({ jsonrpc: '2.0', ...lie.ask, id })
          : 'answer' in lie
            ? { result: lie.answer }
            : lie
    return { jsonrpc: '2.0', ...said, id }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    lie: () => undefined,
    isDown: false,
    isStalled: false,
    retryAfterSecs: undefined,
    saw: (text) => JSON.stringify(proxy.calls).includes(text.replace('0x', '')),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
