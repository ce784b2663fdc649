import { answering, type LieRow, lies, stateless } from './answers.ts'
import type { Answer, Lie, RpcError } from './lie.ts'

const refusing =
  (code: number, message: string): Answer =>
  () => ({ error: { code, message } })

/** The widest range that the endpoint answers, in blocks. */
const widest = 5

/** How vendors refuse a range. The last five have no word that one could guess and list. */
const wordings: readonly [string, RpcError][] = [
  ['alchemy', { code: -32_600, message: 'You can make eth_getLogs requests with up to a 10 block range.' }],
  [
    'infura',
    { code: -32_005, message: 'query returned more than 10000 results. Try with this block range [0x1, 0x5].' },
  ],
  ['chainstack', { code: -32_000, message: 'Block range limit exceeded.' }],
  ['quicknode', { code: -32_614, message: 'eth_getLogs is limited to a 5 range' }],
  ['drpc', { code: 35, message: 'ranges over 10000 blocks are not supported on freetier' }],
  ['reth', { code: -32_008, message: 'Response is too big' }],
  ['erigon', { code: -32_000, message: 'query timeout exceeded' }],
  ['thirdweb', { code: -32_602, message: 'Maximum allowed number of requested blocks is 1000' }],
]

const refusingRanges =
  (error: RpcError): Answer =>
  (request, honest) => {
    const [filter] = request.params as [{ fromBlock?: string; toBlock?: string; blockHash?: string }]
    if (request.method !== 'eth_getLogs' || filter.blockHash !== undefined) return honest()
    return Number(filter.toBlock) - Number(filter.fromBlock) + 1 > widest ? { error } : honest()
  }

export const refusingLies: Lie[] = lies('refusing', [
  [
    '429_for_an_hour',
    'answers 429 and asks to be left alone for an hour',
    stateless(() => ({
      status: 429,
      headers: { 'retry-after': '3600' },
      body: '{"jsonrpc":"2.0","id":1,"error":{"code":429,"message":"Too Many Requests"}}',
    })),
  ],
  [
    'rate_limited',
    'says to every question that there are too many',
    stateless(refusing(-32_005, 'rate limit exceeded')),
  ],
  [
    '503',
    'answers 503 with a page of a proxy',
    stateless(() => ({ status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>no healthy upstream</h1>' })),
  ],
  ['no_such_method', 'says that it knows no method', stateless(refusing(-32_601, 'the method does not exist'))],
  [
    'reverts_calls',
    'says that every call reverts',
    stateless(
      answering({ eth_call: refusing(3, 'execution reverted'), eth_estimateGas: refusing(3, 'execution reverted') }),
    ),
  ],
  [
    'refuses_sending',
    'refuses every transaction',
    stateless(answering({ eth_sendRawTransaction: refusing(-32_005, 'limit exceeded') })),
  ],
  [
    'unknown_block',
    'says that it lacks every block it is asked for by number',
    stateless(
      answering({ eth_getBlockByNumber: () => ({ result: null }), eth_call: refusing(-32_000, 'header not found') }),
    ),
  ],
  ...wordings.map(
    ([vendor, error]) =>
      [
        `range_${vendor}`,
        `refuses logs of more than ${widest} blocks in the words of ${vendor}`,
        stateless(refusingRanges(error)),
      ] as LieRow,
  ),
])
