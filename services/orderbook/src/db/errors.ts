/**
 * What the driver says about a violated unique constraint (the constraint's name and columns), or undefined for any
 * other error. Prisma hides PostgreSQL's own error at a different depth for each kind of call.
 */
export function uniqueViolation(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 6; depth += 1) {
    const facts = at as { code?: unknown; originalCode?: unknown; kind?: unknown; meta?: unknown; cause?: unknown }
    const isViolation =
      facts.code === '23505' || facts.originalCode === '23505' || facts.kind === 'UniqueConstraintViolation'
    if (isViolation) return JSON.stringify(at)
    const meta = facts.meta as { driverAdapterError?: unknown; code?: unknown; message?: unknown } | undefined
    if (meta?.code === '23505') return String(meta.message)
    at = meta?.driverAdapterError ?? facts.cause
  }
  return undefined
}
