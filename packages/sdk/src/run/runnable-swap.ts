import type { InitiationPath } from '@tandem/contracts/rules'
import type { Hex } from 'viem'
import type { EnsureClaimedOptions } from '../claim/watch-claim.ts'
import type { Claim, Explanation, Order } from '../client/types.ts'
import type { ClaimProgress } from '../evidence/read-evidence.ts'
import type { Refunded } from '../evidence/read-is-refund-confirmed.ts'
import type { Signer } from '../hops/hop.ts'
import type { Initiated, SignalledStep, Submitter } from '../initiate/source-side.ts'
import type { Wallet } from '../wallet/wallet.ts'

/** What a run needs of a `Swap`. */
export interface RunnableSwap {
  readonly order: Order
  readonly isChainOnly: boolean
  readonly isSecretOut: boolean
  readonly claimWaits: boolean
  readonly hasDestination: boolean
  readonly fundableUntil: number
  readonly blockTimeMs: number
  refresh(): Promise<Order>
  /** What the orderbook says that the order waits for; `undefined` when it does not answer. */
  explain(signal: AbortSignal): Promise<Explanation | undefined>
  /** What the relayer says that the initiation waits for; `undefined` when it does not answer. */
  initiationReason(signal: AbortSignal): Promise<string | undefined>
  canAskDestination(wallet?: Wallet): boolean
  isClaimed(wallet?: Wallet): Promise<boolean>
  claimProgress(wallet?: Wallet): Promise<Omit<ClaimProgress, 'secsLeft'>>
  shows(part: 'source_claim' | 'delivery', wallet?: Wallet): Promise<boolean>
  confirms(shown: Refunded['shown']): Promise<boolean>
  initiate(path: InitiationPath, wallet: Wallet, submitter: Submitter, options: SignalledStep): Promise<Initiated>
  claim(
    options: SignalledStep & {
      timeoutMs: number
      signer?: Signer | undefined
      isSecretPublic?: boolean
      wait?: boolean
    },
  ): Promise<Claim>
  claimOnHub(wallet: Wallet, options: SignalledStep): Promise<Hex | null>
  ensureClaimed(wallet: Wallet, options: EnsureClaimedOptions): Promise<Hex | null>
  sendRefund(wallet: Wallet, options: SignalledStep): Promise<Refunded>
}
