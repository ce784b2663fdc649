import { describe, expect, it } from '@jest/globals'
import { predictVault } from '@tandem/escrow'
import { type Address, getAddress } from 'viem'
import type { Intent, Order } from '../client/types.ts'
import type { KnownNetwork } from '../known-network.ts'
import { type Expectation, escrowOf, termsOf, verifyOrder } from './verify-order.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as Address
const user = address('1')
const solver = address('2')
const registry = address('3')
const commitmentHash = `0x${'ab'.repeat(32)}` as const

const network: KnownNetwork = {
  chains: [
    { chain: 'a', chain_id: 1, registry_address: registry },
    { chain: 'b', chain_id: 2, registry_address: registry },
  ],
  assets: [
    { asset: 'a:usdc', token_address: address('4') },
    { asset: 'b:usdc', token_address: address('5') },
  ],
}
/** A network whose token has the same address on both chains, as the native token has everywhere. */
const oneTokenNetwork: KnownNetwork = {
  ...network,
  assets: network.assets.map(({ asset }) => ({ asset, token_address: address('5') })),
}
const expected: Expectation = {
  quote: {
    quote_id: 'q',
    source: { asset: 'a:usdc', amount: '100' },
    destination: { asset: 'b:usdc', amount: '99' },
    route_type: 'direct',
    hop_relayer_fee: null,
  },
  commitmentHash,
  sourceAddress: user,
  destinationAddress: user,
}

/** An intent with these terms, and with the vault address that follows from them. */
function intent(chain: 'a' | 'b', over: Partial<Intent>): Intent {
  const isSource = chain === 'a'
  const plain = {
    swap_id: '',
    chain,
    asset: `${chain}:usdc`,
    token_address: isSource ? address('4') : address('5'),
    creator: isSource ? user : solver,
    recipient: isSource ? solver : user,
    amount: isSource ? '100' : '99',
    cancel_after: isSource ? 20_000 : 10_000,
    commitment_hash: commitmentHash,
    registry_address: registry,
    l1_hop: false,
    hop_bridge_factory: null,
    ...over,
  } as Intent
  const chainId = plain.chain === 'a' ? 1 : 2
  return { ...plain, swap_id: over.swap_id ?? predictVault({ registry, chainId, terms: termsOf(plain) }) }
}

const order = (source: Partial<Intent> = {}, destination: Partial<Intent> = {}, quoteId = 'q') =>
  ({
    quote_id: quoteId,
    source_intent: intent('a', source),
    destination_intent: intent('b', destination),
  }) as Order

describe('escrowOf', () => {
  const digits = 'abcdefabcdefabcdefabcdefabcdefabcdefabcd'
  it.each([
    ['in lower case', `0x${digits}`],
    ['in upper case', `0x${digits.toUpperCase()}`],
    ['with a wrong checksum', `0xA${digits.slice(1)}`],
  ])('gives addresses that were written %s with their checksum', (_how, written) => {
    const fields = ['swap_id', 'registry_address', 'token_address', 'creator', 'recipient', 'hop_bridge_factory']
    const given = intent('a', Object.fromEntries(fields.map((field) => [field, written])))
    const { registry: itsRegistry, vault, terms } = escrowOf(given)
    const found = [vault, itsRegistry, terms.token, terms.creator, terms.recipient, terms.hopBridge]
    expect(found).toEqual(fields.map(() => getAddress(`0x${digits}`)))
    expect(termsOf(given)).toEqual(terms)
  })
})

