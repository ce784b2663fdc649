import { describe, expect, it } from '@jest/globals'
import { type Newest, type Next, type NonceFacts, nextAtNonce } from './next-at-nonce.ts'

type Receipt = { blockNumber: bigint }
const blockTimeMs = 2_000
const nowMs = 1_000_000
const newest: Newest = { signedBlock: 100n, sentAtMs: nowMs - 3_000, refusal: null }
const open: NonceFacts<Receipt> = {
  ...{ nonce: 7n, newest, receipt: undefined, countedBlock: 90n, used: 7n, isNext: true, head: 101n },
}
const mined = { blockNumber: 90n }

describe('nextAtNonce', () => {
  it.each<[string, Partial<NonceFacts<Receipt>>, Next<Receipt>]>([
    ['a receipt at depth', { receipt: mined }, { type: 'mined', receipt: mined }],
    ['a receipt that a reorg may take back', { receipt: { blockNumber: 91n } }, { type: 'settling' }],
    [
      'a receipt, whatever the counts say',
      { receipt: mined, settled: 8n, used: 0n },
      { type: 'mined', receipt: mined },
    ],
    ['used, and nothing known of the depth', { used: 8n }, { type: 'used' }],
    ['used, and not at depth', { used: 8n, settled: 7n }, { type: 'settling' }],
    ['used at depth by none of ours', { used: 8n, settled: 8n }, { type: 'lost' }],
    ['used at depth, where the latest block counts fewer', { used: 7n, settled: 8n }, { type: 'lost' }],
    ['nothing signed', { newest: undefined }, { type: 'sign' }],
    ['nothing signed, and used', { newest: undefined, used: 8n }, { type: 'used' }],
    ['signed, and not sent', { newest: { ...newest, sentAtMs: undefined } }, { type: 'send' }],
    ['sent within this block', { newest: { ...newest, sentAtMs: nowMs - 1_999 }, head: 200n }, { type: 'wait' }],
    ['passed by too few blocks', { head: 102n }, { type: 'wait' }],
    ['passed by three blocks', { head: 103n }, { type: 'replace', isSendDue: false }],
    [
      'passed by three blocks in ten seconds',
      { head: 103n, newest: { ...newest, sentAtMs: nowMs - 10_000 } },
      { type: 'replace', isSendDue: true },
    ],
    ['passed by, and behind another nonce', { head: 103n, isNext: false }, { type: 'wait' }],
    ['no block for ten seconds', { newest: { ...newest, sentAtMs: nowMs - 10_000 } }, { type: 'send' }],
    [
      'behind another nonce for ten seconds',
      { isNext: false, head: undefined, newest: { ...newest, sentAtMs: nowMs - 10_000 } },
      { type: 'send' },
    ],
    ['refused as too early, and its turn', { newest: { ...newest, refusal: 'nonce_too_high' } }, { type: 'send' }],
    [
      'refused as too early, and not its turn',
      { isNext: false, newest: { ...newest, refusal: 'nonce_too_high' } },
      { type: 'wait' },
    ],
  ])('%s', (_name, over, expected) => {
    expect(nextAtNonce({ ...open, ...over }, { blockTimeMs, nowMs })).toEqual(expected)
  })

  it('gives a transaction that nobody waits for longer', () => {
    const pace = { blockTimeMs, nowMs, patienceMs: 30_000 }
    expect(nextAtNonce({ ...open, head: 114n }, pace)).toEqual({ type: 'wait' })
    expect(nextAtNonce({ ...open, head: 115n }, pace)).toMatchObject({ type: 'replace' })
  })
})
