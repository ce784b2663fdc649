import type { Address } from 'viem'
import { firstFees } from '../domain/fees.ts'
import { claimsLeft, type GasMoney, gasMoneyOf } from '../domain/gas-money.ts'
import type { RelayChain } from '../usecases/ports.ts'

/** What a signer had when it was looked at. */
export interface SignerBalance {
  chain: string
  signer: Address
  /** Wei. */
  balance: bigint
  claims: bigint
  money: GasMoney
}

/** Looks at what every signer has, now and every so often, and tells of each; a chain that cannot be read waits. */
export function startBalanceWatch({
  chains,
  onBalance,
  onError,
  intervalMs,
}: {
  chains: readonly Pick<RelayChain, 'name' | 'signers' | 'nativeBalance' | 'feeMarket'>[]
  onBalance: (balance: SignerBalance) => void
  onError: (error: unknown) => void
  intervalMs: number
}): { stop(): void } {
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    await Promise.all(chains.map((chain) => lookAt(chain).catch(onError)))
    isLooking = false
  }

  async function lookAt(chain: (typeof chains)[number]): Promise<void> {
    const fees = firstFees(await chain.feeMarket())
    for (const signer of chain.signers) {
      const balance = await chain.nativeBalance(signer)
      onBalance({
        chain: chain.name,
        signer,
        balance,
        claims: claimsLeft(balance, fees),
        money: gasMoneyOf(balance, fees),
      })
    }
  }

  void look()
  const timer = setInterval(() => void look(), intervalMs)
  return { stop: () => clearInterval(timer) }
}
