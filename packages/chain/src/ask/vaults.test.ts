import { describe, expect, it } from '@jest/globals'
import { type EscrowTerms, escrowEventTopics, type VaultView } from '@tandem/escrow'
import { type Address, createClient, custom, type Hex, numberToHex, pad, RpcRequestError } from 'viem'
import { type Belief, isBelieved } from '../belief/belief.ts'
import { makeQuorum } from '../belief/quorum.ts'
import type { AskedVault } from './asked-vault.ts'
import { askVaultsBy, type VaultFacts } from './vaults.ts'

const registry: Address = '0x00000000000000000000000000000000000000aa'
const vaults: readonly Address[] = [
  '0x00000000000000000000000000000000000000b1',
  '0x00000000000000000000000000000000000000b2',
]
const hashOf = (number: bigint, branch = 0): Hex => pad(numberToHex(number * 16n + BigInt(branch)))
const open: VaultView = { state: 'open', hasTerms: true, balance: 25n }
const missing: VaultView = { state: 'missing' }

interface Node {
  head: bigint
  /** How many blocks of state the node keeps. */
  keeps: bigint
  /** For each vault, the number of the block that created it. */
  createdAt: readonly (bigint | undefined)[]
  /** What the node says about every vault, at every block. */
  lie?: VaultView
  /** The node is on a branch of its own from this block on. */
  forkedAt?: bigint
  hasLogs?: boolean
  asked: string[]
}

const blockHash = ({ forkedAt }: Node, number: bigint) =>
  hashOf(number, forkedAt !== undefined && number >= forkedAt ? 1 : 0)

function logOf(node: Node, index: number) {
  const number = node.createdAt[index] ?? 0n
  return {
    address: registry,
    topics: [escrowEventTopics[0], pad(vaults[index] as Address)],
    data: '0x',
    blockNumber: numberToHex(number),
    blockHash: blockHash(node, number),
    transactionHash: txOf(index),
    logIndex: numberToHex(index),
  }
}
const txOf = (index: number): Hex => pad(numberToHex(7_000 + index))

function answer(node: Node, method: string, params: unknown[]): unknown {
  node.asked.push(method)
  const ours = vaults.map((_vault, index) => index).filter((index) => node.createdAt[index] !== undefined)
  if (method === 'eth_getBlockByNumber') {
    const number = params[0] === 'latest' ? node.head : BigInt(params[0] as Hex)
    const [hash, parentHash] = [blockHash(node, number), blockHash(node, number - 1n)]
    const [receiptsRoot, logsBloom] = [hashOf(1n), '0x00']
    return { number: numberToHex(number), hash, parentHash, timestamp: numberToHex(number), receiptsRoot, logsBloom }
  }
  if (method === 'eth_getTransactionReceipt') {
    const index = ours.find((one) => txOf(one) === params[0])
    if (index === undefined) return null
    const log = logOf(node, index)
    const from = pad('0x01', { size: 20 })
    return { ...log, status: '0x1', from, gasUsed: '0x1', effectiveGasPrice: '0x1', logs: [log] }
  }
  if (method === 'eth_getLogs' && node.hasLogs !== false) {
    const [{ fromBlock, toBlock, topics }] = params as [{ fromBlock: Hex; toBlock: Hex; topics: Hex[][] }]
    const isIn = (index: number) =>
      (node.createdAt[index] as bigint) >= BigInt(fromBlock) && (node.createdAt[index] as bigint) <= BigInt(toBlock)
    return ours
      .filter((index) => isIn(index) && topics[1]?.includes(pad(vaults[index] as Address)))
      .map((index) => logOf(node, index))
  }
  throw refusal(`the method ${method} does not exist`)
}

const refusal = (message: string) =>
  new RpcRequestError({ body: {}, error: { code: -32_000, message }, url: 'http://node' })

const node = (over: Partial<Node> = {}): Node => ({
  head: 400n,
  keeps: 128n,
  createdAt: [100n, 100n],
  asked: [],
  ...over,
})

