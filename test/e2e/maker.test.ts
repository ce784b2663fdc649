/** A swap with a maker's quote, from the sealed request to the counters of what the maker did. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type MakerCheck, runCli } from '@tandem/cli'
import { clockSlackSecs, requiredMarginSecs, secsAfterFill } from '@tandem/contracts'
import { accounts, assetOf, readBalance, type Stack } from '@tandem/devnet'
import { untilSo } from '@tandem/local-services'
import { createClient, Swap, TandemError, verifyMakerQuote } from '@tandem/sdk'
import { passFillBy } from '../support/fill-time.ts'
import { setInventory, settleAll, swapAgainstInventory } from '../support/inventory-run.ts'
import { type MakerStack, startMakerStack } from '../support/maker-stack.ts'
import { type Fault, startWrongServer } from '../support/wrong-server.ts'

let makers: MakerStack
let stack: Stack
beforeAll(async () => {
  makers = await startMakerStack()
  stack = makers.stack
})
afterAll(async () => {
  await makers?.stop()
})

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })

const startSwap = () =>
  Swap.start(
    {
      userId: 'maker',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 10n ** 9n,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    {
      client: client(),
      network: stack.network,
      evidence: {
        endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
      },
      save: () => undefined,
    },
  )

/** What the maker did, over all days. */
async function readMaker() {
  const [maker] = await client().listMakers()
  const sum = (name: 'filled' | 'faded' | 'refused') => (maker?.days ?? []).reduce((all, day) => all + day[name], 0)
  return { filled: sum('filled'), faded: sum('faded'), refused: sum('refused'), benchedUntil: maker?.benched_until }
}

