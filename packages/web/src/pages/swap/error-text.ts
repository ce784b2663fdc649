import { isRefusal } from '@tandem/react'
import { TandemError } from '@tandem/sdk'
import { BaseError } from 'viem'
import { en } from '../../strings/en.ts'

export function errorText(error: Error): string {
  // A refused change of the network, or a transaction that was cancelled in the wallet, has its own sentence.
  if (error instanceof TandemError) return en.swap.failed(error.message, error.code)
  if (isRefusal(error)) return en.swap.refused
  if (error instanceof BaseError) return en.swap.failed(error.shortMessage, error.name)
  return error.message
}
