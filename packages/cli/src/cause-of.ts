/**
 * Says in one line why a request failed. If the operating system gave a code, such as `ECONNREFUSED`, it is that code,
 * because the libraries only say that the fetch failed. URLs are left out, because they may contain a key.
 */
export function causeOf(error: unknown): string {
  const causes: { code?: unknown; details?: unknown; message?: unknown }[] = []
  for (let one = error; typeof one === 'object' && one !== null && causes.length < 10; one = (one as Error).cause)
    causes.push(one)
  const system = causes.find(
    ({ code }) => typeof code === 'string' && /^E[A-Z_]+$|^[A-Z_]*(CERT|TLS|SSL)[A-Z_]*$/.test(code),
  )
  if (system !== undefined) return String(system.code)
  const details = causes.find((one) => typeof one.details === 'string' && one.details !== '')?.details
  const words = String(details ?? causes.at(-1)?.message ?? error)
  return (words.split('\n')[0] ?? 'failed').replaceAll(/\b(https?|wss?):\/\/\S+/g, '(url)').slice(0, 200)
}
