/** The command line, in this process, against two chains and services that a test can stop or make lie. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { lieNamed, lyingEndpoint } from '@tandem/chain/lies'
import { accounts } from '@tandem/devnet'
import { Swap } from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import { formatUnits } from 'viem'
import { type CliRun, commandLine } from '../../support/command-line.ts'
import { claimSide, honestServices } from '../../support/honest-services.ts'
import type { InMemoryServices, Lies } from '../../support/in-memory-services.ts'
import { mineDepth, startTwoChains, type TwoChains, whileMining } from '../../support/two-chains.ts'
import { amount, evidenceOf, owner, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
let cli: ReturnType<typeof commandLine>
const servers: Server[] = []
beforeAll(async () => {
  chains = await startTwoChains()
  cli = commandLine(chains)
})
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
afterAll(async () => {
  cli?.remove()
  await chains?.stop()
})

/** Both services behind one address. */
async function listen({ fetch }: InMemoryServices): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = 'GET', url = '/' } = request
      const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {}
      void fetch(new Request(`http://service.test${url}`, { method, ...body })).then(async (answer) => {
        const type = answer.headers.get('content-type') === 'text/html' ? 'text/html' : 'application/json'
        response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
      })
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An endpoint that refuses the requests which `isRefused` names, and passes the others on. */
async function unableEndpoint(rpcUrl: string, isRefused: (method: string, params: unknown[]) => boolean) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const {
        id,
        method,
        params = [],
      } = JSON.parse(body.toString()) as { id: number; method: string; params?: unknown[] }
      response.setHeader('content-type', 'application/json')
      if (isRefused(method, params))
        return response.end(
          JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: 'not served here' } }),
        )
      return fetch(rpcUrl, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then(
        async (answer) => response.end(await answer.text()),
      )
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const tandem = (args: readonly string[], run?: CliRun) => cli.tandem(args, run)

/** A swap whose state is saved in the state folder and whose destination is funded. */
async function begunSwap(lies: Lies = {}) {
  const services = honestServices(chains, { lies })
  const store = fileStore(cli.swaps)
  const options = { client: services.client, network: chains.network, evidence: evidenceOf(chains), save: store.save }
  const swap = await Swap.start(usdcRequest, options)
  await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
  await mineDepth(chains)
  await swap.waitFor(['destination_initiated'], { pollMs: 50 })
  return { swap, services, store }
}

describe('tandem', () => {
  it('swaps to the end, also behind a proxy that answers for itself, and writes neither key nor secret', async () => {
    const services = honestServices(chains)
    let pages = 3
    const fetch = (request: Request) => {
      const isRead = request.method === 'GET' && new URL(request.url).pathname.startsWith('/orders/')
      if (!isRead || pages-- <= 0) return services.fetch(request)
      return Promise.resolve(new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } }))
    }
    const url = await listen({ ...services, fetch })
    const words = [
      '--json',
      'swap',
      formatUnits(amount, 6),
      'devnet_a:usdc',
      'devnet_b:usdc',
      '--min-received',
      '1',
      '--path',
      'signed',
      '--by',
      'wallet',
    ]
    const { exitCode, out, notes } = await tandem(words, { url })
    expect([exitCode, JSON.parse(out), pages]).toMatchObject([
      0,
      {
        outcome: 'completed',
        status: 'completed',
        source_intent: { asset: 'devnet_a:usdc', amount: String(amount), claim_tx_hash: null },
      },
      expect.any(Number),
    ])
    expect(pages).toBeLessThan(0)
    expect(`${out}${notes}`).not.toContain(accounts.user.privateKey.slice(2))
    // The last claim is only in the newest block. The state is deleted when the claim is at depth.
    expect(notes).toContain('kept in')
    await mineDepth(chains)
    const again = await tandem(['--json', 'recover'], { url })
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'completed' })
    expect(await fileStore(cli.swaps).list()).toEqual([])
  })

  it('is ended by no page of a proxy once anything may have been paid', async () => {
    const services = honestServices(chains)
    let asked = 0
    const fetch = async (request: Request) => {
      const isOrder = request.method === 'GET' && /\/orders\/[0-9a-f-]{36}$/.test(new URL(request.url).pathname)
      if (isOrder) asked += 1
      return isOrder && asked % 2 === 0
        ? new Response('<html>blocked</html>', { status: 403 })
        : services.fetch(request)
    }
    const words = ['--json', 'swap', formatUnits(amount, 6), 'devnet_a:usdc', 'devnet_b:usdc', '--min-received', '1']
    const url = await listen({ ...services, fetch })
    const { exitCode, out } = await whileMining(chains, () =>
      tandem([...words, '--path', 'prefunded', '--by', 'wallet'], { url }),
    )
    // If the proxy answered the last read of the order, the run ends as "paid", by what the chains show.
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { outcome: expect.stringMatching(/^(completed|paid)$/) }])
    expect(asked).toBeGreaterThan(2)
    for (const state of await fileStore(cli.swaps).list()) await fileStore(cli.swaps).remove(state)
  })

  it('says of a swap that was signed and never paid until when it can be paid, and ends', async () => {
    // These services refuse initiations, as if the relayer were down.
    const url = await listen(honestServices(chains))
    const leaving = new AbortController()
    const onNote = (line: string) => line.startsWith('still') && leaving.abort()
    const pair = [formatUnits(amount, 6), 'devnet_a:usdc', 'devnet_b:usdc']
    const words = ['swap', ...pair, '--min-received', '1', '--path', 'permit']
    const begun = await tandem(words, { url, signal: leaving.signal, onNote })
    expect([begun.exitCode, begun.notes]).toEqual([130, expect.stringMatching(/still bringing .*\(NETWORK\)/)])
    const { exitCode, out, notes } = await tandem(['--json', 'recover'], { url })
    expect([exitCode, JSON.parse(out)]).toMatchObject([1, { shown: 'nothing', payable_until: expect.any(Number) }])
    expect(notes).toMatch(/nothing was paid; what you signed for "permit" can pay until \d{4}-/)
    const store = fileStore(cli.swaps)
    for (const state of await store.list()) await store.remove(state)
  })

  it('recovers a swap from its state file and the endpoints alone, with all servers down', async () => {
    const { swap, store } = await begunSwap()
    const { exitCode, out } = await whileMining(chains, () => tandem(['--json', 'recover']))
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { outcome: 'paid' }])
    await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
    await store.remove(swap.state)
  })

  it('pursues a swap whose secret is out, though the orderbook says that it was never brought on chain', async () => {
    const before = await usdcOf(chains, 'b')
    const { swap, services, store } = await begunSwap({ claim: () => undefined })
    await swap.claim({ pollMs: 50 })
    const fetch = async (request: Request) => {
      const answer = await services.fetch(request)
      if (!answer.ok) return answer
      const { result } = (await answer.json()) as { result: object }
      return Response.json({ status: 'Success', result: { ...result, status: 'created' } })
    }
    const paid = new AbortController()
    const onNote = (line: string) => line.startsWith('claimed;') && paid.abort()
    const recover = () =>
      listen({ ...services, fetch }).then((url) => tandem(['--json', 'recover'], { url, signal: paid.signal, onNote }))
    const { exitCode } = await whileMining(chains, recover)
    expect([exitCode, (await usdcOf(chains, 'b')) - before]).toEqual([130, amount])
    await store.remove(swap.state)
  })

  it('verifies an order line by line, and leaves with 3 when the orderbook lies', async () => {
    const { swap, services, store } = await begunSwap()
    const honest = await tandem(['verify', swap.order.order_id], { url: await listen(services) })
    expect([honest.exitCode, honest.out.includes('✗')]).toEqual([0, false])
    const lying = {
      ...services,
      fetch: async (request: Request) => {
        const text = await (await services.fetch(request)).text()
        return new Response(text.replace(`"amount":"${amount}"`, `"amount":"${amount + 1n}"`))
      },
    }
    const { exitCode, out } = await tandem(['verify', swap.order.order_id], { url: await listen(lying) })
    expect([exitCode, out.includes('✗ devnet_a: vault address follows from the terms')]).toEqual([3, true])
    const renamed = {
      ...services,
      fetch: async (request: Request) => {
        const text = await (await services.fetch(request)).text()
        return new Response(text.replace('"asset":"devnet_a:usdc"', '"asset":"devnet_b:usdc"'))
      },
    }
    const other = await tandem(['verify', swap.order.order_id], { url: await listen(renamed) })
    expect([other.exitCode, other.out.includes('✗ devnet_a: chain of the asset')]).toEqual([3, true])
    await store.remove(swap.state)
  })

  it('lets no word of an orderbook write a check mark, or command the terminal', async () => {
    const { swap, services, store } = await begunSwap()
    const forged = 'devnet_a\r✓ devnet_a: state of the escrow\u001b[K\n✓ devnet_a: create transaction\u202e\u009b2J'
    const hostile = {
      ...services,
      fetch: async (request: Request) => {
        const text = await (await services.fetch(request)).text()
        return new Response(text.replaceAll('"chain":"devnet_a"', `"chain":${JSON.stringify(forged)}`))
      },
    }
    const url = await listen(hostile)
    const { exitCode, out } = await tandem(['verify', swap.order.order_id], { url })
    const isOwnLine = (line: string) => /^[✓✗] (devnet_b|order|\ufffd|devnet_a\ufffd)/u.test(line)
    expect([exitCode, out.split('\n').filter((line) => !isOwnLine(line))]).toEqual([3, []])
    expect(out).not.toMatch(/[^\n\P{C}]/u)
    const status = await tandem(['--json', 'status', swap.order.order_id], { url })
    expect(`${status.out}${JSON.stringify(JSON.parse(status.out))}`).not.toMatch(/\p{C}|\\u00/u)
    await store.remove(swap.state)
  })

  it('verifies by a majority of the endpoints, whatever the first one says', async () => {
    const { swap, services, store } = await begunSwap()
    const liars = await Promise.all(
      [chains.a, chains.b].map(({ anvil }) => lyingEndpoint({ chain: anvil.rpcUrl, lie: lieNamed('no_code') })),
    )
    const endpoints = (rpcUrl: string) => [liars[rpcUrl === chains.a.anvil.rpcUrl ? 0 : 1]?.url ?? '', rpcUrl, rpcUrl]
    const url = await listen(services)
    const { exitCode, out } = await tandem(['verify', swap.order.order_id], { url, endpoints })
    expect([exitCode, out.includes('✗')]).toEqual([0, false])
    await Promise.all(liars.map((liar) => liar.stop()))
    await store.remove(swap.state)
  })

  it('asks for a quote, an order’s status and the health of everything', async () => {
    const { swap, services, store } = await begunSwap()
    const url = await listen(services)
    const pair = ['devnet_a:usdc', 'devnet_b:usdc']
    const quote = await tandem(['--json', 'quote', '25', ...pair], { url })
    const source = { asset: 'devnet_a:usdc', amount: '25000000' }
    expect(JSON.parse(quote.out)).toMatchObject({ source, route_type: 'direct' })
    const counted = await tandem(['--json', '--base-units', 'quote', '25000000', ...pair], { url })
    expect(JSON.parse(counted.out)).toMatchObject({ source })
    const output = await tandem(['quote', '24.9', ...pair, '--exact-output'], { url })
    expect(output.out).toMatch(/^receive +24\.9 devnet_b:usdc$/m)
    expect(output.out).toMatch(/^expires +\d{4}-\d\d-\d\dT[\d:]{8}Z, (in .*|.* ago)$/m)
    const status = await tandem(['--json', 'status', swap.order.order_id], { url })
    const { source_intent: side } = swap.order
    expect(JSON.parse(status.out)).toMatchObject({
      status: 'destination_initiated',
      source_intent: { asset: side.asset, amount: side.amount, create_tx_hash: null },
    })
    const shown = await tandem(['status', swap.order.order_id], { url })
    expect(shown.out).toMatch(new RegExp(`^source +${formatUnits(amount, 6)} devnet_a:usdc, awaiting$`, 'm'))
    const doctor = await tandem(['--json', 'doctor', '--address', owner], { url })
    const wrong = JSON.parse(doctor.out).findings.filter((one: { is_right: boolean }) => !one.is_right)
    expect([doctor.exitCode, wrong]).toEqual([0, []])
    const balances = await tandem(['doctor'], { url })
    expect(balances.out).toMatch(/^✓ 0x\w{40} on devnet_a: balance of devnet_a:usdc: [\d.]+ devnet_a:usdc$/m)
    await store.remove(swap.state)
  })

  it('lists what is kept, and where each stands', async () => {
    const { swap, services, store } = await begunSwap()
    const { exitCode, out } = await tandem(['--json', 'swaps'], { url: await listen(services) })
    const { source_intent: side } = swap.order
    const kept = { order_id: swap.order.order_id, is_secret_out: false, shown: null, cancel_after: side.cancel_after }
    expect([exitCode, JSON.parse(out)]).toMatchObject([0, { swaps: [{ ...kept, status: 'destination_initiated' }] }])
    const alone = await tandem(['swaps'])
    expect(alone.out).toContain('not known, for no orderbook answers; the secret has not left: `tandem recover`')
    expect(alone.out).toMatch(new RegExp(`^give +${formatUnits(amount, 6)} devnet_a:usdc$`, 'm'))
    await store.remove(swap.state)
    expect((await tandem(['swaps'])).notes).toContain('holds no swap')
  })

  it('names each ability that an endpoint lacks, with the endpoint', async () => {
    const { services, swap, store } = await begunSwap()
    const isRefused = (method: string, params: unknown[]) =>
      ['eth_getLogs', 'eth_feeHistory', 'eth_getTransactionReceipt'].includes(method) ||
      (method === 'eth_getCode' && params[1] !== 'latest')
    const unable = await unableEndpoint(chains.a.anvil.rpcUrl, isRefused)
    const closed = 'http://127.0.0.1:1'
    const endpoints = (rpcUrl: string) => (rpcUrl === chains.a.anvil.rpcUrl ? [unable, closed] : [rpcUrl])
    const { exitCode, out } = await tandem(['doctor'], { url: await listen(services), endpoints })
    const lacking = out.split('\n').filter((line) => line.startsWith(`✗ devnet_a 1:${unable.slice('http://'.length)}`))
    const checks = lacking.map((line) => /: ([a-z ]+): no [^(]+\(not served here\); /.exec(line)?.[1])
    expect([exitCode, checks]).toEqual([1, ['logs of a range', 'receipts', 'fees']])
    expect(out).toMatch(/^✓ devnet_a 1:.*: state at the largest depth: .* is not kept \(not served here\); swaps do/m)
    expect(out).toContain('✗ devnet_a 2:127.0.0.1:1: chain: does not answer (')
    expect(out).toContain('✓ devnet_b 1:')
    await store.remove(swap.state)
  })

  it.each([
    ['an amount with a comma', ['quote', '1,5', 'a:usdc', 'b:usdc']],
    ['more decimals than the asset has', ['quote', '0.0000001', 'devnet_a:usdc', 'devnet_b:usdc']],
    ['no orderbook', ['status', 'x']],
    ['an unknown command', ['steal']],
    ['no limit of the price', ['swap', '1', 'devnet_a:usdc', 'devnet_b:usdc']],
    ['a key on the command line', ['swap', '1', 'a:usdc', 'b:usdc', '--min-received', '1', '--private-key', '0x11']],
    ['no swap to recover', ['recover']],
  ])('leaves with 2 for %s', async (_, words) => {
    expect((await tandem(words)).exitCode).toBe(2)
  })

  it('watches an order until its end, one line for each status', async () => {
    const { swap, services, store } = await begunSwap()
    const watched = tandem(['--json', 'watch', swap.order.order_id], { url: await listen(services) })
    const wallets = { wallet: chains.a.user, destinationWallet: chains.b.user }
    await swap.run({ ...wallets, path: 'prefunded', submitter: { by: 'wallet' }, pollMs: 50 })
    const { exitCode, out } = await watched
    const statuses = out.split('\n').map((line) => JSON.parse(line).status)
    expect([exitCode, statuses[0], statuses.at(-1)]).toEqual([0, 'destination_initiated', 'completed'])
    expect(new Set(statuses).size).toBe(statuses.length)
    await store.remove(swap.state)
  })

  it('keeps the swap when Ctrl-C ends it, leaves with 130, and takes the amount back once it can be', async () => {
    const url = await listen(honestServices(chains, { isMakerThere: false }))
    const stopping = new AbortController()
    const onNote = (line: string) => {
      if (line.startsWith('waiting until the market maker')) stopping.abort()
    }
    const pair = [formatUnits(amount, 6), 'devnet_a:usdc', 'devnet_b:usdc', '--min-received', '1']
    const words = ['swap', ...pair, '--path', 'signed', '--by', 'wallet']
    expect((await tandem(words, { url, signal: stopping.signal, onNote })).exitCode).toBe(130)
    const [kept, ...others] = await fileStore(cli.swaps).list()
    expect(others).toEqual([])

    const early = await tandem(['--json', 'refund'], { url })
    expect([early.exitCode, JSON.parse(early.out).error.code]).toEqual([1, 'NOT_CANCELLABLE_YET'])
    // The clock may be moved, because no later test needs a swap of this chain.
    await chains.a.control.setNextBlockTimestamp({
      timestamp: BigInt((kept?.order?.source_intent.cancel_after ?? 0) + 1),
    })
    await chains.a.control.mine({ blocks: 1 })
    const refunded = await tandem(['--json', 'refund', String(kept?.orderId)], { url })
    if (kept !== undefined) await fileStore(cli.swaps).remove(kept)
    expect([refunded.exitCode, JSON.parse(refunded.out)]).toMatchObject([
      0,
      { shown: 'cancelled', asset: 'devnet_a:usdc', amount: String(amount), tx_hash: expect.any(String) },
    ])
  })

  it('leaves with 4 when the orderbook does not answer', async () => {
    const { exitCode, notes } = await tandem(['status', 'x'], { url: 'http://127.0.0.1:1' })
    expect([exitCode, notes]).toEqual([4, expect.stringContaining('GET http://127.0.0.1:1/orders/x: no answer (')])
  })

  it('refuses a path that does not fit before there is an order, and names the one that does', async () => {
    const words = ['swap', '1', 'devnet_a:eth', 'devnet_b:usdc', '--min-received', '1', '--path', 'permit']
    const { exitCode, notes } = await tandem(words, { url: await listen(honestServices(chains)) })
    expect([exitCode, notes]).toEqual([2, expect.stringContaining('use --path native')])
    expect(await fileStore(cli.swaps).list()).toEqual([])
  })

  it('leaves with 5 when the price is worse than the limit', async () => {
    const words = ['swap', '25', 'devnet_a:usdc', 'devnet_b:usdc', '--min-received', '1000']
    const { exitCode, notes } = await tandem(words, { url: await listen(honestServices(chains)) })
    expect([exitCode, notes]).toEqual([5, expect.stringContaining('QUOTE_UNACCEPTABLE')])
  })

  it('leaves with 2 and names the file when the key cannot be read', async () => {
    const words = ['swap', '1', 'devnet_a:usdc', 'devnet_b:usdc', '--min-received', '0.9']
    const { exitCode, notes } = await tandem(words, { env: { TANDEM_PRIVATE_KEY_FILE: '/nowhere/key' } })
    expect([exitCode, notes]).toEqual([2, expect.stringContaining('/nowhere/key cannot be read (ENOENT)')])
  })

  it('shows an example with the help of each command', async () => {
    for (const command of [
      'quote',
      'swap',
      'swaps',
      'status',
      'watch',
      'refund',
      'recover',
      'settle',
      'forget',
      'verify',
      'doctor',
    ])
      expect((await tandem([command, '--help'])).out).toContain('Example')
  })
})
