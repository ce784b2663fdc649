import { type IntervalLoop, startIntervalLoop } from '@tandem/service-kit'
import type { Address } from 'viem'
import type { RelayChain } from '../work/ports.ts'
import { claimReserve } from './claim-reserve.ts'
import { claimsLeft, type GasMoney, gasMoneyOf } from './domain/gas-money.ts'
import { type BalanceSample, hoursLeft, withSample } from './domain/spending.ts'

export interface SignerBalance {
  chain: string
  signer: Address
  /** What the signer holds, in wei. */
  balance: bigint
  claims: bigint
  money: GasMoney
  /** Hours until the balance is spent at the rate of the last hour; undefined while that rate is unknown. */
  hoursLeft: number | undefined
}

/** Reports the balance of every signer in each round. A chain that cannot be read is left to the next round. */
export function startBalanceWatch({
  chains,
  onBalance,
  onError,
  intervalMs,
  now = Date.now,
}: {
  chains: readonly Pick<RelayChain, 'name' | 'signers' | 'nativeBalance' | 'feeMarket' | 'dataCost' | 'gasLimits'>[]
  onBalance: (balance: SignerBalance) => void
  onError: (error: unknown) => void
  intervalMs: number
  now?: () => number
}): Pick<IntervalLoop, 'stop'> {
  const samples = new Map<string, BalanceSample[]>()

  async function watch(chain: (typeof chains)[number]): Promise<void> {
    const reserve = await claimReserve(chain)
    for (const signer of chain.signers) {
      const balance = await chain.nativeBalance(signer)
      onBalance({
        chain: chain.name,
        signer,
        balance,
        claims: claimsLeft(balance, reserve),
        money: gasMoneyOf(claimsLeft(balance, reserve)),
        hoursLeft: forecast(`${chain.name} ${signer}`, balance),
      })
    }
  }

  function forecast(key: string, balance: bigint): number | undefined {
    const known = withSample(samples.get(key) ?? [], { at: now(), balance })
    samples.set(key, known)
    return hoursLeft(known)
  }

  const round = () => Promise.all(chains.map((chain) => watch(chain).catch(onError)))
  return startIntervalLoop({ round, onError, intervalMs })
}
