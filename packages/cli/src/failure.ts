import { TandemError } from '@tandem/sdk'
import { CommanderError } from 'commander'

/**
 * Exit codes: 0 done; 1 it failed, or a check found something wrong; 2 wrong words, or a setting is missing; 3 an answer did
 * not survive verification; 4 a server or an endpoint does not answer; 130 ended by Ctrl-C.
 */
export const exitCodes = { done: 0, failed: 1, usage: 2, unverified: 3, unreachable: 4, aborted: 130 } as const

/** Something that the user has to put right before the command can run. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export function describeFailure(error: unknown): { exitCode: number; code: string; message: string } {
  if (error instanceof CommanderError)
    return {
      exitCode: error.exitCode === 0 ? exitCodes.done : exitCodes.usage,
      code: error.code,
      message: error.message,
    }
  if (error instanceof UsageError) return { exitCode: exitCodes.usage, code: 'USAGE', message: error.message }
  // A server chooses the code of its answer, and could write any words there.
  const codeOf = ({ code }: TandemError) => (/^[A-Z][A-Z0-9_]{0,59}$/.test(code) ? code : 'FAILED')
  if (error instanceof TandemError) return { exitCode: exitCodeOf(error), code: codeOf(error), message: error.message }
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
  return { exitCode: exitCodes.failed, code: 'FAILED', message }
}

function exitCodeOf({ code }: TandemError): number {
  switch (code) {
    case 'UNVERIFIED':
    case 'VAULT_MISMATCH':
    case 'QUOTE_UNACCEPTABLE':
      return exitCodes.unverified
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
