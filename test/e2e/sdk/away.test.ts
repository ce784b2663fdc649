/** The user closes everything after funding, and is paid: relayers that hold shares of the secret claim together. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { assetOf, readBalance, type Stack, startStack } from '@tandem/devnet'
import { devAccounts, freePort, until } from '@tandem/local-services'
import { compose, settings } from '@tandem/relayer'
import { constants } from '@tandem/relayer/config'
import { createClient, Swap, TandemError } from '@tandem/sdk'
import { shareSecret } from '@tandem/sdk/shares'
import { loadConfig } from '@tandem/service-kit'
import { applyMigrations } from '@tandem/service-kit/migrate'
import { fundUser } from '../../support/funded-user.ts'

const amount = 25_000_000n
const ends: (() => Promise<unknown>)[] = []
let stack: Stack
/** Three honest relayers of different operators, one that lies, and one that is down. */
let honest: string[]
let liar: { url: string; taken: string[] }
let down: string

beforeAll(async () => {
  stack = await startStack()
  ends.push(() => stack.stop())
  liar = await startLiar()
  down = `http://127.0.0.1:${await freePort()}`
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  honest = ports.map((port) => `http://127.0.0.1:${port}`)
  await Promise.all(ports.map((port, index) => startRelayer(port, index)))
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function startRelayer(port: number, index: number): Promise<void> {
  const databaseUrl = await stack.postgres.createDatabase(`operator_${index}`)
  await applyMigrations({
    databaseUrl,
    migrationsDir: new URL('../../../services/relayer/prisma/migrations', import.meta.url).pathname,
  })
  const chains = Object.values(stack.chains)
  const byChain = <T>(value: (chain: (typeof chains)[number]) => T) =>
    JSON.stringify(Object.fromEntries(chains.map((chain) => [chain.name, value(chain)])))
  const env = {
    ...{
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
      SHUTDOWN_DELAY_MS: '0',
      RATE_LIMIT_PER_MINUTE: '0',
    },
    ...{ DATABASE_URL: databaseUrl, DATABASE_ANSWER_TIMEOUT_MS: '20000', SECRETS_KEY: `0x${`4${index}`.repeat(32)}` },
    ...{ NETWORK_FILE: stack.networkFile, ORDERBOOK_URL: stack.baseUrl, ORDERBOOK_TIMEOUT_MS: '20000' },
    RPC_URLS: byChain(({ anvil }) => [anvil.rpcUrl]),
    SIGNERS: byChain(() => [devAccounts[2 + index]?.privateKey]),
    SPONSORING: byChain(() => 'unlimited'),
    RELAYER_PEERS: [...honest.filter((url) => !url.endsWith(`:${port}`)), liar.url, down].join(','),
  }
  const relayer = compose({ ...constants, ...loadConfig(settings, env) })
  await relayer.start()
  ends.push(() => relayer.stop())
}

/** Takes its share, says at once that it is ready, and gives another one. */
async function startLiar() {
  const taken: string[] = []
  const hashes = new Map<string, string>()
  const server = createServer((req, res) => {
    const answer = (result: unknown) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ status: 'Success', result }))
    }
    if (req.method === 'GET') {
      const hash = hashes.get(req.url?.split('/')[2] ?? '')
      return answer({ data: hash === undefined ? [] : [{ share_hash: hash, share: `0x${'ee'.repeat(33)}` }] })
    }
    let body = ''
    req.on('data', (part) => {
      body += part
    })
    req.on('end', () => {
      const { order_id, share_hashes } = JSON.parse(body)
      taken.push(order_id)
      hashes.set(order_id, share_hashes.at(-1))
      answer({ order_id, share_hash: share_hashes.at(-1), kept_until: 0 })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken }
}

/** The whole of what the user does. Nothing of it is left afterwards. */
async function fundAndClose(relayerUrls: readonly string[], leastReady?: number) {
  const { account, wallets } = await fundUser(stack, 'devnet_a:usdc', amount)
  const endpoints = Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]]))
  const swap = await Swap.start(
    {
      ...{ userId: 'away', sourceAsset: 'devnet_a:usdc', destinationAsset: 'devnet_b:usdc', sourceAmount: amount },
      ...{ minReceived: 1n, sourceAddress: account.address, destinationAddress: account.address },
    },
    { client: client(), network: stack.network, evidence: { endpoints }, save: () => undefined },
  )
  const options = { relayerUrls, wallet: wallets.devnet_a, network: stack.network }
  const { kept } = await shareSecret(swap, leastReady === undefined ? options : { ...options, leastReady })
  await swap.initiate('permit', wallets.devnet_a, { by: 'relayer', client: client() })
  return { orderId: swap.order.order_id, address: account.address, kept }
}

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
const untilStatus = (orderId: string, statuses: readonly string[]) =>
  until(async () => statuses.includes((await client().getOrder(orderId)).status), statuses.join(' or '))
const sharesOf = async (url: string, orderId: string) => {
  const answer = await fetch(`${url}/shares/${orderId}`)
  return ((await answer.json()) as { code?: string; result?: unknown }).code ?? 'given'
}

describe('a user who is away', () => {
  it('is paid though one of five relayers lies and one is down; before, no relayer gives its share', async () => {
    await stack.solver.stop()
    const relayerUrls = [down, ...honest, liar.url]
    const { orderId, address, kept } = await fundAndClose(relayerUrls)
    expect(kept).toEqual([...honest, liar.url])
    expect(liar.taken).toContain(orderId)
    await untilStatus(orderId, ['source_initiated'])
    for (const url of honest) expect(await sharesOf(url, orderId)).toBe('DESTINATION_NOT_INITIATED')
    await stack.solver.restart()
    await untilStatus(orderId, ['completed'])
    const received = await readBalance(stack.chains.devnet_b.user, assetOf(stack.network, 'devnet_b:usdc'), address)
    expect(received).toBeGreaterThan(0n)
  })

  it.each<[string, () => string[], number]>([
    ['lies about its share', () => [honest[0], honest[1], liar.url] as string[], 3],
    ['is down', () => [honest[0], down, honest[1]] as string[], 2],
  ])('is paid though one of three relayers %s', async (_name, relayers, leastReady) => {
    const { orderId } = await fundAndClose(relayers(), leastReady)
    await untilStatus(orderId, ['completed'])
  })

  it('is told before funding when too few relayers keep their shares', async () => {
    await expect(fundAndClose([honest[0], down, `${down}/other`] as string[])).rejects.toThrow(TandemError)
  })
})
