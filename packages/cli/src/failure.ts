import { endpointName } from '@tandem/chain'
import { TandemError } from '@tandem/sdk'
import { CommanderError } from 'commander'
import { BaseError, HttpRequestError, TimeoutError } from 'viem'
import { causeOf } from './cause-of.ts'

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unverified: 3,
  unreachable: 4,
  declined: 5,
  aborted: 130,
} as const

/** What each exit code means. The help prints this table, and packages/cli/README.md repeats it. */
export const exitCodeMeanings: Record<keyof typeof exitCodes, string> = {
  done: 'Done.',
  failed: 'It failed, or a check found something wrong.',
  usage: 'Wrong words, or a setting is missing or unreadable. Nothing was signed or sent.',
  unverified: 'An answer did not survive verification. Nothing was paid on it.',
  unreachable: 'A server or an endpoint does not answer.',
  declined: 'The price is worse than your limit. Nothing was signed.',
  aborted: 'Ctrl-C. A swap is kept, and `tandem recover` goes on.',
}

/** Something that the user has to put right before the command can run. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface Failure {
  exitCode: number
  code: string
  message: string
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) {
    const exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    return { exitCode, code: error.code, message: error.message }
  }
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'USAGE', message: error.message }
  // The SDK's error only says that no answer came. Its cause says why, and from which URL.
  const isWrapped = error instanceof TandemError && error.code === 'NETWORK'
  if (isWrapped && (error.cause instanceof TandemError || error.cause instanceof UsageError))
    return describeFailure(error.cause)
  if (error instanceof TandemError) return ofTandem(error)
  if (error instanceof BaseError) {
    const unanswered = error.walk((one) => one instanceof HttpRequestError || one instanceof TimeoutError)
    if (unanswered !== null) return ofEndpoint(unanswered)
  }
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
  return { exitCode: exitCodes.failed, code: 'FAILED', message }
}

function ofTandem(error: TandemError): Failure {
  const { code, message } = error
  // A dishonest server could write any text as the code of its answer.
  return { exitCode: exitCodeOf(error), code: /^[A-Z][A-Z0-9_]{0,59}$/.test(code) ? code : 'FAILED', message }
}

function ofEndpoint(error: Error & { url?: string }): Failure {
  const { url } = error
  // The name of an endpoint is its host alone, because the rest of its URL may contain a key.
  const name = url !== undefined && URL.canParse(url) ? endpointName(url, 0).slice(2) : 'an endpoint'
  const message = `${name} does not answer (${causeOf(error)}); name another endpoint of that chain: --rpc CHAIN=URL`
  return { exitCode: exitCodes.unreachable, code: 'ENDPOINT_UNAVAILABLE', message }
}

function exitCodeOf({ code }: TandemError): number {
  switch (code) {
    case 'UNVERIFIED':
    case 'VAULT_MISMATCH':
      return exitCodes.unverified
    case 'QUOTE_UNACCEPTABLE':
      return exitCodes.declined
    case 'NETWORK':
    case 'EVIDENCE_UNAVAILABLE':
      return exitCodes.unreachable
    case 'EVIDENCE_REQUIRED':
    case 'LIMIT_REQUIRED':
      return exitCodes.usage
    case 'ABORTED':
      return exitCodes.aborted
    default:
      return exitCodes.failed
  }
}