describe('a swap with a maker', () => {
  it('is quoted, signed and filled by it, also when it dies between quote and order, and is counted', async () => {
    const swap = await startSwap()
    expect(await verifyMakerQuote(swap.order, { signers: [makers.signer] })).toMatchObject({ maker_id: 'one' })
    // The windows are fitted: the source ends minutes after the destination, whose own life follows from the time to
    // fill.
    const { source_intent, destination_intent, fill_by } = swap.order
    const [from, to] = stack.network.chains
    const rules = { worthUsd: undefined, minMarginSecs: 1_800 }
    if (from === undefined || to === undefined || fill_by === null) throw new Error('no chain or no window')
    const marginSecs = requiredMarginSecs({ source: from, destination: to, ...rules })
    // The devnet's clocks may differ by some seconds, and the source's deadline makes up for that.
    const spareSecs = source_intent.cancel_after - destination_intent.cancel_after - marginSecs
    expect(spareSecs).toBeGreaterThanOrEqual(clockSlackSecs({ source: from, destination: to }))
    expect(destination_intent.cancel_after - fill_by).toBe(secsAfterFill({ source: from, destination: to, ...rules }))
    expect(marginSecs).toBeLessThan(600)
    // The maker has promised, and a promise outlives the process.
    await stack.solver.kill()
    await stack.solver.restart()
    await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
    await swap.waitFor(['destination_initiated'], { pollMs: 100, timeoutMs: 180_000 })
    expect(await readMaker()).toEqual({ filled: 1, faded: 0, refused: 0, benchedUntil: null })
  })

  it('is accepted as often as the inventory pays for it, and then filled each time', async () => {
    const { accepted, refused } = await swapAgainstInventory(stack, { swaps: 20, inventory: 10 })
    expect([accepted.length, refused]).toEqual([10, { UNAVAILABLE: 10 }])
    await settleAll(stack, accepted, 120_000)
    // Waited for, because the counters are cached for half a minute.
    const did = await untilSo(readMaker, ({ filled }) => filled === 11, 'counters of all fills')
    expect(did.faded).toBe(0)
    await setInventory(stack, 10n ** 10n)
  })

  it('gives the money back by its signed consent after it died, though it cannot pay for gas', async () => {
    const swap = await startSwap()
    const { order_id: id } = swap.order
    await stack.solver.kill()
    const usdc = assetOf(stack.network, 'devnet_a:usdc')
    const balance = () => readBalance(stack.chains.devnet_a.user, usdc, accounts.user.address)
    const before = await balance()
    await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
    await swap.waitFor(['source_initiated'], { pollMs: 100, timeoutMs: 180_000 })
    await passFillBy(stack, swap.order)
    const refund = () =>
      client()
        .createRefund(id, {})
        .catch((error: TandemError) => error)
    // The maker is dead: only the message changes.
    const untilConsentIs = async (expected: string) => {
      for (const deadline = Date.now() + 180_000; ; ) {
        const answer = await refund()
        const consent = answer instanceof TandemError ? answer.details.consent : 'given'
        if (consent === expected) return
        if (Date.now() > deadline) throw new Error(`${expected} did not come, ${String(consent)} did`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    await untilConsentIs('no_answer')
    expect((await client().getOrder(id)).status).toBe('source_initiated')
    await stack.chains.devnet_a.control.setBalance({ address: accounts.solver.address, value: 0n })
    await stack.solver.restart()
    await untilConsentIs('given')
    await swap.waitFor(['cancelled'], { pollMs: 100, timeoutMs: 180_000 })
    expect(await balance()).toBe(before)
    expect(swap.order.destination_intent.create_tx_hash).toBeNull()
  })
})

/** Runs `tandem check-maker` against an endpoint. */
async function checked(endpoint: string) {
  const out: string[] = []
  const words = ['check-maker', endpoint, '5', 'devnet_a:usdc', 'devnet_b:usdc', '--signer', makers.signer]
  const exitCode = await runCli(['--json', '--network', stack.networkFile, ...words, '--within', '10000'], {
    env: { TANDEM_MAKER_SECRET: makers.secret },
    out: (line) => void out.push(line),
    note: () => {},
    waiting: () => () => {},
    signal: new AbortController().signal,
  })
  const { checks } = JSON.parse(out.join('')) as { checks: MakerCheck[] }
  const named = (wanted: MakerCheck['outcome']) =>
    checks
      .filter(({ outcome }) => outcome === wanted)
      .map(({ request, expected, found }) => `${request}: ${expected}: ${found}`)
  return { exitCode, checks, failed: named('failed'), skipped: named('skipped') }
}

const at = (path: string, change: Fault['change']): Fault => ({ at: `POST /maker/${path}`, change })
const changeBody = (path: string, from: RegExp, to: string) =>
  at(path, (answer) => ({ ...answer, body: answer.body.replace(from, to) }))

/** A maker that declines nothing, and answers with its last signature instead. */
function signingAll(): Fault {
  let last = ''
  return at('orders', (answer) => {
    if (!answer.body.includes('"declined"')) last = answer.body
    return { ...answer, body: last }
  })
}

const consent = `{"consent":{"deadline":4000000000,"signature":"0x${'11'.repeat(65)}"}}`

/** Faults of a maker, the checks that fail by each, and whether they leave other checks without a subject. */
const faultyMakers: [string, Fault, string[], hasSkipped?: boolean][] = [
  [
    'changes a quote after it has signed it',
    changeBody('quotes', /"source_recipient":"0x\w{40}"/, `"source_recipient":"${accounts.user.address}"`),
    ['quotes: the maker signs a firm quote for an exact source amount: the signature is not by'],
    true,
  ],
  [
    'quotes for another chain',
    changeBody('quotes', /"source_chain_id":\d+/, '"source_chain_id":1'),
    ['quotes: the maker signs a firm quote for an exact source amount: source_chain_id is 1, not'],
    true,
  ],
  [
    'answers whoever asks',
    at('quotes', (answer) => ({ ...answer, status: 200 })),
    [
      'quotes: the maker refuses a request that was signed with another secret: it answered 200',
      'quotes: the maker refuses a request that was signed an hour ago: it answered 200',
      'quotes: the maker refuses a body that is not JSON, and answers the next request: it answered 200',
    ],
  ],
  [
    'accepts no order',
    at('orders', (answer) => ({ ...answer, body: '{"declined":"no"}' })),
    ['orders: the maker signs the order of its own quote, also when the request is repeated: it declined: no'],
  ],
  [
    'accepts any order',
    signingAll(),
    [
      'orders: the maker declines terms that it has not signed: it signed twice the amount that it had quoted',
      'orders: the maker declines a quote that it never gave: it signed the order',
    ],
  ],
  [
    'consents to any refund',
    at('refunds', (answer) => ({ ...answer, body: consent })),
    ['refunds: the maker gives no consent for an order that it does not know: it signed a consent'],
  ],
  [
    'answers a refund with words of its own',
    at('refunds', (answer) => ({ ...answer, body: '{"no":true}' })),
    ['refunds: the maker gives no consent for an order that it does not know: its answer does not fit the protocol'],
  ],
]

describe('tandem check-maker', () => {
  it('finds nothing wrong with the reference solver', async () => {
    const { exitCode, checks, failed, skipped } = await checked(`${stack.solverUrl}/maker`)
    expect([exitCode, failed, skipped]).toEqual([0, [], []])
    expect(checks).toHaveLength(12)
  })

  it.each(faultyMakers)('tells of a maker that %s', async (_name, fault, said, hasSkipped = false) => {
    const wrong = await startWrongServer(stack.solverUrl, fault)
    const { exitCode, failed, skipped } = await checked(`${wrong.url}/maker`).finally(wrong.close)
    expect(exitCode).toBe(1)
    expect(failed).toEqual(said.map((text) => expect.stringContaining(text)))
    expect(skipped.length > 0).toBe(hasSkipped)
  })

  it('ends with the code of an endpoint that does not answer', async () => {
    expect((await checked('http://127.0.0.1:9/maker')).exitCode).toBe(4)
  })
})
