import { describe, expect, it } from '@jest/globals'
import { createClient, custom, type Hex, type RpcError, toHex } from 'viem'
import { requireNotTaken, sendTogether } from './send-together.ts'

const chain = { chain: 'a', chain_id: 1 }
const owner: Hex = `0x${'1'.repeat(40)}`
let batches = 1
/** Calls that no other test sends: the module remembers the calls that a wallet may have accepted. */
const freshCalls = () => {
  batches += 1
  return [
    { to: owner, data: '0x01' as const },
    { to: owner, data: toHex(batches, { size: 2 }), value: 3n },
  ]
}
const patience = { answerMs: 20, pollMs: 1, minedMs: 60, shownMs: 20 }
const hash: Hex = `0x${'ab'.repeat(32)}`
const receipt = { blockNumber: '0x1', gasUsed: '0x1', status: '0x1', logs: [], transactionHash: hash }
const never = () => new Promise<never>(() => {})
const refusing = (code: number) => () => Promise.reject(Object.assign(new Error('no'), { code }) as unknown as RpcError)

interface Answers {
  capabilities?: () => unknown
  send?: () => unknown
  status?: () => unknown
  chainId?: () => number
}

/**
 * A wallet with these answers. It records what it was asked to send. `isDone` becomes true once `send` has succeeded.
 */
function walletOf({ capabilities, send = () => 'calls-1', status, chainId = () => 1 }: Answers) {
  const sent: unknown[] = []
  const answers: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => toHex(chainId()),
    wallet_getCapabilities: capabilities ?? (() => ({ '0x1': { atomic: { status: 'supported' } } })),
    wallet_sendCalls: (params) => {
      sent.push((params as unknown[])[0])
      return send()
    },
    wallet_getCallsStatus: status ?? (() => ({ version: '2.0.0', status: 200, chainId: '0x1', receipts: [receipt] })),
  }
  const request = async ({ method, params }: { method: string; params?: unknown }) => answers[method]?.(params)
  const wallet = createClient({
    account: { address: owner, type: 'json-rpc' },
    transport: custom({ request }, { retryCount: 0 }),
  })
  return { wallet, sent }
}
const done = async () => true
const notDone = async () => false

describe('sendTogether', () => {
  it('asks for one atomic batch on the wanted chain, and names its transactions', async () => {
    const { wallet, sent } = walletOf({})
    const calls = freshCalls()
    expect(await sendTogether(wallet, chain, calls, done, patience)).toEqual([hash])
    expect(sent).toMatchObject([
      {
        atomicRequired: true,
        chainId: '0x1',
        from: owner,
        calls: [{ data: '0x01' }, { data: calls[1]?.data, value: '0x3' }],
      },
    ])
  })

  it.each<[string, Answers, number]>([
    ['knows no capabilities', { capabilities: refusing(-32601) }, 0],
    ['never says its capabilities', { capabilities: never }, 0],
    ['answers garbage', { capabilities: () => 'yes' }, 0],
    ['is atomic on another chain alone', { capabilities: () => ({ '0x2': { atomic: { status: 'supported' } } }) }, 0],
    ['would first upgrade its account', { capabilities: () => ({ '0x1': { atomic: { status: 'ready' } } }) }, 0],
    ['says that it is atomic, and then that it is not', { send: refusing(5760) }, 1],
    ['knows no calls', { send: refusing(4200) }, 1],
  ])('sends nothing together with a wallet that %s', async (_name, answers, asked) => {
    const { wallet, sent } = walletOf(answers)
    expect(await sendTogether(wallet, chain, freshCalls(), notDone, patience)).toBeUndefined()
    expect(sent).toHaveLength(asked)
  })

  it.each<[string, Answers, object]>([
    ['stands on another chain', { chainId: () => 2 }, { code: 'WRONG_CHAIN' }],
    ['reports success with a receipt, and did nothing', {}, { code: 'NOT_ON_CHAIN', retryable: true }],
    [
      'reports success without a receipt, and did nothing',
      { status: () => ({ status: 200, chainId: '0x1' }) },
      { code: 'NOT_ON_CHAIN', details: { calls_id: 'calls-1', tx_hashes: [] } },
    ],
    [
      'sent the calls on another chain',
      { status: () => ({ status: 200, chainId: '0x2', receipts: [receipt] }) },
      { code: 'NOT_ON_CHAIN', details: { given_chain_id: 2 } },
    ],
    ['sent a part of them', { status: () => ({ status: 600, chainId: '0x1' }) }, { code: 'TRANSACTION_REVERTED' }],
    ['never says how they ended', { status: never }, { code: 'NOT_ON_CHAIN' }],
    ['answers garbage on how they ended', { status: () => ({ receipts: 'none' }) }, { code: 'NOT_ON_CHAIN' }],
    ['forgets them', { status: refusing(5730) }, { code: 'NOT_ON_CHAIN' }],
    ['stays at "pending"', { status: () => ({ status: 100, chainId: '0x1' }) }, { code: 'NOT_ON_CHAIN' }],
  ])('does not believe a wallet that %s', async (_name, answers, error) => {
    const { wallet } = walletOf(answers)
    await expect(sendTogether(wallet, chain, freshCalls(), notDone, patience)).rejects.toMatchObject(error)
  })

  it.each<[string, Answers['status'], Hex[]]>([
    ['never answers', never, []],
    ['names no receipt', () => ({ status: 200, chainId: '0x1', receipts: [] }), []],
    ['names another chain', () => ({ status: 200, chainId: '0x2', receipts: [receipt] }), []],
    ['says that they failed', () => ({ status: 500, chainId: '0x1', receipts: [receipt] }), [hash]],
  ])('believes the chain when it shows the effect, and the wallet %s', async (_name, status, hashes) => {
    const { wallet } = walletOf(status === undefined ? {} : { status })
    expect(await sendTogether(wallet, chain, freshCalls(), done, patience)).toEqual(hashes)
  })

  it('waits for an endpoint that fails, or lags behind the wallet', async () => {
    const { wallet } = walletOf({})
    let reads = 0
    const later = async () => {
      reads += 1
      if (reads === 1) throw new Error('down')
      return reads > 3
    }
    expect(
      await sendTogether(wallet, chain, freshCalls(), later, { ...patience, shownMs: 60_000, minedMs: 60_000 }),
    ).toEqual([hash])
  })

  it('passes the user’s refusal on, and leaves a key of the application’s own alone', async () => {
    const calls = freshCalls()
    const { wallet } = walletOf({ send: refusing(4001) })
    await expect(sendTogether(wallet, chain, calls, notDone, patience)).rejects.toThrow()
    expect(await sendTogether(localOf(wallet), chain, calls, notDone, patience)).toBeUndefined()
  })
})

