/**
 * Orders of one solver, also between endpoints that lie. A liar shows another history of a chain, in which the user has
 * done what the true chain does not show, so that everything it says fits together.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Lie, type LyingEndpoint, lieNamed, lyingEndpoint } from '@tandem/chain/lies'
import { encodeClaim } from '@tandem/escrow'
import { anvilChain, type LocalAnvil, until } from '@tandem/local-services'
import { type Address, createTestClient, type Hex, http, publicActions, toFunctionSelector, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeLedger } from '../src/domain/ledger.ts'
import { makeAct } from '../src/orders/act.ts'
import {
  type Agreed,
  agree,
  amount,
  bridge,
  chainIds,
  confirmations,
  oneOrder,
  startWorlds,
  type Worlds,
} from './support/one-order.ts'

type Name = 'a' | 'b'
type History = 'truth' | 'shadow'

let worlds: Worlds
const stops: (() => unknown)[] = []
beforeAll(async () => {
  worlds = await startWorlds()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => worlds.stop())

const control = (anvil: LocalAnvil, account = 0) =>
  createTestClient({
    mode: 'anvil',
    account: privateKeyToAccount(anvil.accounts[account]?.privateKey as Hex),
    chain: anvilChain(anvil.chainId),
    transport: http(anvil.rpcUrl),
  })
    .extend(publicActions)
    .extend(walletActions)

const endpoint = async (chain: Name, history: History = 'truth'): Promise<LyingEndpoint> => {
  const made = await lyingEndpoint({ chain: worlds[chain][history].rpcUrl })
  stops.push(() => made.stop())
  return made
}
/** Three endpoints. The first one shows the other history. */
const oneLiarOf = async (chain: Name) => [await endpoint(chain, 'shadow'), await endpoint(chain), await endpoint(chain)]

async function solverOf(
  agreed: Agreed,
  over: { a?: readonly LyingEndpoint[]; b?: readonly LyingEndpoint[]; now?: () => number } = {},
) {
  const at = { a: over.a ?? [await endpoint('a')], b: over.b ?? [await endpoint('b')] }
  const solver = await oneOrder(worlds, agreed, at, over.now)
  stops.push(solver.stop)
  return solver
}

const stateOf = (agreed: Agreed, chain: Name) => worlds.stateOf(agreed, chain)

describe('an order whose escrow does not hold what it names', () => {
  it.each<[string, 'source_intent' | 'destination_intent', string]>([
    ['the native token of another chain as its source', 'source_intent', 'b:eth'],
    ['a token of the same chain as its source', 'source_intent', 'a:usdc'],
    ['the native token of another chain as its destination', 'destination_intent', 'a:eth'],
    ['an asset that nobody knows', 'destination_intent', 'b:none'],
  ])('is not funded: it names %s', async (_case, side, asset) => {
    const agreed = await agree(worlds)
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    agreed.order[side].asset = asset
    await (await solverOf(agreed)).check()
    expect(await stateOf(agreed, 'b')).toBe('missing')
  })
})

