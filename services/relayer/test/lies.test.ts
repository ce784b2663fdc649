/**
 * Tests the relayer under every lie of the kit, which an endpoint of the destination tells: from a claim's acceptance to its end.
 */
import { beforeAll, describe, expect, it } from '@jest/globals'
import {
  brokenRule,
  endpointsWith,
  type Finding,
  knownIn,
  limitOf,
  note,
  type Outcome,
  overHttp,
  type Play,
  playsOf,
  type Scene,
  stateLies,
} from '@tandem/chain/lies'
import { type EscrowTerms, encodeCreateEscrow, escrowRegistryAbi, readVault, testTokenAbi } from '@tandem/escrow'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { type Address, encodeEventTopics, encodeFunctionData, type Hex, pad } from 'viem'
import { finalStates, type RequestState } from '../src/transactions/domain/request-lifecycle.ts'
import { type Answer, postClaim } from './support/api.ts'
import { useTestbed } from './support/use-testbed.ts'

const sample = ['hangs', 'other_hashes', 'other_state', 'nonce_million', 'thief']
const falseVaults = ['other_state']

/** The lies under which a rule is broken today. A row whose rule holds again fails its test. */
const knownFindings: readonly Finding[] = []

const testbed = useTestbed()
let shadow: LocalAnvil

beforeAll(async () => {
  shadow = await testbed.keep(startAnvil({ chainId: testbed.anvils.right.chainId }))
  await ask(shadow, 'anvil_loadState', await ask(testbed.anvils.right, 'anvil_dumpState'))
})
async function ask<T>({ rpcUrl }: LocalAnvil, method: string, ...params: unknown[]): Promise<T> {
  const said = await overHttp(rpcUrl)({ method, params })
  if ('error' in said) throw new Error(said.error.message)
  return said.result as T
}

/** What a lie is about: a claim of this vault, as a liar shows it. */
const sceneOf = (vault: Address): Partial<Scene> => ({
  shadow: overHttp(shadow.rpcUrl),
  log: {
    address: testbed.registry,
    topics: [...encodeEventTopics({ abi: escrowRegistryAbi, eventName: 'EscrowClaimed' }), pad(vault)] as Hex[],
    data: '0x',
  },
})

const level = async () => {
  const [truth, other] = await Promise.all(
    [testbed.anvils.right, shadow].map((one) => ask<Hex>(one, 'eth_blockNumber')),
  )
  const missing = Number(truth) - Number(other)
  if (missing > 0) await ask(shadow, 'anvil_mine', `0x${missing.toString(16)}`)
}

/** Opens the vault on the chain that only liars show. */
async function openInShadow(terms: EscrowTerms): Promise<void> {
  const vault = testbed.vaultOf('right', terms)
  const from = testbed.wallet('right', 2).account.address
  const args = [vault, terms.amount] as const
  const paid = encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args })
  await ask(shadow, 'eth_sendTransaction', { from, to: terms.token, data: paid })
  await ask(shadow, 'eth_sendTransaction', { from, to: testbed.registry, data: encodeCreateEscrow(terms) })
  await ask(shadow, 'anvil_mine', '0x5')
}

const isOver = (state: RequestState | undefined) => state !== undefined && finalStates.includes(state)

/** Plays one lie: posts a claim until it is accepted, and reads it until it is over. */
async function play(
  { lie, layout }: Play,
  { isVaultThere, limitMs }: { isVaultThere: boolean; limitMs: number },
): Promise<Outcome> {
  await testbed.db.query('TRUNCATE requests, signers CASCADE')
  await ask(testbed.anvils.right, 'anvil_dropAllTransactions')
  const { order, secret, destination } = await testbed.order({ isDestinationOpen: isVaultThere })
  if (!isVaultThere) await openInShadow(destination)
  await level()
  const vault = order.destination_intent.swap_id as Address
  const chain = testbed.anvils.right.rpcUrl
  const ends = await endpointsWith({ ...layout, lie, chain, scene: sceneOf(vault) })
  try {
    const url = await testbed.startRelayer(testbed.rpcUrls({ right: ends.urls.map((url) => ({ url })) }))
    ends.begin()
    const began = performance.now()
    const passed = () => performance.now() - began
    let isAccepted = false
    let state: RequestState | undefined
    let because: string | undefined
    while (passed() < limitMs && !isOver(state)) {
      const answer: Answer | undefined = isAccepted
        ? undefined
        : await postClaim(url, { order, secret, swapId: vault }).catch(() => undefined)
      isAccepted ||= answer !== undefined && answer.status < 300
      because = isAccepted ? undefined : String((answer?.body as { result?: unknown } | undefined)?.result)
      await testbed.control('right').mine({ blocks: 1 })
      await new Promise((resolve) => setTimeout(resolve, 150))
      const row = await testbed.requestOf(order)
      state = row?.state as RequestState | undefined
      because ??= row?.last_reason ?? undefined
    }
    const seconds = passed() / 1_000
    if (!isVaultThere) {
      const seen = [ends.liar, ...ends.honest].some(({ questions }) =>
        JSON.stringify(questions).includes(secret.slice(2)),
      )
      return { fooled: seen, stopped: false, seconds }
    }
    const shown = await readVault(testbed.control('right'), { registry: testbed.registry, vault, terms: destination })
    const isPaid = state === 'confirmed' && shown.state === 'claimed'
    return { fooled: isOver(state) && !isPaid, stopped: !isOver(state), seconds, because }
  } finally {
    ends.end()
    await testbed.stopRelayers()
    await ends.stop()
  }
}

describe('a claim of a vault that stands is mined, though there is', () => {
  it.each(playsOf(sample))('%s', async (_name, one) => {
    const known = knownIn(knownFindings, one)
    const outcome = await play(one, { isVaultThere: true, limitMs: limitOf(one, known) })
    note('relayer', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(known)
  })
})

describe('the secret stays where no vault stands, though there is', () => {
  it.each(playsOf(falseVaults, stateLies))('%s', async (_name, one) => {
    const outcome = await play(one, { isVaultThere: false, limitMs: 4_000 })
    note('relayer, no vault', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(undefined)
  })
})
