import { describe, expect, it } from '@jest/globals'
import { createClient, custom, numberToHex, pad, RpcRequestError } from 'viem'
import { askAbility, type Needs } from './ability.ts'

const chain = {
  registry_address: pad('0xaa', { size: 20 }),
  confirmations: 30,
  confirmation_steps: [{ from_usd: 10_000, confirmations: 240 }],
  finality_tag: null,
}
const refusal = new RpcRequestError({
  body: {},
  error: { code: -32_601, message: 'no such method' },
  url: 'http://node',
})
const silence = Object.assign(new Error('no answer'), { name: 'TimeoutError' })

interface Node {
  refuses?: readonly string[]
  isSilent?: boolean
  /** How many questions the endpoint refuses before it answers one. */
  busy?: number
  maxRange?: number
  hasTag?: boolean
}

function endpoint({ refuses = [], isSilent = false, busy = 0, maxRange = 10_000, hasTag = true }: Node, index: number) {
  let left = busy
  const request = async ({ method, params }: { method: string; params: unknown[] }) => {
    if (isSilent) throw silence
    if (method === 'eth_blockNumber') return numberToHex(1_000)
    if (refuses.includes(method) || left-- > 0) throw refusal
    if (method === 'eth_getLogs') {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      if (Number(toBlock) - Number(fromBlock) >= maxRange) throw refusal
      return []
    }
    if (method === 'eth_getTransactionReceipt' && params[0] !== pad('0x07')) throw refusal
    if (method !== 'eth_getBlockByNumber') return null
    if (params[0] === 'finalized' && !hasTag) return null
    const [hash, number, timestamp] = [pad('0x01'), numberToHex(900), numberToHex(1)]
    return {
      hash,
      parentHash: hash,
      receiptsRoot: hash,
      number,
      timestamp,
      logsBloom: '0x00',
      transactions: [pad('0x07')],
    }
  }
  return { name: `e${index}`, client: createClient({ transport: custom({ request } as never, { retryCount: 0 }) }) }
}

const able: Node = {}
const ask = (nodes: Node[], over: Partial<Needs> = {}, tag: 'finalized' | null = null) =>
  askAbility({ endpoints: nodes.map(endpoint) }, { ...chain, finality_tag: tag }, { fees: 'history', ...over })

describe('askAbility', () => {
  it.each<[string, Node[], string[], boolean]>([
    ['one that can do all', [able], [], true],
    [
      'one that lacks receipts',
      [{ refuses: ['eth_getTransactionReceipt'] }],
      ['e0 has no eth_getTransactionReceipt'],
      false,
    ],
    [
      'one that lacks two things',
      [{ refuses: ['eth_getLogs', 'eth_feeHistory'] }],
      ['e0 has no eth_getLogs, and no eth_feeHistory'],
      false,
    ],
    ['one that refuses wide ranges', [{ maxRange: 10 }], [], true],
    ['one that is silent', [{ isSilent: true }], [], true],
    ['one that refused once', [{ busy: 1 }], [], true],
    ['one unable of two', [able, { refuses: ['eth_getLogs'] }], ['e1 has no eth_getLogs'], false],
    ['one unable of three', [{ refuses: ['eth_getLogs'] }, able, able], ['e0 has no eth_getLogs'], true],
  ])('knows %s', async (_case, nodes, missing, isAble) => {
    expect(await ask(nodes)).toEqual({ isAble, missing })
  })

  it('asks for the tag where facts count by one', async () => {
    const [withTag, without] = [{ hasTag: true }, { hasTag: false }]
    expect(await ask([without])).toEqual({ isAble: true, missing: [] })
    expect(await ask([withTag], {}, 'finalized')).toEqual({ isAble: true, missing: [] })
    expect(await ask([without], {}, 'finalized')).toEqual({ isAble: false, missing: ['e0 has no finalized block'] })
  })

  it('asks for a price alone where there is no base fee', async () => {
    const node = { refuses: ['eth_feeHistory'] }
    expect((await ask([node])).isAble).toBe(false)
    expect((await ask([node], { fees: 'price' })).isAble).toBe(true)
  })
})