describe('a funding', () => {
  it('leaves where the only endpoint of each chain shows its ground', async () => {
    const agreed = await agree(worlds)
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    const { check, done } = await solverOf(agreed)
    await check()
    expect([done, await stateOf(agreed, 'b')]).toEqual([['fund_destination done'], 'open'])
  })

  it.each(['cuts', 'hangs', 'lags', 'other_chain'])(
    'waits where one of two endpoints differs, and leaves once both show the same: %s',
    async (name) => {
      const agreed = await agree(worlds)
      await worlds.fund('a', 'truth', agreed.terms.a, 0)
      const liar = await endpoint('a')
      const { check } = await solverOf(agreed, { a: [liar, await endpoint('a')] })
      liar.tell(lieNamed(name))
      await check()
      expect(await stateOf(agreed, 'b')).toBe('missing')
      liar.tell(undefined)
      await until(async () => {
        await check()
        return (await stateOf(agreed, 'b')) === 'open'
      }, 'the funding')
    },
    30_000,
  )

  it('does not leave where the account holds too little, whatever one endpoint of three says', async () => {
    const agreed = await agree(worlds)
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    const at = [await endpoint('b'), await endpoint('b'), await endpoint('b')]
    at[0]?.tell(lieNamed('rich'))
    const { address } = control(worlds.b.truth, 1).account
    const balance = await control(worlds.b.truth).getBalance({ address })
    await control(worlds.b.truth).setBalance({ address, value: amount - 1n })
    const { check } = await solverOf(agreed, { b: at })
    await check()
    await control(worlds.b.truth).setBalance({ address, value: balance })
    expect(at.map(({ asked }) => asked.get('eth_sendRawTransaction'))).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['leaves the hop alone whose bridge one endpoint of three alone calls open', false, []],
    // The registry of these tests holds the native token, which no bridge takes, so the funding cannot be simulated.
    ['is tried where the bridge is open', true, ['fund_destination failed']],
  ])('%s', async (_case, isOpen, expected) => {
    const answer = (open: boolean): Hex => `0x600${open ? 1 : 0}60005260206000f3`
    await control(worlds.b.truth).setCode({ address: bridge, bytecode: answer(isOpen) })
    const agreed = await agree(worlds, { bridge })
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    const at = [await endpoint('b'), await endpoint('b'), await endpoint('b')]
    at[0]?.tell(answeringCall('isRouteOpen(address,bytes32)', 1n))
    const { check, done } = await solverOf(agreed, { b: at })
    await check()
    expect(done).toEqual(expected)
  })

  it('gives no allowance again that one endpoint of three alone denies', async () => {
    const token: Address = '0x0000000000000000000000000000000000070ce2'
    // A token that answers every call with the largest number, which also means that this much may be spent.
    await control(worlds.b.truth).setCode({ address: token, bytecode: `0x7f${'ff'.repeat(32)}60005260206000f3` })
    const agreed = await agree(worlds)
    const at = [await endpoint('b'), await endpoint('b'), await endpoint('b')]
    at[0]?.tell(answeringCall('allowance(address,address)', 0n))
    const { chains } = await solverOf(agreed, { b: at })
    const sent: string[] = []
    const sender = { send: async ({ kind }: { kind: string }) => void sent.push(kind) }
    const side = { chain: chains.get('b')?.chain, sender, terms: { token }, vault: agreed.vaults.b }
    const act = makeAct({
      ledger: makeLedger(),
      promises: undefined,
      journal: { fundings: () => [] },
      risk: { giveUp: () => undefined },
    } as never)
    await act(agreed.order, { source: side, destination: side } as never, 'fund_destination')
    expect(sent).toEqual(['fund_destination'])
  })
})

/** An endpoint that answers one call with this number, and is honest otherwise. */
const answeringCall = (signature: string, answer: bigint): Lie => ({
  ...{ name: signature, kind: 'lying', describes: 'answers one call with a number' },
  tell: () => (request, honest) => {
    const [call] = request.params as [{ data?: Hex } | undefined]
    const isAsked = request.method === 'eth_call' && call?.data?.startsWith(toFunctionSelector(signature))
    return isAsked ? { result: `0x${answer.toString(16).padStart(64, '0')}` } : honest()
  },
})

describe('giving a source back', () => {
  /** Funds a destination that the shadow does not show: there, its time to be filled is over, and its nonce used. */
  async function fundedAndHidden() {
    const agreed = await agree(worlds, { fillInSecs: 60 })
    agreed.order.source_intent.create_block_number = await worlds.fund('a', 'truth', agreed.terms.a, 0)
    const solver = control(worlds.b.truth, 1)
    const nonce = await solver.getTransactionCount({ address: solver.account.address })
    await worlds.fund('b', 'truth', agreed.terms.b, 1)
    const shadow = control(worlds.b.shadow, 1)
    while ((await shadow.getTransactionCount({ address: shadow.account.address })) <= nonce)
      await shadow
        .sendTransaction({ to: shadow.account.address })
        .then((hash) => shadow.waitForTransactionReceipt({ hash }))
    await shadow.increaseTime({ seconds: 90 })
    await shadow.mine({ blocks: confirmations + 1 })
    return { agreed, noted: { vault: agreed.vaults.b, chain: 'b', nonce } }
  }

  it.each(['a consent', 'a refund'])(
    'does not happen by %s where one endpoint of three alone hides the funded destination',
    async (way) => {
      const { agreed, noted } = await fundedAndHidden()
      const { consent, check, journal } = await solverOf(agreed, { b: await oneLiarOf('b') })
      await journal.noteFunding(agreed.vaults.a, noted, agreed.terms.a.cancelAfter)
      const ask = {
        order_id: agreed.order.order_id,
        ...{ source_chain_id: chainIds.a, registry_address: worlds.registry, swap_id: agreed.vaults.a },
      }
      if (way === 'a consent') expect(await consent(ask as never)).toEqual({ declined: expect.any(String) })
      else await check()
      expect([journal.isConsented(agreed.vaults.a), await stateOf(agreed, 'a')]).toEqual([false, 'open'])
    },
  )

  it('happens where nothing was funded', async () => {
    const agreed = await agree(worlds, { fillInSecs: -60 })
    agreed.order.source_intent.create_block_number = await worlds.fund('a', 'truth', agreed.terms.a, 0)
    await control(worlds.b.truth).mine({ blocks: confirmations })
    await (await solverOf(agreed, { b: [await endpoint('b'), await endpoint('b')] })).check()
    expect(await stateOf(agreed, 'a')).toBe('cancelled')
  })
})

