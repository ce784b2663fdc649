import { isRefusal, TandemError } from '@tandem/sdk'
import { BaseError } from 'viem'
import { en } from './text/en.ts'

/** An error of a swap, a wallet or a chain as a sentence for the user. */
export function errorText(error: Error): string {
  // A refused change of the network, or a transaction that was cancelled in the wallet, has its own sentence.
  if (error instanceof TandemError) return en.failed(error.message, error.code)
  if (isRefusal(error)) return en.refused
  if (error instanceof BaseError) return en.failed(error.shortMessage, error.name)
  return error.message
}
