import { describe, expect, it } from '@jest/globals'
import type { OrderWire } from '@tandem/contracts'
import type { VaultView } from '@tandem/escrow'
import type { Escrow } from '../vaults/domain/escrow.ts'
import { type FindWayDeps, makeFindWay } from './find-way.ts'

const order = { order_id: 'order', fill_by: null, source_intent: { asset: 'left:dai' } } as OrderWire
const source = {
  chain: 'left',
  vault: '0xaa',
  terms: { token: '0xbb', cancelAfter: 3_000, amount: 1000n },
} as unknown as Escrow

/** A chain that shows this vault, and whose balances are read in another block. */
function findWayAt(latest: VaultView, { balance = 0n, chainTime = 1_000, minAmount = '100' } = {}) {
  const chain = {
    readVault: async () => ({ kind: 'single', value: { latest, atDepth: latest, headNumber: 1n, chainTime } }),
    balanceOf: async () => balance,
  }
  const chains = new Map([['left', chain]])
  const network = { assets: [{ asset: 'left:dai', min_amount: minAmount }] }
  return makeFindWay({ chains, network } as unknown as FindWayDeps)(order, source, undefined)
}

describe('makeFindWay', () => {
  it('sweeps nothing that the settlement paid out between two reads', async () => {
    const cancelled: VaultView = { state: 'cancelled', hasTerms: true, balance: 0n }
    expect(await findWayAt(cancelled, { balance: 1000n })).toBe('settled')
  })

  it('sweeps what the block of the settled vault holds', async () => {
    const claimed: VaultView = { state: 'claimed', hasTerms: true, balance: 100n }
    expect(await findWayAt(claimed)).toEqual({ way: 'sweep', stray: 100n })
  })

  it('gives back what lies where no vault stands, past its time', async () => {
    const found = findWayAt({ state: 'missing' }, { balance: 100n, chainTime: 3_000 })
    expect(await found).toEqual({ way: 'recover_prefund', stray: 100n })
  })

  it.each<[string, VaultView]>([
    ['ORDER_FINAL', { state: 'claimed', hasTerms: true, balance: 99n }],
    ['SOURCE_NOT_INITIATED', { state: 'missing' }],
  ])('gives no trifle back: %s', async (code, latest) => {
    const found = findWayAt(latest, { balance: 99n, chainTime: 3_000 })
    if (code === 'ORDER_FINAL') expect(await found).toBe('settled')
    else await expect(found).rejects.toMatchObject({ code })
  })

  it('gives the whole amount of an order back, though the least amount of its asset was raised', async () => {
    const found = findWayAt({ state: 'missing' }, { balance: 1000n, chainTime: 3_000, minAmount: '5000' })
    expect(await found).toEqual({ way: 'recover_prefund', stray: 1000n })
  })
})
