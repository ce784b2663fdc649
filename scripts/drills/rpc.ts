import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startStack } from '@tandem/devnet'
import { freePort } from '@tandem/local-services'
import { completeSwap, fundedSwap } from './swap.ts'

const services = ['orderbook', 'relayer', 'solver'] as const
const chains = ['devnet_a', 'devnet_b', 'devnet_l1'] as const
/** One provider's units; 20 for unlisted methods. */
const computeUnits: Record<string, number> = {
  eth_chainId: 0,
  eth_blockNumber: 10,
  eth_feeHistory: 10,
  eth_maxPriorityFeePerGas: 10,
  eth_call: 26,
  eth_sendRawTransaction: 40,
  eth_getLogs: 60,
}
const unitsOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].reduce((sum, [method, count]) => sum + count * (computeUnits[method] ?? 20), 0)

/** Counts each process's questions, idle and for swaps. */
export async function rpcDrill(idleSecs: number): Promise<void> {
  const ports = Object.fromEntries(await Promise.all(chains.map(async (chain) => [chain, await freePort()] as const)))
  const counters = await Promise.all(
    services.flatMap((service) => chains.map((chain) => startCounter(service, chain, ports[chain] ?? 0))),
  )
  const env = Object.fromEntries(
    services.map((service) => {
      const own = counters.filter((counter) => counter.service === service)
      return [service, { RPC_URLS: JSON.stringify(Object.fromEntries(own.map(({ chain, url }) => [chain, [url]]))) }]
    }),
  )
  const stack = await startStack({ isDurable: true, ports, env })
  try {
    await sleep(10_000)
    const report = (title: string, per: number) => {
      console.log(`\n${title}`)
      for (const { service, chain, counts } of counters.filter((counter) => counter.chain !== 'devnet_l1')) {
        const methods = [...counts]
          .sort(([, a], [, b]) => b - a)
          .map(([method, count]) => `${method} ${(count / per).toFixed(1)}`)
        console.log(
          `${service} on ${chain}: ${(unitsOf(counts) / per).toFixed(0)} compute units; ${methods.join(', ')}`,
        )
        counts.clear()
      }
    }
    for (const { counts } of counters) counts.clear()
    await sleep(idleSecs * 1000)
    report('idle, a block of 1 s', idleSecs)
    const swaps = 3
    for (let index = 0; index < swaps; index += 1) await completeSwap(await fundedSwap(stack))
    report('a swap, with what is asked meanwhile', swaps)
  } finally {
    await stack.stop()
    for (const { stop } of counters) stop()
  }
}

async function startCounter(service: (typeof services)[number], chain: string, port: number) {
  const counts = new Map<string, number>()
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    for (const [, method = ''] of body.matchAll(/"method":"(\w+)"/g)) counts.set(method, (counts.get(method) ?? 0) + 1)
    const answer = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch(() => undefined)
    res.writeHead(answer?.status ?? 502, { 'content-type': 'application/json' }).end(await answer?.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { service, chain, counts, url, stop }
}
