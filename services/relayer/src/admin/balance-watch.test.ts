import { describe, expect, it } from '@jest/globals'
import type { LogFields, Logger } from '@tandem/service-kit'
import { Registry } from 'prom-client'
import type { Address } from 'viem'
import { defaultGasLimits } from '../work/domain/gas-limits.ts'
import { type SignerBalance, startBalanceWatch } from './balance-watch.ts'
import { makeObserveBalances } from './observe-balances.ts'

const signer: Address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'
/** Wei that are reserved for a claim: 200,000 gas at three gwei, and half as much again. */
const claim = 900_000n * 10n ** 9n

describe('the balance watch', () => {
  it('tells of every signer at once, and of a chain that cannot be read', async () => {
    const chainOf = (name: string, balance: bigint, isDown = false) => ({
      name,
      signers: [signer],
      nativeBalance: async () => balance,
      gasLimits: defaultGasLimits,
      dataCost: async () => ({ gas: 0n, wei: 0n }),
      feeMarket: async () => {
        if (isDown) throw new Error(`${name} is down`)
        return { baseFeePerGas: 10n ** 9n, recentTips: [], minTip: 10n ** 9n, maxTip: 10n ** 11n }
      },
    })
    const told: unknown[] = []
    await new Promise<void>((resolve) => {
      const tell = (what: unknown) => {
        if (told.push(what) === 3) resolve()
      }
      startBalanceWatch({
        chains: [chainOf('left', 0n, true), chainOf('middle', 7n * claim), chainOf('right', claim - 1n)],
        onBalance: tell,
        onError: tell,
        intervalMs: 60_000,
      }).stop()
    })
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        new Error('left is down'),
        { chain: 'middle', signer, balance: 7n * claim, claims: 7n, money: 'low', hoursLeft: undefined },
        { chain: 'right', signer, balance: claim - 1n, claims: 0n, money: 'none', hoursLeft: undefined },
      ]),
    )
  })
})

it('forecasts how long the money lasts', async () => {
  let [at, balance] = [0, 100n * claim]
  const told: (number | undefined)[] = []
  await new Promise<void>((resolve) => {
    const watch = startBalanceWatch({
      chains: [
        {
          name: 'left',
          signers: [signer],
          nativeBalance: async () => balance,
          feeMarket: async () => ({
            baseFeePerGas: 10n ** 9n,
            recentTips: [],
            minTip: 10n ** 9n,
            maxTip: 10n ** 11n,
          }),
          gasLimits: defaultGasLimits,
          dataCost: async () => ({ gas: 0n, wei: 0n }),
        },
      ],
      onBalance: (one) => {
        at += 600_000
        balance -= claim
        if (told.push(one.hoursLeft) < 4) return
        watch.stop()
        resolve()
      },
      onError: () => resolve(),
      intervalMs: 5,
      now: () => at,
    })
  })
  // The signer spends six claims an hour.
  expect(told.slice(0, 4)).toEqual([undefined, 16.5, 16.333, 16.166])
})

describe('what is said of balances', () => {
  it('is in the gauges every time, and in the log when it changes', async () => {
    const lines: [string, string, unknown][] = []
    const log = (level: string) => (event: string, fields?: LogFields) =>
      void lines.push([level, event, fields?.claims_left])
    const logger: Logger = {
      error: log('error'),
      warn: log('warn'),
      info: log('info'),
      debug: log('debug'),
      child: () => logger,
    }
    const registry = new Registry()
    const { onBalance } = makeObserveBalances(logger, registry)
    const moments: [bigint, SignerBalance['money']][] = [
      [50n, 'enough'],
      [19n, 'low'],
      [18n, 'low'],
      [1n, 'none'],
      [0n, 'none'],
      [99n, 'enough'],
    ]
    for (const [claims, money] of moments)
      onBalance({ chain: 'left', signer, balance: claims * claim, claims, money, hoursLeft: Number(claims) / 2 })
    expect(lines).toEqual([
      ['warn', 'signer.low_balance', 19n],
      ['error', 'signer.no_gas_money', 1n],
      ['info', 'signer.balance_restored', 99n],
    ])
    const metrics = await registry.metrics()
    expect(metrics).toContain(`tandem_relayer_signer_claims_left{chain="left",signer="${signer}"} 99\n`)
    expect(metrics).toContain(`tandem_relayer_signer_balance_coins{chain="left",signer="${signer}"} 0.0891\n`)
    expect(metrics).toContain(`tandem_relayer_signer_hours_left{chain="left",signer="${signer}"} 49.5\n`)
    onBalance({ chain: 'left', signer, balance: claim, claims: 1n, money: 'low', hoursLeft: undefined })
    expect(await registry.metrics()).not.toContain('tandem_relayer_signer_hours_left{')
  })
})
