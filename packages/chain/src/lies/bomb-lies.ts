import { gzipSync } from 'node:zlib'
import { toHex } from 'viem'
import { always, answering, blockMethods, changing, changingBlocks, type Log, lies, stateless } from './answers.ts'
import type { Answer, Lie } from './lie.ts'

/** Makes a bomb when it is first told, so that a run without bombs holds none in memory. */
const once = <T>(make: () => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const longText = once(() => `0x${'11'.repeat(4_900_000)}`)
const hashes = once(() => Array.from({ length: 145_000 }, (_, index) => toHex(index + 1, { size: 32 })))
const nested = once(() => '['.repeat(4_500_000) + ']'.repeat(4_500_000))
const zipped = once(() => gzipSync(Buffer.alloc(200_000_000, ' '), { level: 1 }))

const blocks = (answer: Answer) => answering(Object.fromEntries(blockMethods.map((method) => [method, answer])))

const manyLogs: Answer = changing<Log[]>((logs, { params: [filter] }) => {
  const { fromBlock = '0x1', blockHash } = (filter ?? {}) as { fromBlock?: string; blockHash?: string }
  const place = { blockNumber: fromBlock, blockHash: blockHash ?? toHex(1, { size: 32 }), removed: false, data: '0x' }
  const forged = Array.from({ length: 14_000 }, (_, index) => ({
    ...{ ...place, address: toHex(1, { size: 20 }), topics: [toHex(index, { size: 32 })], logIndex: toHex(index) },
    ...{ transactionHash: toHex(index + 1, { size: 32 }), transactionIndex: '0x0' },
  }))
  return [...logs, ...forged]
})

export const bombLies: Lie[] = lies('bomb', [
  [
    'long_header',
    'shows headers with 9.8 MB of extra data',
    stateless(changingBlocks((block) => ({ ...block, extraData: longText() }))),
  ],
  [
    'nested_block',
    'answers with 9 MB of brackets in each other where it is asked for a block',
    stateless(blocks(() => ({ json: nested() }))),
  ],
  [
    'nested_always',
    'answers every question with 9 MB of brackets in each other',
    stateless(() => ({ json: nested() })),
  ],
  [
    'many_hashes',
    'shows blocks of 145,000 transactions',
    stateless(changingBlocks((block) => ({ ...block, transactions: hashes() }))),
  ],
  [
    'many_logs',
    'adds 14,000 logs of its own to every answer about logs',
    stateless(answering({ eth_getLogs: manyLogs })),
  ],
  [
    'zip_bomb',
    'answers every question with 200 MB of spaces in gzip',
    stateless(() => ({ status: 200, headers: { 'content-encoding': 'gzip' }, body: zipped() })),
  ],
  [
    'long_error',
    'refuses every question in 5 MB of words',
    stateless(() => ({ error: { code: -32_000, message: longText() } })),
  ],
  [
    'broken_json',
    'answers every question with half a text of JSON',
    stateless(always({ status: 200, body: '{"jsonrpc":"2.0","id":1,"result":"0x' })),
  ],
  [
    'wrong_shape',
    'answers every question with an object where a text belongs',
    stateless(always({ result: { number: {}, hash: 7 } })),
  ],
])
