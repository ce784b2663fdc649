import { describe, expect, it } from '@jest/globals'
import { policySchema, refusalOf, type Wish } from './policy.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const spend = {
  max_per_swap: '100',
  max_per_day: '1000',
  confirm_above: '50',
  receive: { 'b:usdc': { for: '3', at_least: '2' } },
}
const policy = policySchema.parse({ networks: ['a', 'b'], recipients: ['self'], spend: { 'a:usdc': spend } })
const wish: Wish = { from: 'a:usdc', to: 'b:usdc', amount: 100n, minReceived: 67n, recipient: owner, owner }

describe('refusalOf', () => {
  it.each<[string, Partial<Wish>, string | undefined]>([
    ['what it names, at the limits', {}, undefined],
    ['another network', { to: 'c:usdc' }, 'network c'],
    ['another asset', { from: 'a:dai' }, 'give a:dai'],
    ['an asset that every object has', { from: 'a:usdc', to: 'b:constructor' }, 'b:constructor for'],
    ['another destination asset', { to: 'b:dai' }, 'b:dai for a:usdc'],
    ['another recipient', { recipient: other }, `recipient ${other}`],
    ['more than a swap may give', { amount: 101n, minReceived: 100n }, 'at most 100'],
    ['a price below the worst, which is rounded up', { minReceived: 66n }, 'at least 67'],
  ])('answers for %s', (_, change, said) => {
    const refusal = refusalOf(policy, { ...wish, ...change })
    if (said === undefined) expect(refusal).toBeUndefined()
    else expect(refusal).toContain(said)
  })

  it('takes a recipient that the policy names, in any case', () => {
    const named = policySchema.parse({ ...policy, recipients: [other.toLowerCase()] })
    expect(refusalOf(named, { ...wish, recipient: other })).toBeUndefined()
    expect(refusalOf(named, wish)).toContain('recipient')
  })
})

describe('policySchema', () => {
  it.each([
    ['a number', { max_per_swap: 100 }],
    ['a fraction', { max_per_day: '1.5' }],
    ['a sign', { confirm_above: '-1' }],
    ['a field that it does not know', { max_per_week: '1' }],
  ])('refuses %s', (_, change) => {
    const changed = { ...policy, spend: { 'a:usdc': { ...spend, ...change } } }
    expect(policySchema.safeParse(changed).success).toBe(false)
  })
})
