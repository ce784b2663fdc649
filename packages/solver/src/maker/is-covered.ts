import type { MakerQuoteMessage } from '@tandem/contracts'
import type { EscrowTerms } from '@tandem/escrow'
import type { Order } from '@tandem/sdk'
import { keepsDeadlines } from './deadlines.ts'
import type { QuotePromise } from './promise-file.ts'

interface PromisedEscrow {
  chainId: number
  terms: EscrowTerms
}

export interface PromisedEscrows {
  source: PromisedEscrow
  destination: PromisedEscrow
}

export interface PromisedTerms extends Pick<QuotePromise, 'amount' | 'deadlines' | 'commitments'> {
  message: Pick<
    MakerQuoteMessage,
    | 'source_chain_id'
    | 'destination_chain_id'
    | 'source_amount'
    | 'source_token'
    | 'destination_token'
    | 'initiate_by'
    | 'fill_by'
  >
}

export function isCovered(
  { message, amount, deadlines, commitments }: PromisedTerms,
  order: Pick<Order, 'initiate_by' | 'fill_by'>,
  escrows: PromisedEscrows,
): boolean {
  const { source, destination } = { source: escrows.source.terms, destination: escrows.destination.terms }
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return (
    // The chain is compared too, because the native tokens of all chains have one address.
    escrows.source.chainId === message.source_chain_id &&
    escrows.destination.chainId === message.destination_chain_id &&
    commitments.includes(source.commitmentHash.toLowerCase()) &&
    source.amount >= BigInt(message.source_amount) &&
    isSame(source.token, message.source_token) &&
    destination.amount <= amount &&
    isSame(destination.token, message.destination_token) &&
    keepsDeadlines({ source: source.cancelAfter, destination: destination.cancelAfter }, deadlines) &&
    order.initiate_by === message.initiate_by &&
    order.fill_by === message.fill_by
  )
}