const localOf = <W extends { account: object }>(wallet: W): W => ({
  ...wallet,
  account: { ...wallet.account, type: 'local' },
})

/** When a wallet may have accepted a batch, sending its calls one by one as well would pay twice. */
describe('sendTogether, once a wallet may have taken the calls', () => {
  const garbage: [string, () => unknown][] = [
    ['nothing', () => undefined],
    ['null', () => null],
    ['a number', () => 7],
    ['an empty object', () => ({})],
    ['an id that is none', () => ({ id: { not: 'text' } })],
  ]

  it.each(garbage)('does not have them sent one by one after the answer is %s', async (_case, send) => {
    const { wallet, sent } = walletOf({ send, status: refusing(-32602) })
    await expect(sendTogether(wallet, chain, freshCalls(), notDone, patience)).rejects.toMatchObject({
      code: 'NOT_ON_CHAIN',
      retryable: true,
    })
    expect(sent).toHaveLength(1)
  })

  it.each(garbage)('believes the chain after the answer is %s', async (_case, send) => {
    const { wallet } = walletOf({ send, status: refusing(-32602) })
    expect(await sendTogether(wallet, chain, freshCalls(), done, patience)).toEqual([])
  })

  it.each<[string, () => unknown]>([
    ['fails without a reason', () => Promise.reject(new Error('closed'))],
    ['fails inside', refusing(-32603)],
    ['gives garbage', () => undefined],
    ['hangs', never],
  ])('never has them sent one by one by a later attempt, after the wallet %s', async (_case, send) => {
    const calls = freshCalls()
    const { wallet, sent } = walletOf({ send })
    const first = sendTogether(wallet, chain, calls, notDone, patience).catch(() => undefined)
    if (send === never) while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    else await first
    expect(sent).toHaveLength(1)
    const silent = walletOf({ capabilities: never })
    const denying = walletOf({ send: refusing(4200) })
    const attempts: [typeof wallet, unknown][] = [
      [silent.wallet, { code: 'NOT_ON_CHAIN', retryable: true }],
      [localOf(wallet), { code: 'NOT_ON_CHAIN' }],
      [denying.wallet, {}],
    ]
    for (const [other, error] of attempts)
      await expect(sendTogether(other, chain, calls, notDone, patience)).rejects.toMatchObject(error as object)
    expect(() => requireNotTaken(chain, calls)).toThrow(expect.objectContaining({ code: 'NOT_ON_CHAIN' }))
    // Sending the batch again is safe: the last call can succeed only once, so the second batch reverts as a whole.
    expect(await sendTogether(walletOf({}).wallet, chain, calls, done, patience)).toEqual([hash])
  })

  it('has them sent one by one after a refusal to send them', async () => {
    const calls = freshCalls()
    expect(
      await sendTogether(walletOf({ send: refusing(4200) }).wallet, chain, calls, notDone, patience),
    ).toBeUndefined()
    expect(() => requireNotTaken(chain, calls)).not.toThrow()
  })
})
