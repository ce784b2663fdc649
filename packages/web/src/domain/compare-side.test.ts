import { describe, expect, it } from '@jest/globals'
import { compareSide, type VaultOnChain } from './compare-side.ts'

const open = { state: 'open', hasTerms: true, balance: 25n } as const
const seen = (latest: VaultOnChain['latest'], over: Partial<VaultOnChain> = {}): VaultOnChain => ({
  latest,
  isPredicted: true,
  isPinnedAsset: true,
  ...over,
})

describe('compareSide', () => {
  it.each<[string, Parameters<typeof compareSide>[0]['status'], VaultOnChain, string]>([
    ['nothing said and nothing there', 'awaiting', seen({ state: 'missing' }), 'agrees'],
    ['a funded vault', 'created', seen(open), 'agrees'],
    ['a funded vault that is not counted yet', 'awaiting', seen(open), 'ahead'],
    ['a claim that is not counted yet', 'created', seen({ ...open, state: 'claimed', balance: 0n }), 'ahead'],
    ['a claim', 'claimed', seen({ ...open, state: 'claimed', balance: 0n }), 'agrees'],
    ['a vault that is not there', 'created', seen({ state: 'missing' }), 'contradicts'],
    ['a claim that did not happen', 'claimed', seen(open), 'contradicts'],
    ['a cancellation called a claim', 'claimed', seen({ ...open, state: 'cancelled', balance: 0n }), 'contradicts'],
    ['too little in the vault', 'created', seen({ ...open, balance: 24n }), 'contradicts'],
    ['other terms', 'created', seen({ ...open, hasTerms: false }), 'contradicts'],
    ['another address', 'created', seen(open, { isPredicted: false }), 'contradicts'],
    ['another asset than its chain and token are of', 'created', seen(open, { isPinnedAsset: false }), 'contradicts'],
  ])('compares %s', (_name, status, vault, comparison) => {
    expect(compareSide({ status, amount: '25' }, vault)).toBe(comparison)
  })
})