/** Asks about the vaults at a depth of 240, so that facts count up to block 161 of 400. */
async function ask(nodes: Node[], over: Partial<AskedVault> = {}): Promise<Belief<VaultFacts>[]> {
  const endpoints = nodes.map((one, index) => {
    const request = async ({ method, params }: { method: string; params: unknown[] }) => answer(one, method, params)
    return { name: `e${index}`, client: createClient({ transport: custom({ request } as never, { retryCount: 0 }) }) }
  })
  const read = async (
    client: unknown,
    { vaults: asked, blockNumber = 0n }: { vaults: readonly { vault: Address }[]; blockNumber?: bigint },
  ) => {
    const one = nodes[endpoints.findIndex((endpoint) => endpoint.client === client)] as Node
    one.asked.push(`state ${blockNumber}`)
    if (blockNumber <= one.head - one.keeps) throw refusal('missing trie node 1b2f0c9d7e1a')
    return asked.map(({ vault }) => {
      const created = one.createdAt[vaults.indexOf(vault)]
      return one.lie ?? (created !== undefined && created <= blockNumber ? open : missing)
    })
  }
  const terms = { amount: 25n, cancelAfter: 10_000 } as EscrowTerms
  const asked = vaults.map((vault) => ({ vault, terms, depth: { confirmations: 240, tag: null }, ...over }))
  const quorum = makeQuorum(endpoints, { chain: 'test', budgetMs: 2_000, repeats: false })
  return askVaultsBy(read as never, quorum, asked, { registry, blockTimeMs: 1_000 })
}

const seen = (beliefs: readonly Belief<VaultFacts>[]) =>
  beliefs.map((one) =>
    isBelieved(one) ? [one.value.latest.state, one.value.atDepth.state].join(' at depth ') : one.reason,
  )
const standing = ['open at depth open', 'open at depth open']
const waiting = 'the transaction that created it was not found, and too few endpoints keep the state of block 161'

describe('askVaults', () => {
  it('reads the counted block’s state where the endpoints keep it, and no event', async () => {
    const archive = node({ keeps: 1_000n })
    expect(seen(await ask([archive]))).toEqual(standing)
    expect(archive.asked).toContain('state 161')
    expect(archive.asked.filter((one) => /Receipt|Logs/.test(one))).toEqual([])
  })

  it.each([1, 2, 3])(
    'knows a standing vault by %s plain full nodes: many vaults by one question for logs',
    async (count) => {
      const nodes = Array.from({ length: count }, () => node())
      expect(seen(await ask(nodes))).toEqual(standing)
      expect(nodes[0]?.asked.filter((one) => one === 'eth_getLogs')).toHaveLength(1)
    },
  )

  it('needs no logs where the transaction is named', async () => {
    const full = node({ hasLogs: false })
    expect(seen(await ask([full], { named: [null, txOf(0), txOf(1)] }))).toEqual(standing)
    expect(full.asked).not.toContain('eth_getLogs')
  })

  it.each<[string, Partial<AskedVault>]>([
    ['of nothing', { named: [hashOf(5n)] }],
    ['of another vault', { named: [txOf(1)] }],
  ])('finds the creation by itself when it is told the hash %s', async (_case, over) => {
    expect(seen(await ask([node()], over))).toEqual(standing)
  })

  it.each<[string, Partial<Node>[], string[]]>([
    ['one block too few', [{ createdAt: [162n, 161n] }], ['open at depth missing', 'open at depth open']],
    ['no logs and no name', [{ hasLogs: false }], Array(2).fill('0 of the 1 endpoints that must agree answer')],
    ['no creation, though the head has one', [{ createdAt: [], lie: open }], [waiting, waiting]],
    ['no vault at all', [{ createdAt: [] }], Array(2).fill('missing at depth missing')],
  ])('waits where there is %s', async (_case, overs, expected) => {
    expect(seen(await ask(overs.map((over) => node(over))))).toEqual(expected)
  })

  it.each<[string, Partial<Node>, Partial<Node>, string[]]>([
    [
      'a vault that does not stand',
      { createdAt: [] },
      { createdAt: [100n, 100n] },
      Array(2).fill('missing at depth missing'),
    ],
    [
      'a creation that came later',
      { createdAt: [300n, 300n] },
      { createdAt: [100n, 100n] },
      Array(2).fill('open at depth missing'),
    ],
    ['that there is none', {}, { createdAt: [] }, standing],
    ['another branch below the counted block', {}, { forkedAt: 90n }, standing],
    ['the old state, which it keeps', {}, { keeps: 1_000n, lie: missing }, standing],
  ])('believes two of three full nodes where one tells of %s', async (_case, honest, liar, expected) => {
    for (const nodes of [
      [liar, honest, honest],
      [honest, honest, liar],
    ])
      expect(seen(await ask(nodes.map(node)))).toEqual(expected)
  })

  it('is fooled by neither of two that contradict each other', async () => {
    const beliefs = await ask([node(), node({ forkedAt: 90n })])
    expect(beliefs.map(isBelieved)).toEqual([false, false])
  })

  it('takes old state from those of a majority that keep it, and events where they are too few', async () => {
    expect(seen(await ask([node(), node({ keeps: 1_000n }), node({ keeps: 1_000n })]))).toEqual(standing)
    expect(seen(await ask([node(), node({ keeps: 1_000n })]))).toEqual(standing)
  })
})
