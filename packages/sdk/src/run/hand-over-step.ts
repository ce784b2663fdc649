import { runLongStep } from '../claim/long-step.ts'
import { TandemError } from '../tandem-error.ts'
import { lessonOfPassing } from './lesson.ts'
import { learn, type Run } from './run.ts'
import { stepOptionsOf } from './run-options.ts'

/**
 * Hands the secret to the relayer before the chains show that revealing is safe. A relayer that does not keep it changes
 * nothing: once the order is filled, the run claims as it would have.
 * @throws what the application or its user has to put right.
 */
export async function handOverStep(run: Run): Promise<void> {
  const { swap, options } = run
  const { destinationWallet: signer, signal } = options
  await runLongStep(run, 'claim', signal, async () => {
    try {
      await swap.claim({ wait: true, timeoutMs: 0, signer, ...stepOptionsOf(options) })
      learn(run, { evidence: { isHandedOver: true } })
    } catch (error) {
      const isRelayers = error instanceof TandemError && error.httpStatus !== undefined
      learn(run, isRelayers && !error.retryable ? { evidence: { isHandedOver: true } } : lessonOfPassing(error))
    }
  })
}
