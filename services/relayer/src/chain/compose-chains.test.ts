/** Tests how a chain is composed: from the settings and the network file to what its endpoints are asked. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { isBelieved } from '@tandem/chain'
import { makeKeyring } from '@tandem/signers'
import { type Hex, keccak256, parseTransaction } from 'viem'
import { primeConfig, primeNetwork } from '../../test/support/prime-config.ts'
import { blockHashOf, type ScriptedNode } from '../../test/support/scripted-node.ts'
import { escrowOn, nowSecs, type Side, type Wired, wire } from '../../test/support/wired.ts'
import type { RelayChain } from '../work/ports.ts'
import { chainsOf } from './compose-chains.ts'

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(nowSecs * 1_000)
})
afterEach(() => {
  jest.restoreAllMocks()
})

const escrows = { left: escrowOn('left', 7_001), right: escrowOn('right', 3_001) }
const chainIn = ({ chains }: Wired, side: Side) => chains.get(side) as RelayChain

describe('the values of a chain', () => {
  it('are those of its own entry in the settings and in the network file', () => {
    const config = primeConfig()
    const keyrings = new Map(['left', 'right'].map((chain) => [chain, makeKeyring(chain, [])]))
    const valuesOf = (side: Side) => {
      const chain = chainsOf(config, keyrings, () => ({})).get(side)
      if (chain === undefined) throw new Error(`${side} is not composed`)
      const { name, blockTimeMs, majority, claimSafetySecs, privateForMs, gasLimits, feeCaps } = chain
      return { name, blockTimeMs, majority, claimSafetySecs, privateForMs, gasLimits, feeCaps }
    }
    expect(valuesOf('left')).toEqual({
      name: 'left',
      blockTimeMs: 2_003,
      majority: 2,
      claimSafetySecs: 67,
      privateForMs: undefined,
      gasLimits: {
        claim: 200_000n,
        claimHop: 600_000n,
        initiation: 400_000n,
        cancel: 200_000n,
        recoverPrefund: 350_000n,
        transaction: 8_000_000n,
      },
      feeCaps: expect.objectContaining({
        maxFeePerGas: 300_000_000_007n,
        maxClaimFee: 200_000_000_000_000_003n,
        maxRevealedFee: 5n * 200_000_000_000_000_003n,
        maxMarketMultiple: 10n,
      }),
    })
    expect(valuesOf('right')).toEqual({
      name: 'right',
      blockTimeMs: 1_013,
      // Three of four must agree: with two, two endpoints could say one thing and the other two another.
      majority: 3,
      claimSafetySecs: 131,
      privateForMs: 60_013,
      gasLimits: {
        claim: 211_007n,
        claimHop: 600_000n,
        initiation: 401_009n,
        cancel: 200_000n,
        recoverPrefund: 350_000n,
        transaction: 7_000_003n,
      },
      feeCaps: expect.objectContaining({
        maxFeePerGas: 500_000_000_000n,
        maxClaimFee: 100_000_000_000_000_000n,
        maxRevealedFee: 900_000_000_000_000_011n,
        maxMarketMultiple: 13n,
      }),
    })
  })
})

describe('the confirmation depth', () => {
  it.each<[Side, string, number | undefined, bigint]>([
    ['left', 'a small order', 1_008, 5_003n - 5n + 1n],
    ['left', 'an order from the first step on', 1_009, 5_003n - 11n + 1n],
    ['left', 'an order of unknown worth', undefined, 5_003n - 11n + 1n],
    ['right', 'a small order', 996, 7_001n - 3n + 1n],
    ['right', 'an order from the first step on', 997, 7_001n - 13n + 1n],
    ['right', 'an order of unknown worth', undefined, 7_001n - 13n + 1n],
  ])('on %s, for %s, is where facts count and where the escrow is read', async (side, _what, valueUsd, counted) => {
    const wired = await wire(primeConfig(), escrows)
    const chain = chainIn(wired, side)
    expect(await chain.countedBlock({ valueUsd })).toBe(counted)
    const belief = await chain.readVault({ ...escrows[side], valueUsd })
    expect(isBelieved(belief) && belief.value.counted).toBe(counted)
    const read = wired.nodes[side].find(({ vaultBlocks }) => vaultBlocks.length > 0)
    expect(read?.vaultBlocks).toEqual([counted, wired.nodes[side][0].state.head])
  })

  it.each<[string, bigint, bigint]>([
    ['the block that a majority calls finalized', 6_949n, 6_949n],
    ['never above the newest block', 7_019n, 7_001n],
  ])('on a chain with a finality tag is %s', async (_what, finalized, counted) => {
    const wired = await wire(primeConfig({}, primeNetwork({ isTagged: true })), escrows, {
      right: { finalized, nonceAt: (block) => block },
    })
    // One of three endpoints calls its newest block finalized.
    wired.nodes.right[0].state = { ...wired.nodes.right[0].state, finalized: 7_001n }
    const chain = chainIn(wired, 'right')
    expect(await chain.countedBlock({ valueUsd: 1 })).toBe(counted)
    const belief = await chain.readVault(escrows.right)
    expect(isBelieved(belief) && belief.value.counted).toBe(counted)
    expect(await chain.settledNonce(chain.signers[0] as Hex)).toBe(counted)
  })

  it('of a used nonce is the deepest of its chain', async () => {
    const wired = await wire(primeConfig(), escrows, { right: { nonceAt: (block) => block } })
    const chain = chainIn(wired, 'right')
    expect(await chain.settledNonce(chain.signers[0] as Hex)).toBe(7_001n - 13n + 1n)
  })

  it('shows an escrow as it was there, and as it is now', async () => {
    const counted = 7_001n - 3n + 1n
    const vaultAt = (block: bigint) =>
      block > counted ? ({ state: 'cancelled', balance: 0n } as const) : ({ state: 'open', balance: 1_000n } as const)
    const wired = await wire(primeConfig(), escrows, { right: { vaultAt } })
    expect(await chainIn(wired, 'right').readVault(escrows.right)).toMatchObject({
      value: {
        latest: { state: 'cancelled' },
        atDepth: { state: 'open', balance: 1_000n },
        chainTime: nowSecs,
      },
    })
  })
})

const hash: Hex = keccak256('0xbeef')
/** Every question to a chain whose answer decides something, with its true answer. */
const questions: [string, (chain: RelayChain) => Promise<unknown>, unknown][] = [
  ['the counted block', (chain) => chain.countedBlock({ valueUsd: 1 }), 7_001n - 3n + 1n],
  ['the newest block', (chain) => chain.headNumber(), 7_001n],
  ['the chain’s clock', (chain) => chain.headTime(), nowSecs],
  ['the hash of a block', (chain) => chain.blockHash(6_007n), blockHashOf('0xaa', 6_007n)],
  ['a receipt', async (chain) => (await chain.receipts([hash])).map(({ blockNumber }) => blockNumber), [6_007n]],
  ['the used nonces', (chain) => chain.minedNonce(chain.signers[0] as Hex), 0n],
  ['the settled nonces', (chain) => chain.settledNonce(chain.signers[0] as Hex), 0n],
  ['an account’s gas money', (chain) => chain.nativeBalance(chain.signers[0] as Hex), 10n ** 21n],
  [
    'an escrow',
    async (chain) => {
      const belief = await chain.readVault(escrows.right)
      return isBelieved(belief) ? [belief.value.latest.state, belief.value.atDepth.state] : belief.kind
    },
    ['open', 'open'],
  ],
]

