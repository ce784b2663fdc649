/** An endpoint on the loopback interface, in front of a true chain, that answers as a lie says. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer, HttpReply, Lie, Reply, RpcRequest, Said, Scene } from './lie.ts'

type Numbered = RpcRequest & { id: number }

/** The true chain behind an endpoint: a URL, or a function for a chain in memory. */
export type TrueChain = string | ((request: RpcRequest) => Promise<Said>)

export type LyingEndpoint = {
  readonly url: string
  /** How often each method was asked for. */
  readonly asked: Map<string, number>
  /** Every question since the start, oldest first. */
  readonly questions: RpcRequest[]
  /** From now on the endpoint tells this lie, or the truth. */
  tell: (lie: Lie | undefined) => void
  stop: () => Promise<void>
}

const noLog: Scene['log'] = { address: '0x0000000000000000000000000000000000000001', topics: [], data: '0x' }
const truthful: Answer = (_request, honest) => honest()

/**
 * Starts an endpoint.
 *
 * @param options.scene what lying endpoints make their answers from. Without a `shadow` in it, the other history is the
 * true one.
 */
export async function lyingEndpoint({
  chain,
  lie,
  scene: over = {},
}: {
  chain: TrueChain
  lie?: Lie
  scene?: Partial<Scene>
}): Promise<LyingEndpoint> {
  const trueChain = typeof chain === 'string' ? overHttp(chain) : chain
  const scene: Scene = { shadow: trueChain, log: noLog, limitMs: 3_000, ...over }
  const asked = new Map<string, number>()
  const questions: RpcRequest[] = []
  let answer = lie?.tell(scene) ?? truthful

  const reply = async ({ method, params = [] }: Numbered): Promise<Reply> => {
    const request = { method, params }
    asked.set(method, (asked.get(method) ?? 0) + 1)
    questions.push(request)
    return answer(request, (other = request) => trueChain(other))
  }
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = JSON.parse(await bodyOf(req)) as Numbered | Numbered[]
    const batch = [body].flat()
    const replies = await Promise.all(batch.map(reply))
    if (replies.includes('cut')) return void req.socket.destroy()
    if (replies.includes('hang')) return
    const http = replies.find((one) => typeof one === 'object' && 'status' in one)
    if (http !== undefined) return sendHttp(res, http as HttpReply)
    const texts = replies.map((one, index) => textOf(batch[index]?.id, one as Said | { json: string }))
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(Array.isArray(body) ? `[${texts.join(',')}]` : texts[0])
  }

  const server = createServer((req, res) => void respond(req, res).catch(() => req.socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    questions,
    tell: (next) => {
      answer = next?.tell(scene) ?? truthful
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const textOf = (id: number | undefined, reply: Said | { json: string }) =>
  'json' in reply
    ? `{"jsonrpc":"2.0","id":${id},"result":${reply.json}}`
    : JSON.stringify({ jsonrpc: '2.0', id, ...reply })

function sendHttp(res: ServerResponse, { status, headers, body, endless }: HttpReply): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (endless) res.write(body ?? '{')
  else res.end(body)
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export function overHttp(url: string): (request: RpcRequest) => Promise<Said> {
  return async ({ method, params }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const send = () => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    // A failed request is sent once more, because the chain may just have closed the kept connection that the first one
    // used.
    const response = await send().catch(send)
    const { result, error } = (await response.json()) as {
      result?: unknown
      error?: Extract<Said, { error: unknown }>['error']
    }
    return error === undefined ? { result } : { error }
  }
}