describe('verifyOrder', () => {
  it('accepts the order that was asked for', () => {
    expect(() => verifyOrder(order(), expected, network)).not.toThrow()
  })

  it.each<[string, Order]>([
    ['quote_id', order({}, {}, 'another')],
    ['source asset', order({ asset: 'a:dai' })],
    ['destination asset', order({}, { asset: 'b:dai' })],
    ['source token_address', order({ token_address: address('9') })],
    ['destination token_address', order({}, { token_address: address('9') })],
    ['source amount', order({ amount: '101' })],
    ['destination amount', order({}, { amount: '98' })],
    ['l1_hop', order({}, { l1_hop: true, amount: '1' })],
    ['source commitment_hash', order({ commitment_hash: `0x${'cd'.repeat(32)}` })],
    ['destination commitment_hash', order({}, { commitment_hash: `0x${'cd'.repeat(32)}` })],
    ['source creator', order({ creator: solver })],
    ['destination recipient', order({}, { recipient: solver })],
    ['deadlines', order({ cancel_after: 10_000 })],
    ['source vault address', order({ swap_id: address('6') })],
    ['destination vault address', order({}, { swap_id: address('6') })],
    ['source vault address', order({ registry_address: address('7') })],
    ['source chain', order({ chain: 'c' })],
  ])('refuses another %s', (what, tampered) => {
    expect(() => verifyOrder(tampered, expected, network)).toThrow(
      expect.objectContaining({ code: 'UNVERIFIED', message: expect.stringContaining(what) }),
    )
  })

  it.each<[string, Order]>([
    ['source chain', order({ chain: 'b', token_address: address('5') })],
    ['destination chain', order({ token_address: address('5') }, { chain: 'a' })],
  ])('refuses a %s that is not the one of the asset, though its vault and token are right there', (what, tampered) => {
    expect(() => verifyOrder(order({ token_address: address('5') }), expected, oneTokenNetwork)).not.toThrow()
    expect(() => verifyOrder(tampered, expected, oneTokenNetwork)).toThrow(`not what was asked for: ${what}`)
  })
})

const hopNetwork: KnownNetwork = {
  chains: [
    { chain: 'a', chain_id: 1, registry_address: registry },
    { chain: 'b', chain_id: 2, registry_address: registry, hop_bridge_address: address('7') },
    { chain: 'c', chain_id: 3, registry_address: null, hub_chain: 'b', blockchain_id: `0x${'cc'.repeat(32)}` },
  ],
  assets: [
    { asset: 'a:usdc', token_address: address('4'), decimals: 6 },
    { asset: 'b:usdc', token_address: address('5'), decimals: 6 },
    { asset: 'b:dai', token_address: address('a'), decimals: 6 },
    { asset: 'c:usdc', token_address: address('6'), decimals: 8 },
  ],
  routes: [
    { source: 'a:usdc', destination: 'b:dai' },
    { source: 'a:usdc', destination: 'c:usdc', hub_asset: 'b:usdc' },
  ],
}
const hopExpected: Expectation = {
  ...expected,
  quote: {
    ...expected.quote,
    destination: { asset: 'c:usdc', amount: '9400' },
    route_type: 'hop',
    hop_relayer_fee: '5',
  },
}
const hopOrder = (over: Partial<Intent> = {}) =>
  order(
    {},
    {
      l1_hop: true,
      hop_bridge_factory: address('7'),
      hop_dest_blockchain_id: `0x${'cc'.repeat(32)}`,
      hop_recipient: user,
      hop_fee_token: address('5'),
      hop_relayer_fee: '5',
      final_chain: 'c',
      final_token_address: address('6'),
      ...over,
    },
  )

