/**
 * In every state of a swap, the orderbook, the relayer, the watcher and the keeper stop for good, and the user finishes
 * it with commands that name no server. The table in docs/trust.md comes from this test, which writes it with
 * `UPDATE_TRUST_TABLE=1`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { endpointsWith, lieNamed } from '@tandem/chain/lies'
import { encodeCancel, hashSecret } from '@tandem/escrow'
import { devAccounts } from '@tandem/local-services'
import { Swap, termsOf } from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { commandLine } from '../../support/command-line.ts'
import { claimDestination, claimSide, createAsSolver } from '../../support/honest-services.ts'
import { inMemoryServices } from '../../support/in-memory-services.ts'
import { mineDepth, onCopies, passTime, startTwoChains, type TwoChains, whileMining } from '../../support/two-chains.ts'
import { amount, evidenceOf, usdcOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
let cli: ReturnType<typeof commandLine>
beforeAll(async () => {
  chains = await startTwoChains()
  cli = commandLine(chains)
})
afterAll(async () => {
  cli?.remove()
  await chains?.stop()
})

/** An account that is not part of any swap and only pays for gas. */
const stranger = devAccounts[5] as (typeof devAccounts)[number]

interface Row {
  /** The order's status when the services die, and what it means. */
  state: string
  reach: (swap: Swap) => Promise<unknown>
  user: { command: string; paid: 'a' | 'b' | 'nothing'; waits?: boolean }
  /** What `tandem settle` does, before and after both deadlines. */
  stranger: { now: string[]; later: string[]; note?: string }
}

const fund = (swap: Swap) => swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
async function fundBoth(swap: Swap): Promise<void> {
  await fund(swap)
  const { registry_address: registry } = swap.order.destination_intent
  await createAsSolver(chains, registry as Address, termsOf(swap.order.destination_intent))
  await mineDepth(chains)
}
const passBoth = async ({ order }: Swap) => {
  await passTime(chains.b, order.destination_intent.cancel_after)
  await passTime(chains.a, order.source_intent.cancel_after)
}
async function sendAhead({ order }: Swap): Promise<void> {
  const { token_address: to, swap_id: vault } = order.source_intent
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [vault as Address, amount] })
  const hash = await chains.a.user.sendTransaction({ to: to as Address, data })
  await chains.a.user.waitForTransactionReceipt({ hash })
}
async function cancelDestination({ order }: Swap): Promise<void> {
  const { destination_intent: intent } = order
  await passTime(chains.b, intent.cancel_after)
  const call = { to: intent.registry_address as Address, data: encodeCancel(termsOf(intent)) }
  await chains.b.solver.waitForTransactionReceipt({ hash: await chains.b.solver.sendTransaction(call) })
}

const nothing = { now: [], later: [] }
const cancelsBoth = { now: [], later: ['cancel devnet_a', 'cancel devnet_b'] }
const refunds: Row['user'] = { command: 'refund', paid: 'a', waits: true }
const rows: Row[] = [
  {
    state: '`created`, nothing paid',
    reach: async () => undefined,
    user: { command: 'refund', paid: 'nothing' },
    stranger: nothing,
  },
  {
    state: '`created`, tokens sent ahead',
    reach: sendAhead,
    user: { command: 'refund', paid: 'a' },
    stranger: { ...nothing, note: 'no chain shows the terms: the user’s file has them' },
  },
  { state: '`source_initiated`', reach: fund, user: refunds, stranger: { now: [], later: ['cancel devnet_a'] } },
  {
    state: '`destination_initiated`',
    reach: fundBoth,
    user: { command: 'recover', paid: 'b' },
    stranger: cancelsBoth,
  },
  {
    state: '`destination_initiated`, the relayer has the secret and sent nothing',
    reach: async (swap) => {
      await fundBoth(swap)
      await swap.claim({ pollMs: 50 })
    },
    user: { command: 'recover', paid: 'b' },
    stranger: cancelsBoth,
  },
  {
    state: '`destination_initiated`, the destination’s time is over',
    reach: async (swap) => {
      await fundBoth(swap)
      await passTime(chains.b, swap.order.destination_intent.cancel_after)
    },
    user: refunds,
    stranger: { now: ['cancel devnet_b'], later: ['cancel devnet_a'] },
  },
  {
    state: '`source_initiated`, the destination was cancelled',
    reach: async (swap) => {
      await fundBoth(swap)
      await cancelDestination(swap)
    },
    user: refunds,
    stranger: { now: [], later: ['cancel devnet_a'] },
  },
  {
    state: '`destination_claimed`',
    reach: async (swap) => {
      await fundBoth(swap)
      await claimDestination(chains, swap.order, swap.state.secret)
    },
    user: { command: 'recover', paid: 'b' },
    stranger: { now: ['claim devnet_a'], later: [] },
  },
  {
    state: '`destination_initiated`, the source was claimed',
    reach: async (swap) => {
      await fundBoth(swap)
      await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
      await mineDepth(chains)
    },
    user: { command: 'recover', paid: 'b' },
    stranger: { now: ['claim devnet_b'], later: [] },
  },
  {
    state: '`refundable`',
    reach: async (swap) => {
      await fund(swap)
      await passBoth(swap)
    },
    user: { command: 'refund', paid: 'a' },
    stranger: { now: ['cancel devnet_a'], later: [] },
  },
  {
    state: '`completed`',
    reach: async (swap) => {
      await fundBoth(swap)
      await claimDestination(chains, swap.order, swap.state.secret)
      await claimSide(chains, 'a', swap.order.source_intent, swap.state.secret)
    },
    user: { command: 'recover', paid: 'b' },
    stranger: nothing,
  },
  {
    state: '`cancelled`',
    reach: async (swap) => {
      await fund(swap)
      await passBoth(swap)
      await swap.refund(chains.a.user)
    },
    user: { command: 'refund', paid: 'a' },
    stranger: nothing,
  },
  {
    state: '`expired`, tokens came late',
    reach: async (swap) => {
      await passBoth(swap)
      await sendAhead(swap)
    },
    user: { command: 'refund', paid: 'a' },
    stranger: { ...nothing, note: 'no chain shows the terms: the user’s file has them' },
  },
]

