/**
 * An endpoint of the source tells the watcher every lie of the catalogue. A true creation must be stored, and nothing
 * false.
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
} from '@tandem/chain/lies'
import { escrowEventTopics } from '@tandem/escrow'
import { type LocalAnvil, startAnvil } from '@tandem/local-services'
import { pad, type RpcLog } from 'viem'
import { keep } from '../support/parts.ts'
import { confirmations } from '../support/two-chains.ts'
import { useTwoChains } from '../support/use-orderbook.ts'

const sample = ['hangs', '429_for_an_hour', 'fork_3', 'denies_logs', 'invents_logs', 'range_alchemy']

/** Lies that break a rule today. An entry whose rule holds again fails its test. */
const knownFindings: readonly Finding[] = []

const impatient = { rpcTimeoutMs: 1500 }

const chains = useTwoChains('lies')
let shadow: LocalAnvil
let scene: Partial<Scene>

beforeAll(async () => {
  shadow = await keep(startAnvil({ chainId: chains.anvils.left.chainId }))
  await ask(shadow, 'anvil_loadState', await ask(chains.anvils.left, 'anvil_dumpState'))
  const book = await chains.start({}, {}, impatient)
  await chains.initiateSource(await chains.newOrder(book))
  await book.stop()
  const filter = { topics: [[...escrowEventTopics]], fromBlock: '0x0', toBlock: 'latest' }
  const log = (await ask<RpcLog[]>(chains.anvils.left, 'eth_getLogs', filter)).at(-1)
  if (log === undefined) throw new Error('the chain has no event of the registry')
  const topics = (log.topics as `0x${string}`[]).with(1, pad('0x1234567890123456789012345678901234567890'))
  scene = { shadow: overHttp(shadow.rpcUrl), limitMs: 1_500, log: { address: log.address, topics, data: log.data } }
})
async function ask<T>({ rpcUrl }: LocalAnvil, method: string, ...params: unknown[]): Promise<T> {
  const said = await overHttp(rpcUrl)({ method, params })
  if ('error' in said) throw new Error(said.error.message)
  return said.result as T
}

async function play({ lie, layout }: Play, limitMs: number): Promise<Outcome> {
  const chain = chains.anvils.left.rpcUrl
  const ends = await endpointsWith({ ...layout, lie, chain, scene })
  const book = await chains.start({ left: ends.urls }, {}, impatient)
  try {
    const order = await chains.newOrder(book)
    ends.begin()
    // The watcher reads the lie before the event that the lie is about.
    await chains.mine('left', 1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const tx = await chains.initiateSource(order)
    const began = performance.now()
    const passed = () => performance.now() - began
    let isStored = false
    while (!isStored && passed() < limitMs) {
      await chains.mine('left', 1)
      await new Promise((resolve) => setTimeout(resolve, 150))
      isStored = (await chains.storedEvents('left')).some((event) => event.endsWith(tx))
    }
    const seconds = passed() / 1_000
    await chains.mine('left', confirmations)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { fooled: await hasFalseEvents(), stopped: !isStored, seconds }
  } finally {
    ends.end()
    await book.stop()
    await ends.stop()
    if (await hasFalseEvents()) await chains.forget('left')
  }
}

async function hasFalseEvents(): Promise<boolean> {
  const [stored, truth] = await Promise.all([chains.storedEvents('left'), chains.eventsOnChain('left')])
  return stored.some((event) => !truth.includes(event))
}

describe('a true creation is stored, and nothing false, though there is', () => {
  it.each(playsOf(sample))('%s', async (_name, one) => {
    const known = knownIn(knownFindings, one)
    const outcome = await play(one, limitOf(one, known))
    note('watcher', one, outcome)
    expect(brokenRule(outcome, one.layout)).toBe(known)
  })
})
