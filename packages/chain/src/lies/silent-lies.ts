import { answering, lies, stateless, wait } from './answers.ts'
import type { Answer, Lie } from './lie.ts'

const after =
  (milliseconds: number): Answer =>
  async (_request, honest) => {
    await wait(milliseconds)
    return honest()
  }

export const silentLies: Lie[] = [
  ...lies('silent', [
    ['hangs', 'takes every question and never answers', stateless(() => 'hang')],
    ['cuts', 'closes every connection without an answer', stateless(() => 'cut')],
    [
      'no_end',
      'begins every answer and never ends one',
      stateless(() => ({ status: 200, body: '{"jsonrpc":"2.0",', endless: true })),
    ],
    [
      'no_end_gzip',
      'begins every answer as gzip and never ends one',
      stateless(() => ({
        status: 200,
        body: Buffer.from('1f8b0800', 'hex'),
        headers: { 'content-encoding': 'gzip' },
        endless: true,
      })),
    ],
    [
      'hangs_at_logs',
      'hangs where it is asked for logs or receipts of a block',
      stateless(answering({ eth_getLogs: () => 'hang', eth_getBlockReceipts: () => 'hang' })),
    ],
    [
      'hangs_at_calls',
      'hangs where it is asked for the state of a contract',
      stateless(answering({ eth_call: () => 'hang', eth_getCode: () => 'hang', eth_getProof: () => 'hang' })),
    ],
    [
      'hangs_at_sending',
      'hangs where it is handed a transaction',
      stateless(answering({ eth_sendRawTransaction: () => 'hang' })),
    ],
    [
      'hangs_at_receipts',
      'hangs where it is asked for a receipt or a nonce',
      stateless(answering({ eth_getTransactionReceipt: () => 'hang', eth_getTransactionCount: () => 'hang' })),
    ],
  ]),
  ...lies('slow', [
    ['slow', 'answers truly after two seconds', stateless(after(2_000))],
    ['just_in_time', 'answers truly just below the time limit', ({ limitMs }) => after(Math.round(limitMs * 0.9))],
  ]),
]
