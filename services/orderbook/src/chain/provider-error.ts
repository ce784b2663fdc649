import { BaseError } from 'viem'

/**
 * The faults of an endpoint, as metrics name them. `other_fork`: two others have another block there, which is common among
 * the newest blocks and soon over; `wrong_data`: its answers cannot be true.
 */
export const errorClasses = [
  'timeout',
  'rate_limited',
  'wrong_data',
  'other_fork',
  'behind',
  'refused_range',
  'other',
] as const
export type ErrorClass = (typeof errorClasses)[number]

/** An endpoint failed, or gave answers that cannot be true. Its message never holds the endpoint's URL. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly class: ErrorClass
  /** How long the endpoint asked to be left alone. */
  readonly retryAfterMs: number | undefined
  constructor(errorClass: ErrorClass, message: string, retryAfterMs?: number) {
    super(message)
    this.class = errorClass
    this.retryAfterMs = retryAfterMs
  }
}

/** Endpoints contradict each other, and nothing shows which is right. No endpoint is believed. */
export class DisputedError extends Error {
  override readonly name = 'DisputedError'
}

/**
 * The error of an endpoint whose answer none of the others shares: two that tell the same outvote it, and with fewer
 * nothing shows which is right.
 *
 * @param told the answers of the others.
 * @param fault `other_fork` where the answers are blocks.
 */
export const contradiction = (
  told: readonly (string | number)[],
  message: string,
  fault: ErrorClass = 'wrong_data',
): ProviderError | DisputedError =>
  new Set(told).size < told.length ? new ProviderError(fault, message) : new DisputedError(message)

/** The fault of an endpoint, from the error that a request to it threw. */
export function providerErrorOf(provider: string, method: string, thrown: unknown): ProviderError {
  const causes = causesOf(thrown)
  const known = causes.find((cause) => cause instanceof ProviderError)
  if (known !== undefined)
    return new ProviderError(known.class, `${provider} ${method}: ${known.message}`, known.retryAfterMs)
  return new ProviderError(classOf(method, causes), `${provider} ${method}: ${textOf(thrown)}`)
}

function classOf(method: string, causes: readonly unknown[]): ErrorClass {
  const text = causes.map(messageOf).join(' ')
  const isNamed = (...names: string[]) => causes.some((cause) => cause instanceof Error && names.includes(cause.name))
  if (isNamed('TimeoutError', 'AbortError')) return 'timeout'
  if (causes.some((cause) => cause instanceof SyntaxError)) return 'wrong_data'
  if (isNamed('ResponseBodyTooLargeError')) return 'refused_range'
  const isOfLogs = method === 'eth_getLogs'
  if (isOfLogs && tooWide.test(text)) return 'refused_range'
  const codes = causes.map((cause) => (cause as { code?: unknown } | null)?.code)
  if (codes.includes(429) || tooOften.test(text)) return 'rate_limited'
  if (codes.includes(limitExceeded)) return isOfLogs ? 'refused_range' : 'rate_limited'
  if (absent.test(text)) return 'behind'
  return 'other'
}

const limitExceeded = -32_005
const tooWide =
  /block range|range (is )?(too|limit)|more than \d+ (results|blocks|logs)|too many (results|blocks|logs)|size exceeded|too (large|wide)|exceeds? (the )?max/i
const tooOften = /too many requests|rate.?limit|throttl|compute units|capacity/i
const absent = /unknown block|header not found|block not found|invalid block range|beyond (current )?head/i

function causesOf(thrown: unknown): unknown[] {
  const causes: unknown[] = []
  for (let one = thrown; one instanceof Error && causes.length < 10; one = one.cause) causes.push(one)
  return causes
}

/** Only what the endpoint said: viem's full messages hold its URL. */
function messageOf(cause: unknown): string {
  if (cause instanceof BaseError) return detailsOf(cause)
  return cause instanceof Error ? cause.message : ''
}

/** Not every error of viem has any, and an endpoint may say something else than words. */
const detailsOf = ({ details }: { readonly details?: unknown }): string => (typeof details === 'string' ? details : '')

function textOf(thrown: unknown): string {
  const text = thrown instanceof BaseError ? thrown.shortMessage : 'failed'
  const details = thrown instanceof BaseError ? detailsOf(thrown).replace(/\b(https?|wss?):\/\/\S+/g, '(url)') : ''
  return details === '' ? text : `${text} ${details.slice(0, 200)}`
}

/**
 * The same reading of an endpoint's answers, of which every error is a ProviderError. Anything else that it throws, an
 * answer of another form made it throw: that is the endpoint's fault, and no reason to ask no other one.
 */
export const blaming =
  <A extends unknown[], T>(provider: string, read: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await read(...args)
    } catch (error) {
      if (error instanceof ProviderError) throw error
      const text = error instanceof BaseError ? error.shortMessage : String((error as Error | null)?.message)
      throw new ProviderError('wrong_data', `${provider} answered what cannot be read: ${text.slice(0, 200)}`)
    }
  }

/** The header in milliseconds: seconds, or a date. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined
  const delay = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(delay) && delay > 0 ? delay : undefined
}
