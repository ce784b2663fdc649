import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { toHex } from 'viem'
import type { Answering } from './model-chain.ts'

/** An endpoint of a model chain that other processes reach by its URL. */
export interface ModelEndpoint {
  readonly url: string
  /** Makes the endpoint answer only errors. */
  isSilent: boolean
  /** How many requests of each method came. */
  readonly asked: Map<string, number>
  stop(): Promise<void>
}

interface Call {
  id: unknown
  method: string
  params?: readonly unknown[]
}

/** Serves the answers over HTTP as JSON-RPC, in batches too. Every address has code. */
export async function modelEndpoint(chainId: number, answer: Answering): Promise<ModelEndpoint> {
  const asked = new Map<string, number>()
  async function answerTo({ id, method, params = [] }: Call) {
    asked.set(method, (asked.get(method) ?? 0) + 1)
    const fixed: Record<string, unknown> = { eth_chainId: toHex(chainId), eth_getCode: '0x01' }
    try {
      if (endpoint.isSilent) throw new Error('it does not answer')
      return { jsonrpc: '2.0', id, result: fixed[method] ?? (await answer({ method, params })) }
    } catch (error) {
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: (error as Error).message } }
    }
  }
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Call | Call[]
    const answers = Array.isArray(body) ? await Promise.all(body.map(answerTo)) : await answerTo(body)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answers))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint: ModelEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isSilent: false,
    asked,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return endpoint
}