/** The state of an endpoint that lies about everything at once, as far as a fork can. */
const lieOf = ({ state }: ScriptedNode): ScriptedNode['state'] => ({
  ...state,
  head: state.head + 1n,
  time: state.time + 7_919,
  seed: '0xbb',
  vaultAt: () => ({ state: 'claimed', balance: 0n }),
  nonceAt: () => 89n,
  minedIn: () => 6_011n,
  balance: 10n ** 24n,
})

describe('one endpoint of three', () => {
  it.each(questions)('alone is not believed about %s', async (_what, ask, expected) => {
    for (const liar of [0, 1, 2]) {
      const wired = await wire(primeConfig(), escrows, { right: { minedIn: () => 6_007n } })
      const node = wired.nodes.right[liar] as ScriptedNode
      node.state = lieOf(node)
      expect(await ask(chainIn(wired, 'right'))).toEqual(expected)
    }
  })

  it.each<[string, Partial<ScriptedNode['state']>]>([
    ['another chain', { chainId: 911 }],
    ['a chain without our registry', { registryCode: '0x' }],
  ])('that is of %s makes no majority with one that lies', async (_what, changed) => {
    const wired = await wire(primeConfig(), escrows)
    const [stranger, liar] = wired.nodes.right
    stranger.state = { ...lieOf(stranger), ...changed }
    liar.state = lieOf(liar)
    expect(isBelieved(await chainIn(wired, 'right').readVault(escrows.right))).toBe(false)
  })
})

describe('a signed transaction', () => {
  const what = { to: escrows.right.vault, data: '0x01', gasLimit: 211_007n } as const

  it.each<[Side, number]>([
    ['left', 911],
    ['right', 919],
  ])('is of its own chain: %s', async (side, chainId) => {
    const chain = chainIn(await wire(primeConfig(), escrows), side)
    const key = { chain: side, signer: chain.signers[0] as Hex, nonce: 7n }
    const { raw } = await chain.sign(key, { ...what, maxFeePerGas: 11n, maxPriorityFeePerGas: 3n })
    expect(parseTransaction(raw)).toMatchObject({
      chainId,
      nonce: 7,
      gas: 211_007n,
      maxFeePerGas: 11n,
      maxPriorityFeePerGas: 3n,
    })
  })

  it('that is private goes to the private endpoint alone; a public one to all', async () => {
    const wired = await wire(primeConfig(), escrows)
    const chain = chainIn(wired, 'right')
    const sent = () => [...wired.nodes.right, wired.privateNode].map((node) => node.sent.length)
    await chain.send('0x01', 'private')
    expect(sent()).toEqual([0, 0, 0, 1])
    await chain.send('0x01', 'public')
    expect(sent()).toEqual([1, 1, 1, 2])
  })
})
