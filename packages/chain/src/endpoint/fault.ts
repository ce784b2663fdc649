import { BaseError } from 'viem'

/**
 * How an endpoint can fail; these are names in metrics. With `wrong_data` the answer cannot be true, with `absent` the
 * endpoint lacks the block.
 */
export const faults = ['timeout', 'rate_limited', 'wrong_data', 'refused', 'absent', 'other'] as const
export type Fault = (typeof faults)[number]

/** An endpoint's failure. Its message never holds the URL or a parameter. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  readonly fault: Fault
  constructor(fault: Fault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

const tooOften = /too many requests|rate.?limit|throttl|compute units|capacity/i
const lacksBlock = /unknown block|header not found|block not found|invalid block range|beyond (current )?head/i
const tookTooLong = /^no answer in \d+ ms$/
const limitExceeded = -32_005

/** Says which fault an error of an endpoint is. */
export function faultOf(thrown: unknown): Fault {
  const causes = causesOf(thrown)
  const known = causes.find((cause) => cause instanceof EndpointError)
  if (known !== undefined) return known.fault
  const isNamed = (...names: string[]) => causes.some((cause) => cause instanceof Error && names.includes(cause.name))
  if (isNamed('TimeoutError', 'AbortError', 'NoAnswerError')) return 'timeout'
  const texts = causes.map(textOf)
  if (texts.some((text) => tookTooLong.test(text))) return 'timeout'
  const text = texts.join(' ')
  const codes = causes.flatMap((cause) => [cause?.code, cause?.status])
  if (codes.includes(429) || codes.includes(limitExceeded) || tooOften.test(text)) return 'rate_limited'
  if (isNamed('BlockNotFoundError') || lacksBlock.test(text)) return 'absent'
  if (isNamed('SyntaxError', 'TypeError', 'RangeError', 'ResponseBodyTooLargeError')) return 'wrong_data'
  return isNamed('RpcRequestError') ? 'refused' : 'other'
}

type Cause = { readonly code?: unknown; readonly status?: unknown } & Partial<Error>

function causesOf(thrown: unknown): Cause[] {
  const causes: Cause[] = []
  for (let one = thrown; one instanceof Error && causes.length < 10; one = one.cause) causes.push(one as Cause)
  return causes
}

/** viem's full messages hold the URL and the parameters. */
function textOf(cause: Cause): string {
  if (!(cause instanceof BaseError)) return cause.message ?? ''
  const { details } = cause as { details?: unknown }
  return typeof details === 'string' ? details : ''
}

/** The endpoint's own error message, with every URL taken out. */
export function wordsOf(thrown: unknown): string {
  const causes = causesOf(thrown)
  const own = causes.find((cause) => cause instanceof EndpointError)?.message
  const words = own ?? causes.map(textOf).find((text) => text !== '') ?? 'failed'
  return words.replace(/\b(https?|wss?):\/\/\S+/g, '(url)').slice(0, 200)
}
