import type { Work } from './work.ts'

/**
 * The kinds of work that can share a transaction: in the registry's call for several of a kind, a failing member does not stop
 * the others.
 */
export type BatchKind = 'claim' | 'prefunded' | 'signed'

/** The kind of batch that the work may join; undefined for work that goes alone. */
export function batchKindOf(work: Work): BatchKind | undefined {
  if (work.kind === 'claim') return work.hop === null ? 'claim' : undefined
  if (work.kind !== 'initiation') return undefined
  const { type } = work.how
  return type === 'prefunded' || type === 'signed' ? type : undefined
}
