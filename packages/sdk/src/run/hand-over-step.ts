import { runLongStep } from '../claim/long-step.ts'
import { TandemError } from '../tandem-error.ts'
import { applyUpdate, type RunContext } from './run-context.ts'
import { stepOptionsOf } from './run-options.ts'
import { afterRetryableError } from './run-update.ts'

/**
 * Hands the secret to the relayer, which keeps it until revealing is safe. If the relayer refuses, the run goes on and
 * reveals the secret itself once the order is filled.
 *
 * @throws errors of the SDK's own checks and of the wallet that are not retryable.
 */
export async function handOverStep(run: RunContext): Promise<void> {
  const { swap, options } = run
  const { destinationWallet: signer, signal } = options
  await runLongStep(run, 'claim', signal, async () => {
    try {
      await swap.claim({ wait: true, timeoutMs: 0, signer, ...stepOptionsOf(options) })
      applyUpdate(run, { evidence: { isHandedOver: true } })
    } catch (error) {
      const isRelayers = error instanceof TandemError && error.httpStatus !== undefined
      applyUpdate(
        run,
        isRelayers && !error.retryable ? { evidence: { isHandedOver: true } } : afterRetryableError(error),
      )
    }
  })
}
