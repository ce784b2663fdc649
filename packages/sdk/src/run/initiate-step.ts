import { runLongStep } from '../claim/long-step.ts'
import { TandemError } from '../tandem-error.ts'
import { afterFailedInitiation } from './lesson.ts'
import type { Reason } from './reason.ts'
import { learn, type Run } from './run.ts'
import { stepOptionsOf } from './run-options.ts'

export const walletPending: Reason = {
  code: 'WALLET_PENDING',
  message: 'your wallet has not answered, or its transaction is not mined yet',
}

export async function initiateStep(run: Run): Promise<void> {
  const { swap, options, teller, begun } = run
  const { path, wallet, submitter, signal } = options
  const once = () => swap.initiate(path, wallet, submitter, stepOptionsOf(options))
  await runLongStep(run, 'initiation', signal, async () => {
    try {
      const initiated = await once().catch((error: unknown) => {
        // Tried once more, because the transaction of a run that was killed may have been first.
        if (error instanceof TandemError && error.code === 'TRANSACTION_REVERTED') return once()
        throw error
      })
      const isShown = initiated?.shown === 'created' || initiated?.shown === 'funded'
      learn(run, { evidence: { initiation: 'made', isFunded: run.evidence.isFunded || isShown } })
    } catch (error) {
      learn(run, afterFailedInitiation(error))
    }
  })
  if (begun.initiation?.isUnderWay) teller.note(walletPending, true)
}