describe('a claim of the source', () => {
  const claimOn = (agreed: Agreed, chain: Name, history: History = 'truth') =>
    worlds.send(chain, history, chain === 'a' ? 1 : 0, encodeClaim(agreed.terms[chain], agreed.secret))

  it('is made although one endpoint of three shows it as made', async () => {
    const agreed = await agree(worlds)
    for (const history of ['truth', 'shadow'] as const) await worlds.fund('a', history, agreed.terms.a, 0)
    await worlds.fund('b', 'truth', agreed.terms.b, 1)
    await claimOn(agreed, 'b')
    await claimOn(agreed, 'a', 'shadow')
    await (await solverOf(agreed, { a: await oneLiarOf('a') })).check()
    expect(await stateOf(agreed, 'a')).toBe('claimed')
  })

  it('is made although one endpoint of two hides the claim of the destination: the secret proves itself', async () => {
    const agreed = await agree(worlds)
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    for (const history of ['truth', 'shadow'] as const) await worlds.fund('b', history, agreed.terms.b, 1)
    await claimOn(agreed, 'b')
    const { check, journal } = await solverOf(agreed, { b: [await endpoint('b', 'shadow'), await endpoint('b')] })
    const noted = { vault: agreed.vaults.b, chain: 'b', nonce: 0 }
    await journal.noteFunding(agreed.vaults.a, noted, agreed.terms.a.cancelAfter)
    await check()
    expect(await stateOf(agreed, 'a')).toBe('claimed')
  })

  /** Both escrows stand, and the user has claimed the destination. */
  async function claimedByUser() {
    const agreed = await agree(worlds)
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    await worlds.fund('b', 'truth', agreed.terms.b, 1)
    await claimOn(agreed, 'b')
    const [source, destination] = [await endpoint('a'), await endpoint('b')]
    return { agreed, source, destination, ...(await solverOf(agreed, { a: [source], b: [destination] })) }
  }

  it.each(['cuts', 'hangs'])(
    'is made by a secret that is told while the destination is unread: it %s',
    async (name) => {
      const { agreed, destination, check } = await claimedByUser()
      agreed.order.destination_intent.commitment = agreed.secret
      destination.tell(lieNamed(name))
      await check()
      expect(await stateOf(agreed, 'a')).toBe('claimed')
      expect([...destination.asked]).toEqual([])
    },
  )

  it('is made by a secret that is told while the funding before it cannot be seen mined', async () => {
    const agreed = await agree(worlds)
    await worlds.fund('a', 'truth', agreed.terms.a, 0)
    const destination = await endpoint('b')
    const { begin, done } = await solverOf(agreed, { b: [destination] })
    // The destination's endpoint takes the funding, and does not answer from then on.
    destination.tell({
      ...{ name: 'away', kind: 'silent', describes: 'is away once it took a transaction' },
      tell: () => (request, honest) =>
        destination.asked.has('eth_sendRawTransaction') && request.method !== 'eth_sendRawTransaction'
          ? 'cut'
          : honest(),
    })
    await begin()
    await until(async () => (await stateOf(agreed, 'b')) === 'open', 'the funding is mined')
    await claimOn(agreed, 'b')
    agreed.order.destination_intent.commitment = agreed.secret
    const isClaimed = async () => (await stateOf(agreed, 'a')) === 'claimed'
    await until(() => begin().then(isClaimed), 'the claim', 20_000)
    await until(() => done.length > 0, 'the end of the claim')
    expect(done).toEqual(['claim_source done'])
  }, 60_000)

  it('is not made by another secret', async () => {
    const { agreed, destination, check } = await claimedByUser()
    agreed.order.destination_intent.commitment = `0x${'77'.repeat(32)}`
    destination.tell(lieNamed('cuts'))
    await check()
    expect(await stateOf(agreed, 'a')).toBe('open')
  })

  it('is made by a secret that the destination has shown before it could not be read', async () => {
    const { agreed, source, destination, check, done } = await claimedByUser()
    // The claim is simulated, and the source's endpoint does not answer from then on.
    source.tell({
      ...{ name: 'away', kind: 'silent', describes: 'is away once it was asked to simulate' },
      tell: () => (request, honest) =>
        source.asked.has('eth_estimateGas') && request.method !== 'eth_estimateGas' ? 'cut' : honest(),
    })
    await check()
    expect([done, await stateOf(agreed, 'a')]).toEqual([['claim_source failed'], 'open'])
    source.tell(undefined)
    destination.tell(lieNamed('cuts'))
    await check()
    expect(await stateOf(agreed, 'a')).toBe('claimed')
  })
})
