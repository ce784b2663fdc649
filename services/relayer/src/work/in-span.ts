import { withSpan } from '@tandem/service-kit'
import type { WorkRequest } from './domain/work.ts'

/** Runs a step of the request inside a span that names its order. */
export const inSpan = ({ id, orderId, work, state, chain }: WorkRequest, run: () => Promise<void>): Promise<void> =>
  withSpan('settlement step', { orderId, attributes: { settlement_id: id, kind: work.kind, state, chain } }, run)
