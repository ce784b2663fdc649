import { describe, expect, it } from '@jest/globals'
import { type EscrowTerms, predictVault } from '@tandem/escrow'
import type { Intent, Order } from '@tandem/sdk'
import { type Address, pad, zeroAddress } from 'viem'
import { sidesOf, type TradedChain } from './sides.ts'

const address = (last: number): Address => pad(`0x${last.toString(16).padStart(2, '0')}`, { size: 20 })
const [registry, user, solver, token] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address]
const hash = (byte: string) => `0x${byte.repeat(32)}` as const
const chains = new Map(
  ['a', 'b'].map((name, index) => [
    name,
    { chain: { config: { chain: name, chain_id: index + 1 }, registry, account: { address: solver } } },
  ]),
) as unknown as ReadonlyMap<string, TradedChain>

function intent(chain: 'a' | 'b', over: Partial<EscrowTerms> = {}, swapId?: Address): Intent {
  const [creator, recipient] = chain === 'a' ? [user, solver] : [solver, user]
  const base = {
    token,
    creator,
    recipient,
    hopBridge: zeroAddress,
    amount: 5n,
    cancelAfter: 9,
    commitmentHash: hash('aa'),
  }
  const terms: EscrowTerms = { ...base, ...over }
  return {
    chain,
    swap_id: swapId ?? predictVault({ registry, chainId: chain === 'a' ? 1 : 2, terms }),
    token_address: terms.token,
    creator: terms.creator,
    recipient: terms.recipient,
    hop_bridge_factory: null,
    amount: String(terms.amount),
    cancel_after: terms.cancelAfter,
    commitment_hash: terms.commitmentHash,
  } as Intent
}
const order = (source_intent: Intent, destination_intent: Intent) => ({ source_intent, destination_intent }) as Order

describe('sidesOf', () => {
  it('derives both escrows of an order of the solver', () => {
    const sides = sidesOf(order(intent('a'), intent('b')), chains)
    expect([sides?.source.terms.amount, sides?.destination.terms.creator]).toEqual([5n, solver])
  })

  it('takes a vault in whatever case it comes, and goes on with the checksummed address', () => {
    const [source, destination] = [intent('a'), intent('b')]
    // A checksum that does not hold: viem throws on it.
    const mixed = destination.swap_id
      .slice(2)
      .replace(/[a-f]/i, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    const sides = sidesOf(
      order({ ...source, swap_id: source.swap_id.toLowerCase() }, { ...destination, swap_id: `0x${mixed}` }),
      chains,
    )
    expect([sides?.source.vault, sides?.destination.vault]).toEqual([source.swap_id, destination.swap_id])
  })

  it('refuses two sides that open to different secrets: the source would stay shut', () => {
    const given = order(intent('a'), intent('b', { commitmentHash: hash('bb') }))
    expect(() => sidesOf(given, chains)).toThrow('different commitment hashes')
  })

  it('refuses a vault whose address is not what its terms give', () => {
    expect(() => sidesOf(order(intent('a', {}, address(9)), intent('b')), chains)).toThrow('not what its terms give')
  })

  it('leaves alone what is another maker’s, or on a chain that is not traded', () => {
    expect(sidesOf(order(intent('a', { recipient: user }), intent('b')), chains)).toBeUndefined()
    expect(sidesOf(order(intent('a'), intent('b', { creator: user })), chains)).toBeUndefined()
    expect(sidesOf(order(intent('a'), { ...intent('b'), chain: 'c' }), chains)).toBeUndefined()
  })
})
