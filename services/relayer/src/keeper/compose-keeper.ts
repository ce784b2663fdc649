import { backgroundLoops, type Part } from '@tandem/service-kit'
import type { Observe } from '../admin/observe.ts'
import type { Config } from '../config.ts'
import { makeRefundByConsent } from '../refunds/refund-by-consent.ts'
import { makeSubmitRefund, type SubmitRefundDeps } from '../refunds/submit-refund.ts'
import { type KeepDeps, makeKeep } from './find-jobs.ts'

type Needs = Omit<SubmitRefundDeps, 'hasSigner'> &
  Omit<KeepDeps, 'delaySecs' | 'intervalMs' | 'refund' | 'onSkipped' | 'onFailed'> & {
    config: Pick<Config, 'keeperDelaySecs' | 'keeperIntervalMs'>
    observe: Pick<Observe, 'jobsTaken' | 'keeperSkipped' | 'keeperFailed'>
  }

export function composeKeeper(needs: Needs): Required<Pick<Part, 'start' | 'stop'>> {
  const { config, observe } = needs
  const { keeperIntervalMs: intervalMs } = config
  // A refund is stored even while no signer can pay, and waits for gas money: no client waits for the keeper's answer.
  const submitRefund = makeSubmitRefund({ ...needs, hasSigner: () => true })
  const keep = makeKeep({
    ...needs,
    delaySecs: config.keeperDelaySecs,
    refund: makeRefundByConsent(submitRefund),
    intervalMs,
    onSkipped: observe.keeperSkipped,
    onFailed: observe.keeperFailed,
  })
  // Urgent orders have a loop of their own, so that a claim with a public secret waits for nothing else.
  return backgroundLoops(
    [keep.urgent, keep.patient].map((takeOn) => ({
      round: async () => observe.jobsTaken(await takeOn()),
      onError: observe.keeperFailed,
      intervalMs,
    })),
  )
}
