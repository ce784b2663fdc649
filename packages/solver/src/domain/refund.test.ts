import { describe, expect, it } from '@jest/globals'
import type { VaultView } from '@tandem/escrow'
import fc from 'fast-check'
import { decideRefund, type RefundDecision, type RefundView } from './refund.ts'

const missing: VaultView = { state: 'missing' }
const vault = (state: 'open' | 'claimed' | 'cancelled'): VaultView => ({ state, hasTerms: true, balance: 100n })
type Over = Partial<Omit<RefundView, 'destination'>> & { destination?: Partial<RefundView['destination']> }
const view = ({ destination, ...over }: Over = {}): RefundView => ({
  source: vault('open'),
  destination: { latest: missing, atDepth: missing, timeAtDepth: 1000, noncesAtDepth: 8, ...destination },
  fillBy: 1000,
  highestFundingNonce: 7,
  isHistoryComplete: true,
  ...over,
})

describe('decideRefund', () => {
  it.each<[string, RefundView, RefundDecision['type']]>([
    ['time over, nonce used by something else', view(), 'refund'],
    ['never tried to fund', view({ highestFundingNonce: undefined }), 'refund'],
    ['a second before the time to fill', view({ destination: { timeAtDepth: 999 } }), 'no'],
    ['no time to fill by', view({ fillBy: null }), 'no'],
    ['a funding may still be mined', view({ destination: { noncesAtDepth: 7 } }), 'use_nonces'],
    ['a funding lies under a nonce that an endpoint invented', view({ highestFundingNonce: 1_000_001 }), 'no'],
    ['funded in the latest block', view({ destination: { latest: vault('open') } }), 'no'],
    ['funded at depth, gone from the latest block', view({ destination: { atDepth: vault('open') } }), 'no'],
    ['an earlier run left no journal', view({ isHistoryComplete: false }), 'no'],
    ['source claimed', view({ source: vault('claimed') }), 'no'],
    ['source cancelled', view({ source: vault('cancelled') }), 'no'],
  ])('%s', (_name, given, decision) => {
    expect(decideRefund(given).type).toBe(decision)
  })
})

/**
 * One order between a solver and a destination chain. Transactions that were broadcast lie around until their nonce is
 * used; a reorg takes back what is not at depth, and what it took lies around again.
 */
type Step = 'tick' | 'mine' | 'mine_empty' | 'reorg' | 'crash' | 'drop' | 'wait'
type Broadcast = { nonce: number; kind: 'fund' | 'fill' }
const depth = 2
const fillBy = 5

/**
 * Plays these steps with the solver's rules around {@link decideRefund}, on a chain that orders events in the worst
 * way.
 */
function play(steps: readonly Step[]): { isFunded: boolean; isRefunded: boolean } {
  let chain: (Broadcast | undefined)[] = [undefined, undefined]
  let shift = 0
  let pool: Broadcast[] = []
  // The journal survives a crash of the solver.
  const journal = { highest: undefined as number | undefined, isConsented: false }
  let isRefunded = false
  let known: Broadcast | undefined
  const used = (blocks: typeof chain) => blocks.filter((tx) => tx !== undefined).length
  const hasFunding = (blocks: typeof chain) => blocks.some((tx) => tx?.kind === 'fund')
  const timeOf = (blocks: typeof chain) => blocks.length + shift
  const include = (tx: Broadcast | undefined) => {
    chain = [...chain, tx]
    pool = pool.filter(({ nonce }) => nonce >= used(chain))
  }
  const broadcast = (tx: Broadcast) => {
    known = tx
    pool = [...pool, tx]
  }
  const apply: Record<Step, () => void> = {
    tick() {
      const counted = chain.slice(0, chain.length - depth + 1)
      const [latest, atDepth] = [chain, counted].map((blocks) => (hasFunding(blocks) ? vault('open') : missing))
      const decision = decideRefund({
        source: vault(isRefunded ? 'cancelled' : 'open'),
        destination: {
          latest: latest ?? missing,
          atDepth: atDepth ?? missing,
          timeAtDepth: timeOf(counted),
          noncesAtDepth: used(counted),
        },
        fillBy,
        highestFundingNonce: journal.highest,
        isHistoryComplete: true,
      })
      if (decision.type === 'refund') {
        journal.isConsented = true
        isRefunded = true
      } else if (decision.type === 'use_nonces' && used(chain) <= decision.upTo) {
        broadcast({ nonce: used(chain), kind: 'fill' })
      } else if (latest?.state === 'missing' && !journal.isConsented && timeOf(chain) < fillBy && known === undefined) {
        const nonce = used(chain)
        journal.highest = Math.max(journal.highest ?? 0, nonce)
        broadcast({ nonce, kind: 'fund' })
      }
    },
    mine: () => include(pool.find(({ nonce }) => nonce === used(chain))),
    // The network has a transaction that our node has forgotten: the last one in the pool is mined first.
    drop: () => include([...pool].reverse().find(({ nonce }) => nonce === used(chain))),
    mine_empty: () => include(undefined),
    reorg() {
      const gone = chain.slice(chain.length - depth + 1).filter((tx) => tx !== undefined)
      chain = chain.slice(0, chain.length - depth + 1)
      pool = [...pool, ...gone]
    },
    crash() {
      known = undefined
    },
    wait() {
      shift += 2
    },
  }
  for (const step of steps) apply[step]()
  return { isFunded: hasFunding(chain), isRefunded }
}

describe('funding, consent, crashes and reorgs in any order', () => {
  const steps = fc.array(
    fc.constantFrom<Step>('tick', 'tick', 'tick', 'mine', 'mine_empty', 'reorg', 'crash', 'drop', 'wait'),
    { maxLength: 40 },
  )

  it('never funds the destination and gives the source back', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { isFunded, isRefunded } = play(given)
        expect(isFunded && isRefunded).toBe(false)
      }),
      { numRuns: 10_000 },
    )
  })

  it('gives the source back after a crash before anything was mined', () => {
    const given: Step[] = ['tick', 'crash', 'wait', 'wait', 'tick', 'drop', 'mine_empty', 'mine_empty', 'tick']
    expect(play(given)).toEqual({ isFunded: false, isRefunded: true })
  })
})
