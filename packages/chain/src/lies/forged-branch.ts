import { type Hex, keccak256, toHex } from 'viem'
import { type Block, type Log, type Receipt, resultOf } from './answers.ts'
import { bloomOf, childOf, rootOfOne } from './header.ts'
import type { Answer, Honest, Scene } from './lie.ts'

/**
 * What the endpoint forges. `base` is the last block that the branch shares with the true chain, and `blocks` are the
 * forged blocks above it, by number.
 */
type Branch = { base: number; blocks: Map<number, Block>; log: Log; receipt: Receipt }

type Filter = { fromBlock?: Hex; toBlock?: Hex; blockHash?: Hex }

/**
 * Tells of a branch that nobody mined: its headers have true hashes and link to each other, and its first block has a
 * receipt and a log. The branch starts `below` blocks under the head of the first question, and is always `beyond`
 * blocks longer than the true chain.
 */
export const forgedBranch =
  ({ below, beyond }: { below: number; beyond: number }) =>
  (scene: Scene): Answer => {
    let begun: Promise<Branch> | undefined
    return async (request, honest) => {
      begun ??= begin(honest, below, scene)
      const branch = await begun
      const head = (await headOf(honest)) + beyond
      await grow(branch, honest, head)
      return answer(branch, head, request, honest)
    }
  }

const headOf = async (honest: Honest) => Number(await resultOf<Hex>(honest, 'eth_blockNumber'))
const blockOf = (honest: Honest, number: number) =>
  resultOf<Block>(honest, 'eth_getBlockByNumber', toHex(number), false)

async function begin(honest: Honest, below: number, { log }: Scene): Promise<Branch> {
  const base = Math.max(0, (await headOf(honest)) - below)
  const parent = await blockOf(honest, base)
  const transactionHash = keccak256(parent.hash)
  const bloom = { logsBloom: bloomOf(log) }
  const gas = { gasUsed: '0xc350' as Hex, cumulativeGasUsed: '0xc350' as Hex }
  const first = childOf(parent, {
    ...{
      ...bloom,
      gasUsed: gas.gasUsed,
      transactions: [transactionHash],
      transactionsRoot: keccak256(transactionHash),
    },
    ...{ timestamp: toHex(Number(parent.timestamp) + 1), receiptsRoot: rootOfOne({ ...gas, ...bloom, logs: [log] }) },
  })
  const where = { blockNumber: first.number, blockHash: first.hash, transactionHash, transactionIndex: '0x0' as Hex }
  const placed = { ...log, ...where, logIndex: '0x0' as Hex, removed: false }
  const sender = { from: log.address, to: log.address, contractAddress: null, effectiveGasPrice: '0x1', type: '0x2' }
  const receipt = { ...where, ...gas, ...bloom, ...sender, status: '0x1', logs: [placed] }
  return { base, blocks: new Map([[base + 1, first]]), log: placed, receipt }
}

/**
 * Forges the blocks up to this head. Their timestamps follow those of the true blocks, so that no check of the time
 * finds the branch out.
 */
async function grow({ base, blocks }: Branch, honest: Honest, head: number): Promise<void> {
  for (let number = base + 2; number <= head; number += 1) {
    if (blocks.has(number)) continue
    const [parent, trueBlock] = [blocks.get(number - 1) as Block, await blockOf(honest, number)]
    const least = Number(parent.timestamp) + 1
    blocks.set(number, childOf(parent, { timestamp: toHex(Math.max(least, Number(trueBlock?.timestamp ?? 0))) }))
  }
}

function answer(branch: Branch, head: number, request: { method: string; params: readonly unknown[] }, honest: Honest) {
  const { base, blocks, log, receipt } = branch
  const [first] = request.params
  const forged = [...blocks.values()]
  switch (request.method) {
    case 'eth_blockNumber':
      return { result: toHex(Math.max(head, base + 1)) }
    case 'eth_getBlockByNumber': {
      const number = first === 'latest' || first === 'pending' ? Math.max(head, base + 1) : Number(first)
      return blocks.has(number) ? { result: blocks.get(number) } : honest()
    }
    case 'eth_getBlockByHash':
      return { result: forged.find(({ hash }) => hash === first) ?? null }
    case 'eth_getTransactionReceipt':
      return first === log.transactionHash ? { result: receipt } : honest()
    case 'eth_getBlockReceipts': {
      const found = forged.find(({ hash, number }) => hash === first || number === first)
      if (found === undefined) return honest()
      return { result: found.hash === log.blockHash ? [receipt] : [] }
    }
    case 'eth_getLogs':
      return logsOf(branch, first as Filter, honest)
    default:
      return honest(atTrueBlock(request, base))
  }
}

async function logsOf({ base, blocks, log }: Branch, filter: Filter, honest: Honest) {
  if (filter.blockHash !== undefined) {
    const isForged = [...blocks.values()].some(({ hash }) => hash === filter.blockHash)
    if (!isForged) return honest()
    return { result: filter.blockHash === log.blockHash ? [log] : [] }
  }
  const [from, to] = [Number(filter.fromBlock ?? 0), Number(filter.toBlock ?? Number.MAX_SAFE_INTEGER)]
  const below =
    from > base ? [] : await resultOf<Log[]>(honest, 'eth_getLogs', { ...filter, toBlock: toHex(Math.min(to, base)) })
  return { result: from <= base + 1 && to > base ? [...below, log] : below }
}

/**
 * Rewrites a call for the true chain: a block that only the branch has is replaced by the last block that both share.
 */
const atTrueBlock = (request: { method: string; params: readonly unknown[] }, base: number) => ({
  method: request.method,
  params: request.params.map((param, index) =>
    index > 0 && typeof param === 'string' && /^0x[0-9a-f]{1,12}$/.test(param) && Number(param) > base
      ? 'latest'
      : param,
  ),
})
