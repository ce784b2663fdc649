export const open = 0
export const claimed = 1
export const cancelled = 2

/** The calls of the registry that change a vault. */
export const calls = ['create', 'claim', 'cancel', 'consent'] as const
export type Call = (typeof calls)[number]

export function allows(
  call: Call,
  { created, end }: { created: number; end: number },
  time: number,
  cancelAfter: number,
): boolean {
  if (call === 'create') return created === 0 && cancelAfter > time
  if (created === 0 || end !== open) return false
  if (call === 'consent') return true
  return call === 'claim' ? time < cancelAfter : time >= cancelAfter
}
