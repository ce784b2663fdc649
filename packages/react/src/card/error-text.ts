import { isRefusal, TandemError } from '@tandem/sdk'
import { BaseError } from 'viem'
import { en } from './text/en.ts'

/** Returns a sentence for the user about an error of a swap, a wallet or a chain. */
export function errorText(error: Error): string {
  // This comes before the check for a refusal: the SDK has better sentences for a refused network and a cancelled transaction.
  if (error instanceof TandemError) return en.failed(error.message, error.code)
  if (isRefusal(error)) return en.refused
  if (error instanceof BaseError) return en.failed(error.shortMessage, error.name)
  return error.message
}
