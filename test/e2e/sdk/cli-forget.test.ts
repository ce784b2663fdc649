/** `tandem forget` does not delete a state that money may depend on, unless the user gives `--force`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runCli } from '@tandem/cli'
import { Swap, type SwapState, swapKeyOf } from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import { formatUnits } from 'viem'
import { honestServices } from '../../support/honest-services.ts'
import { mineDepth, startTwoChains, type TwoChains } from '../../support/two-chains.ts'
import { amount, evidenceOf, usdcRequest } from '../../support/usdc-swap.ts'

let chains: TwoChains
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-forget-'))
  chains = await startTwoChains()
  writeFileSync(join(folder, 'network.json'), JSON.stringify(chains.network))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await chains?.stop()
})

const store = () => fileStore(join(folder, 'swaps'))

/** Runs `tandem forget` without a key and without any server. */
async function forget(words: readonly string[], { isAble = true } = {}) {
  const [out, notes]: [string[], string[]] = [[], []]
  const rpc = [`devnet_a=${chains.a.anvil.rpcUrl}`, `devnet_b=${chains.b.anvil.rpcUrl}`]
  const able = ['--network', join(folder, 'network.json'), ...rpc.flatMap((one) => ['--rpc', one])]
  const exitCode = await runCli(
    ['--json', '--state', join(folder, 'swaps'), ...(isAble ? able : []), 'forget', ...words],
    {
      env: {},
      out: (line) => void out.push(line),
      note: (line) => void notes.push(line),
      waiting: () => () => {},
      signal: new AbortController().signal,
    },
  )
  return { exitCode, answer: JSON.parse(out.join('\n')), notes: notes.join('\n') }
}

async function startedSwap(isMakerThere = true): Promise<Swap> {
  const swap = await Swap.start(usdcRequest, {
    client: honestServices(chains, { isMakerThere }).client,
    network: chains.network,
    evidence: evidenceOf(chains),
    save: store().save,
  })
  return swap
}

describe('tandem forget', () => {
  it('refuses while the source is funded, and removes it with --force, which says what may be lost', async () => {
    const swap = await startedSwap(false)
    await swap.initiate('prefunded', chains.a.user, { by: 'wallet' })
    const refused = await forget([])
    expect([refused.exitCode, refused.answer]).toMatchObject([1, { forgotten: false, shown: null }])
    expect(await store().list()).toHaveLength(1)
    const forced = await forget([String(swap.state.orderId), '--force'])
    expect([forced.exitCode, forced.answer]).toMatchObject([0, { forgotten: true, shown: null }])
    expect(forced.notes).toContain(
      `may be lost: ${formatUnits(amount, 6)} devnet_a:usdc in ${swap.order.source_intent.swap_id}`,
    )
    expect(forced.notes).toContain('the secret is nowhere else')
    expect(`${refused.notes}${forced.notes}`).not.toContain(swap.state.secret.slice(2))
    expect(await store().list()).toEqual([])
  })

  it('removes a complete swap once both claims count, and not before', async () => {
    const swap = await startedSwap()
    const wallets = { wallet: chains.a.user, destinationWallet: chains.b.user }
    await swap.run({ ...wallets, path: 'prefunded', submitter: { by: 'wallet' }, pollMs: 50 })
    expect(await forget([])).toMatchObject({ exitCode: 1, answer: { forgotten: false } })
    await mineDepth(chains)
    const { exitCode, answer, notes } = await forget([])
    expect([exitCode, answer, notes]).toEqual([
      0,
      { forgotten: true, shown: 'completed', commitment_hash: swapKeyOf(swap.state) },
      '',
    ])
    expect(await store().list()).toEqual([])
  })

  it('removes a swap that got no order, for which nothing was signed or sent', async () => {
    const { secret } = (await startedSwap()).state
    const [kept] = await store().list()
    await store().remove(kept as SwapState)
    const { order: _order, vaults: _vaults, ...unordered } = kept as SwapState
    await store().save({ ...unordered, orderId: null })
    expect(await forget([swapKeyOf({ secret })], { isAble: false })).toMatchObject({
      exitCode: 0,
      answer: { shown: 'none' },
    })
  })

  it('wants the network file to ask the chains, unless it is forced', async () => {
    await startedSwap()
    expect(await forget([], { isAble: false })).toMatchObject({ exitCode: 2, answer: { error: { code: 'USAGE' } } })
    expect(await forget(['--force'], { isAble: false })).toMatchObject({ exitCode: 0, answer: { forgotten: true } })
    expect(await store().list()).toEqual([])
  })
})
