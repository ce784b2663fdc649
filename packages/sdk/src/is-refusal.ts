/** Whether the user said no in the wallet (EIP-1193: 4001), also where another error holds that one. */
export function isRefusal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return code === 4001 || (cause !== undefined && isRefusal(cause))
}
