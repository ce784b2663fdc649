import type { Work } from './work.ts'

/** In the registry's call for several, a failing member does not stop the others. */
export type BatchKind =
  | 'claim'
  | 'prefunded'
  | 'signed'

/** Undefined for work that goes alone. */
export function batchKindOf(work: Work): BatchKind | undefined {
  if (work.kind === 'claim') return work.hop === null ? 'claim' : undefined
  if (work.kind !== 'initiation') return undefined
  const { type } = work.how
  return type === 'prefunded' || type === 'signed' ? type : undefined
}
