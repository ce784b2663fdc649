/** A swap whose quote is a maker's: from the sealed request to the record that the chains prove. */
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { makerRecordSchema } from '@tandem/contracts'
import { accounts, assetOf, devnetPrices, readBalance, type Stack, startStack } from '@tandem/devnet'
import { createClient, Swap, TandemError, verifyMakerQuote } from '@tandem/sdk'
import { checkConformance, recordProblems } from '@tandem/solver'
import { privateKeyToAccount } from 'viem/accounts'
import { passFillBy } from '../support/fill-time.ts'

const makerKey = `0x${'2a'.repeat(32)}` as const
const signer = privateKeyToAccount(makerKey).address
const secret = `whsec_${Buffer.from('a secret of the devnet, 32 bytes').toString('base64')}`
const dir = mkdtempSync(join(tmpdir(), 'tandem-maker-'))

let stack: Stack
beforeAll(async () => {
  // Below the range out of which systems give ports.
  const port = randomInt(20_000, 30_000)
  const addresses = { devnet_a: accounts.solver.address, devnet_b: accounts.solver.address }
  const entry = { maker_id: 'one', signer, endpoint: `http://127.0.0.1:${port}/maker`, secret, addresses }
  const makersFile = join(dir, 'makers.json')
  writeFileSync(makersFile, JSON.stringify({ quote_engine: false, makers: [entry] }))
  stack = await startStack({
    ports: { solver: port },
    env: {
      orderbook: {
        MAKERS_FILE: makersFile,
        MAKERS_ALLOW_PRIVATE: 'true',
        // The machine of a test may be busy.
        MAKERS_ANSWER_MS: '10000',
        MAKERS_ORDER_MS: '10000',
      },
      solver: {
        SOLVER_MAKER_KEY: makerKey,
        SOLVER_MAKER_SECRET: secret,
        SOLVER_PROMISES_FILE: join(dir, 'promises.jsonl'),
        SOLVER_PRICES: JSON.stringify(devnetPrices),
        SOLVER_SPREAD_BIPS: '20',
      },
    },
  })
})
afterAll(async () => {
  await stack?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })

const startSwap = () =>
  Swap.start(
    {
      userId: 'maker',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 10n ** 9n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    {
      client: client(),
      network: stack.network,
      evidence: {
        endpoints: Object.fromEntries(Object.values(stack.chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
      },
      save: () => undefined,
    },
  )

describe('a swap with a maker', () => {
  it('is quoted, signed and filled by it, also when it dies between quote and order, and counts in its record', async () => {
    const swap = await startSwap()
    expect(await verifyMakerQuote(swap.order, { signers: [signer] })).toMatchObject({ maker_id: 'one' })
    // It has promised: that outlives the process.
    await stack.solver.kill()
    await stack.solver.restart()
    await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
    await swap.waitFor(['destination_initiated'], { pollMs: 100, timeoutMs: 60_000 })
    const record = makerRecordSchema.parse(await client().getMakerRecord('one'))
    expect(record).toMatchObject({ fills: 1, fades: 0, benched_until: null })
    const chains = Object.values(stack.chains).map(({ name, control }) => {
      const registry = stack.network.chains.find(({ chain }) => chain === name)?.registry_address ?? ''
      return [name, { client: control, registry }] as const
    })
    expect(await recordProblems(record, signer, new Map(chains))).toEqual([])
    const forged = { ...record, fills: 2 }
    expect(await recordProblems(forged, signer)).toEqual(['fills is 2, and the evidence says 1'])
  })

  it('comes from a solver that passes the conformance kit', async () => {
    const checks = await checkConformance({
      endpoint: `${stack.solverUrl}/maker`,
      secret,
      signer,
      source: 'devnet_a:usdc',
      destination: 'devnet_b:usdc',
      amount: 10n ** 9n,
      answerWithinMs: 10_000,
    })
    expect(checks.filter(({ problem }) => problem !== undefined)).toEqual([])
    expect(checks).toHaveLength(9)
  })

  it('gives the money back by its signed consent after it died, though it cannot pay for gas', async () => {
    const swap = await startSwap()
    const { order_id: id } = swap.order
    await stack.solver.kill()
    const usdc = assetOf(stack.network, 'devnet_a:usdc')
    const balance = () => readBalance(stack.chains.devnet_a.user, usdc, accounts.user.address)
    const before = await balance()
    await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
    await swap.waitFor(['source_initiated'], { pollMs: 100, timeoutMs: 60_000 })
    await passFillBy(stack, swap.order)
    const refund = () =>
      client()
        .createRefund(id, {})
        .catch((error: TandemError) => error)
    // Dead: nothing changes but the message.
    const untilConsentIs = async (expected: string) => {
      for (const deadline = Date.now() + 60_000; ; ) {
        const answer = await refund()
        const consent = answer instanceof TandemError ? answer.details.consent : 'given'
        if (consent === expected) return
        if (Date.now() > deadline) throw new Error(`${expected} did not come, ${String(consent)} did`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    await untilConsentIs('no_answer')
    expect((await client().getOrder(id)).status).toBe('source_initiated')
    await stack.chains.devnet_a.control.setBalance({ address: accounts.solver.address, value: 0n })
    await stack.solver.restart()
    await untilConsentIs('given')
    await swap.waitFor(['cancelled'], { pollMs: 100, timeoutMs: 60_000 })
    expect(await balance()).toBe(before)
    expect(swap.order.destination_intent.create_tx_hash).toBeNull()
  })
})
