import { expect, it } from '@jest/globals'
import type { Network } from '@tandem/contracts'
import type { InitiationWork } from '../work/domain/work.ts'
import type { Chains } from '../work/ports.ts'
import { checkInitiation } from './check-initiation.ts'

const nowSecs = 1_000_000
const terms = { token: '0x01', cancelAfter: nowSecs + 50_000 }
const work = {
  source: { chain: 'left', vault: '0x02', terms, valueUsd: 100 },
  destination: { chain: 'right', cancelAfter: nowSecs + 10_000, windowSecs: 600, fillBy: null, initiateBy: null },
  how: { type: 'signed' },
} as unknown as InitiationWork
/** The source is still to be created, and every clock agrees. */
const missing = { state: 'missing', balance: 0n, hasTerms: false }
const left = {
  claimSafetySecs: 120,
  readVault: async () => ({
    kind: 'single',
    value: { latest: missing, atDepth: missing, headNumber: 9n, chainTime: nowSecs },
  }),
}

it('lets an initiation wait whose destination chain has left the network file', async () => {
  const chains = new Map([['left', left]]) as unknown as Chains
  const network = { chains: [{ chain: 'left' }], assets: [], min_margin_secs: 43_200 } as unknown as Network
  await expect(checkInitiation(work, { chains, network, now: () => nowSecs * 1_000 })).resolves.toEqual({
    type: 'wait',
    code: 'CHAIN_UNAVAILABLE',
    reason: 'right has left the network file',
  })
})
