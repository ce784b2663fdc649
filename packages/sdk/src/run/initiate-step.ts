import { runLongStep } from '../claim/long-step.ts'
import { TandemError } from '../tandem-error.ts'
import type { Reason } from './reason.ts'
import { applyUpdate, type RunContext } from './run-context.ts'
import { stepOptionsOf } from './run-options.ts'
import { afterFailedInitiation } from './run-update.ts'

export const walletPending: Reason = {
  code: 'WALLET_PENDING',
  message: 'your wallet has not answered, or its transaction is not mined yet',
}

export async function initiateStep(run: RunContext): Promise<void> {
  const { swap, options, progress, begun } = run
  const { path, wallet, submitter, signal } = options
  const once = () => swap.initiate(path, wallet, submitter, stepOptionsOf(options))
  await runLongStep(run, 'initiation', signal, async () => {
    try {
      const initiated = await once().catch((error: unknown) => {
        // An earlier run may have sent the same payment before it was killed. The second try then finds the escrow.
        if (error instanceof TandemError && error.code === 'TRANSACTION_REVERTED') return once()
        throw error
      })
      const isShown = initiated?.shown === 'created' || initiated?.shown === 'funded'
      applyUpdate(run, { evidence: { initiation: 'made', isFunded: run.evidence.isFunded || isShown } })
    } catch (error) {
      applyUpdate(run, afterFailedInitiation(error))
    }
  })
  if (begun.initiation?.isUnderWay) progress.note(walletPending, true)
}
