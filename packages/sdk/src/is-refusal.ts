/** EIP-1193's 4001, also as a cause. */
export function isRefusal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === 4001 || (cause !== undefined && isRefusal(cause))
}
