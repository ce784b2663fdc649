import type { Work } from './work.ts'

/**
 * The kinds of work that share transactions, each only with its own kind: the registry has one call for several of it, in
 * which a member that fails does not stop the others.
 */
export type BatchKind =
  | 'claim'
  /** Creations of escrows that are funded at their address. */
  | 'prefunded'
  /** Creations by an allowance and the creator's signature. */
  | 'signed'

/** The kind of batch that a piece of work may join; undefined for work that goes alone. */
export function batchKindOf(work: Work): BatchKind | undefined {
  if (work.kind === 'claim') return work.hop === null ? 'claim' : undefined
  if (work.kind !== 'initiation') return undefined
  const { type } = work.how
  return type === 'prefunded' || type === 'signed' ? type : undefined
}