/** Brings a swap into a state, and stops its services. `before` has the user's balances. */
async function inState<T>(row: Row, act: (swap: Swap, before: Record<'a' | 'b', bigint>) => Promise<T>): Promise<T> {
  return onCopies([chains.a, chains.b], async () => {
    const before = { a: await usdcOf(chains, 'a'), b: await usdcOf(chains, 'b') }
    const { client } = inMemoryServices(chains)
    const store = fileStore(cli.swaps)
    const swap = await Swap.start(usdcRequest, {
      client,
      network: chains.network,
      evidence: evidenceOf(chains),
      save: store.save,
    })
    try {
      await row.reach(swap)
      return await act(swap, before)
    } finally {
      await store.remove(swap.state)
    }
  })
}

const recover = (command: string) => whileMining(chains, () => cli.tandem(['--json', command]))

/** Runs `tandem settle` as a stranger does, with a key of its own, and neither a network file nor a state. */
async function settle(words: readonly string[] = ['--yes'], endpoints?: (rpcUrl: string) => string[]) {
  const registries = chains.network.chains.flatMap(({ chain, registry_address: registry }) =>
    registry === null ? [] : ['--registry', `${chain}=${registry}`],
  )
  const { exitCode, out } = await cli.tandem(['--json', 'settle', ...registries, ...words], {
    env: { TANDEM_PRIVATE_KEY_FILE: undefined as never, TANDEM_PRIVATE_KEY: stranger.privateKey },
    isPinned: false,
    ...(endpoints === undefined ? {} : { endpoints }),
  })
  const { escrows, unread } = JSON.parse(out) as {
    escrows: { chain: string; vault: string; act: string; is_over: boolean; cost_wei: string | null; error?: string }[]
    unread: unknown[]
  }
  const acts = escrows.filter(({ act }) => act !== 'wait').map(({ act, chain }) => `${act} ${chain}`)
  return { exitCode, escrows, unread, acts: acts.sort() }
}

const results: string[] = []
const wordsOf = { a: 'source amount back', b: 'destination amount paid', nothing: 'nothing to return' }
const actWords = (acts: readonly string[]) =>
  acts.map((act) => act.replace('devnet_a', 'the source').replace('devnet_b', 'the destination')).join(', ')

describe('a swap ends without any server, in the state', () => {
  it.each(rows.map((row) => [row.state, row] as const))('%s', async (_state, row) => {
    await inState(row, async (swap, before) => {
      if (row.user.waits === true) await passBoth(swap)
      await recover(row.user.command)
      const now = { a: await usdcOf(chains, 'a'), b: await usdcOf(chains, 'b') }
      const { paid } = row.user
      expect({ a: now.a - before.a, b: now.b - before.b }).toEqual(
        paid === 'b' ? { a: -amount, b: amount } : { a: 0n, b: 0n },
      )
      // The market maker may be gone as well.
      const rest = await settle()
      expect([rest.exitCode, rest.escrows.filter((one) => !one.is_over && one.act !== 'wait')]).toEqual([0, []])
    })
    await inState(row, async (swap, before) => {
      const first = await settle()
      await passBoth(swap).catch(() => undefined)
      const second = await settle()
      expect([first.acts, second.acts]).toEqual([row.stranger.now, row.stranger.later])
      expect([first.exitCode, second.exitCode]).toEqual([0, 0])
      expect((await settle()).escrows).toEqual([])
      if (row.stranger.note !== undefined || row.user.paid === 'nothing') return
      const now = { a: await usdcOf(chains, 'a'), b: await usdcOf(chains, 'b') }
      expect(now.a + now.b).toBe(before.a + before.b)
    })
    const { now, later, note } = row.stranger
    const acts = [
      ...(now.length > 0 ? [`now ${actWords(now)}`] : []),
      ...(later.length > 0 ? [`later ${actWords(later)}`] : []),
    ]
    const { command, waits, paid } = row.user
    const user = `${waits === true ? 'later ' : ''}\`tandem ${command}\`: ${wordsOf[paid]}`
    results.push(`| ${row.state} | ${user} | ${note ?? (acts.join('; ') || 'nothing is left')} |`)
  })

  it('as the table of docs/trust.md says', () => {
    const file = new URL('../../../docs/trust.md', import.meta.url)
    const table = ['| state | the user alone | any account, `tandem settle` |', '|---|---|---|', ...results].join('\n')
    const [head = '', , tail = ''] = readFileSync(file, 'utf8').split(/<!-- gone -->|<!-- \/gone -->/)
    const made = `${head}<!-- gone -->\n${table}\n<!-- /gone -->${tail}`
    if (process.env.UPDATE_TRUST_TABLE === '1') writeFileSync(file, made)
    expect(readFileSync(file, 'utf8')).toBe(made)
  })
})

