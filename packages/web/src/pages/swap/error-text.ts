import { isRefusal } from '@tandem/react'
import { TandemError } from '@tandem/sdk'
import { BaseError } from 'viem'
import { en } from '../../strings/en.ts'

export function errorText(error: Error): string {
  if (isRefusal(error)) return en.swap.refused
  if (error instanceof TandemError) return en.swap.failed(error.message, error.code)
  if (error instanceof BaseError) return en.swap.failed(error.shortMessage, error.name)
  return error.message
}
