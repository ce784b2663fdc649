/** The parts of the chaos that do not fail but lie, cheat or freeze. */
import { readFileSync } from 'node:fs'
import { type Address, type Hex, keccak256, numberToHex } from 'viem'
import type { Lie, RpcCall, RpcProxy } from '../support/rpc-proxy.ts'

/**
 * The code of a recipient that accepts the payout where the gas price is zero, as in a simulation, and uses up all the gas of a
 * transaction.
 */
export const burnsWhenMined: Hex = '0x3a15600657fe5b00'
/** The code of a recipient that accepts every payout. */
export const takesAll: Hex = '0x00'
/** The recipients that burn gas. They have no code before the chaos puts it there. */
export const burnerOf = (index: number): Address =>
  `0x000000000000000000000000000000000000b${String(index).padStart(3, '0')}`

const gwei = 1_000_000_000n

/** The ways in which the endpoint lies, by the method that is asked for. */
function lieTo({ method, params }: RpcCall, random: () => number): [string, Lie] | undefined {
  switch (method) {
    case 'eth_getTransactionCount':
      return ['count', { answer: numberToHex(1_000_000 + Math.floor(random() * 1_000)) }]
    case 'eth_getTransactionReceipt':
      return ['receipt', random() < 0.5 ? { answer: null } : { answer: forgedReceipt(params[0] as Hex) }]
    case 'eth_estimateGas':
      return ['estimate', { answer: numberToHex(30_000) }]
    case 'eth_call':
      return ['revert', { error: { code: 3, message: 'execution reverted' } }]
    case 'eth_feeHistory':
      return ['tip', { answer: feeHistory(400n * gwei) }]
    case 'eth_sendRawTransaction':
      return ['swallowed transaction', { answer: keccak256(params[0] as Hex) }]
    default:
      return undefined
  }
}

const forgedReceipt = (hash: Hex) => ({
  ...{ transactionHash: hash, transactionIndex: '0x0', blockHash: `0x${'ab'.repeat(32)}`, blockNumber: '0x1' },
  ...{ from: `0x${'00'.repeat(20)}`, to: null, contractAddress: null, cumulativeGasUsed: '0x5208', gasUsed: '0x5208' },
  ...{ effectiveGasPrice: '0x1', logs: [], logsBloom: `0x${'00'.repeat(256)}`, status: '0x1', type: '0x2' },
})

const feeHistory = (tip: bigint) => ({
  oldestBlock: '0x1',
  baseFeePerGas: Array.from({ length: 11 }, () => numberToHex(gwei)),
  gasUsedRatio: Array.from({ length: 10 }, () => 0.5),
  reward: Array.from({ length: 10 }, () => [numberToHex(tip)]),
})

/**
 * Has an endpoint lie now and then.
 * @returns a function that stops the lies.
 */
export function lieSometimes(proxy: RpcProxy, random: () => number, happened: Record<string, number>): () => void {
  proxy.lie = (call) => {
    if (random() > 0.08) return undefined
    const [what, lie] = lieTo(call, random) ?? []
    if (what === undefined) return undefined
    happened[`lie: ${what}`] = (happened[`lie: ${what}`] ?? 0) + 1
    return lie
  }
  return () => {
    proxy.lie = () => undefined
  }
}

/** Freezes a process and its children for this long. */
export async function freeze(pid: number, milliseconds: number): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, name)
      } catch {
        // The process has ended by itself.
      }
    }
  }
  signal('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
  signal('SIGCONT')
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