describe('tandem settle', () => {
  const [claimed, open] = [rows[7] as Row, rows[3] as Row]

  it('sends nothing without --yes, needs no key for that, and says what it would cost', async () => {
    await inState(claimed, async () => {
      const { exitCode, escrows } = await settle([])
      expect([exitCode, escrows]).toMatchObject([0, [{ act: 'claim', is_over: false }]])
      expect(Number(escrows[0]?.cost_wei)).toBeGreaterThan(0)
      expect((await settle([])).escrows).toHaveLength(1)
    })
  })

  it('reads only the blocks of its range', async () => {
    await inState(claimed, async () => {
      const head = await chains.a.control.getBlockNumber()
      expect((await settle(['--blocks', `devnet_a=${head + 1n}..`])).escrows).toEqual([])
      expect((await settle(['--blocks', `devnet_a=0..${head}`])).acts).toEqual(['claim devnet_a'])
    })
  })

  it.each(['denies_logs', 'invents_logs', 'clock_ahead', 'other_chain', 'no_code', '503'])(
    'is not deceived by one of three endpoints: %s',
    async (name) => {
      await inState(open, async (swap) => {
        const { secret } = swap.state
        expect(hashSecret(secret)).toBe(swap.order.source_intent.commitment_hash)
        const liars = new Map<string, string[]>()
        const all = await Promise.all(
          [chains.a, chains.b].map(async ({ anvil }) => {
            const endpoints = await endpointsWith({ chain: anvil.rpcUrl, lie: lieNamed(name), of: 3, at: 'last' })
            endpoints.begin()
            liars.set(anvil.rpcUrl, endpoints.urls)
            return endpoints
          }),
        )
        const behind = (rpcUrl: string) => liars.get(rpcUrl) ?? []
        // No deadline has passed yet, and the secret is not public.
        expect(await settle(['--yes'], behind)).toMatchObject({ exitCode: 0, acts: [], unread: [] })
        await claimDestination(chains, swap.order, secret as Hex)
        expect(await settle(['--yes'], behind)).toMatchObject({ exitCode: 0, acts: ['claim devnet_a'] })
        await Promise.all(all.map((one) => one.stop()))
      })
    },
  )

  it('settles the other chain where one cannot be read, and leaves with 4', async () => {
    await inState(claimed, async (swap) => {
      await passTime(chains.a, swap.order.source_intent.cancel_after)
      const gone = (rpcUrl: string) => (rpcUrl === chains.b.anvil.rpcUrl ? ['http://127.0.0.1:1'] : [rpcUrl])
      const { exitCode, acts, unread } = await settle(['--yes'], gone)
      expect([exitCode, acts, unread]).toMatchObject([4, ['cancel devnet_a'], [{ chain: 'devnet_b' }]])
    })
  })

  it('pays for no token that burns gas', async () => {
    await inState(claimed, async (swap) => {
      // A contract that uses much gas: it counts down from 60,000, and returns 1.
      const code = '0x62 00ea60 5b 6001 90 03 80 6004 57 6001 5f 52 6020 5f f3'.replaceAll(' ', '') as Hex
      await chains.a.control.setCode({ address: swap.order.source_intent.token_address as Address, bytecode: code })
      const { exitCode, escrows } = await settle()
      expect([exitCode, escrows]).toMatchObject([1, [{ act: 'claim', tx_hash: null, is_over: false }]])
      expect(escrows[0]?.error).toMatch(/its token uses \d{7} gas/)
    })
  })

  it.each([
    ['a range without its chain', ['--blocks', '1..2']],
    ['a registry that is no address', ['--registry', 'devnet_a=0x12']],
  ])('leaves with 2 for %s', async (_name, words) => {
    expect((await cli.tandem(['settle', ...words])).exitCode).toBe(2)
  })
})