describe('verifyOrder of a hop', () => {
  it('accepts the order that was asked for, its amount in the decimals of the final chain', () => {
    expect(() => verifyOrder(hopOrder(), hopExpected, hopNetwork)).not.toThrow()
  })

  it.each<[string, Partial<Intent>]>([
    ['final_chain', { final_chain: 'b' }],
    ['final_token_address', { final_token_address: address('5') }],
    ['hop_dest_blockchain_id', { hop_dest_blockchain_id: `0x${'dd'.repeat(32)}` }],
    ['hop_bridge_factory', { hop_bridge_factory: address('8') }],
    ['hop_bridge_factory', { hop_bridge_factory: null }],
    ['hop_recipient', { hop_recipient: solver }],
    ['hop_fee_token', { hop_fee_token: address('6') }],
    ['hop_relayer_fee', { hop_relayer_fee: '50' }],
    ['hop_relayer_fee', { hop_relayer_fee: null }],
    ['destination amount', { amount: '98' }],
    ['l1_hop', { l1_hop: false }],
    ['hub asset', { asset: 'b:dai', token_address: address('a'), hop_fee_token: address('a') }],
  ])('refuses another %s', (what, over) => {
    expect(() => verifyOrder(hopOrder(over), hopExpected, hopNetwork)).toThrow(
      expect.objectContaining({ code: 'UNVERIFIED', message: expect.stringContaining(what) }),
    )
  })

  it('refuses to verify what it does not know enough of', () => {
    const withoutDecimals = hopNetwork.assets.map(({ asset, token_address }) => ({ asset, token_address }))
    expect(() => verifyOrder(hopOrder(), hopExpected, { ...hopNetwork, assets: withoutDecimals })).toThrow('amount')
    expect(() => verifyOrder(hopOrder(), hopExpected, network)).toThrow('final_chain')
    const { routes: _routes, ...withoutRoutes } = hopNetwork
    expect(() => verifyOrder(hopOrder(), hopExpected, withoutRoutes)).toThrow('hub asset')
  })
})

describe('verifyOrder of deadlines', () => {
  const fitted = {
    ...network,
    chains: network.chains.map((one) => ({
      ...one,
      confirmations: 30,
      confirmation_steps: [],
      block_time_ms: 2_000,
      claim_safety_secs: 120,
      dest_cancel_after_secs: 14_400,
      fitted_windows: { reveal_secs: 120, claim_secs: 300 },
    })),
  }
  const quoted = (over: object = {}): Expectation => ({
    ...expected,
    startedAt: 9_000,
    quote: { ...expected.quote, source_cancel_after: 10_420, dest_cancel_after: 10_000, ...over },
  })
  const at = (source: number, destination: number, fillBy: number | null = 9_700) => ({
    ...order({ cancel_after: source }, { cancel_after: destination }),
    fill_by: fillBy,
  })

  it('accepts fitted deadlines, as they were quoted', () => {
    expect(() => verifyOrder(at(10_420, 10_000), quoted(), fitted)).not.toThrow()
    expect(() => verifyOrder(at(10_420, 10_000, null), quoted(), fitted)).not.toThrow()
  })

  it('says what to pin where an honest order fits its worth, and no price ceilings say how much that is', () => {
    const steps = [{ from_usd: 10_000, confirmations: 300 }]
    const stepped = { ...fitted, chains: fitted.chains.map((one) => ({ ...one, confirmation_steps: steps })) }
    const priced = stepped.assets.map((one) => ({ ...one, decimals: 6, usd_price_ceiling: '1.1' }))
    expect(() => verifyOrder(at(10_420, 10_000), quoted(), { ...stepped, assets: priced })).not.toThrow()
    expect(() => verifyOrder(at(10_420, 10_000), quoted(), stepped)).toThrow(
      'pin decimals and usd_price_ceiling of both assets',
    )
  })

  const unquoted = { source_cancel_after: null, dest_cancel_after: null }
  it.each<[string, Order, object, string]>([
    ['another source than was quoted', at(10_421, 10_000), {}, 'source cancel_after: not as quoted'],
    ['another destination than was quoted', at(10_420, 9_999), {}, 'destination cancel_after: not as quoted'],
    ['a margin that is a second short', at(10_419, 10_000), unquoted, 'the source does not outlive the destination'],
    ['no time left for the secret after fill_by', at(10_420, 10_000, 9_821), {}, 'after fill_by for the secret'],
    ['a destination that is open for too long', at(30_000, 24_301), unquoted, 'the destination lives longer'],
  ])('refuses %s', (_case, given, over, problem) => {
    expect(() => verifyOrder(given, quoted(over), fitted)).toThrow(problem)
  })
})
