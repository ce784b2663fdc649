import type { IndicativeQuote, TandemError } from '@tandem/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTandem } from './provider.ts'

/** Give one of both amounts. */
export interface UseQuoteOptions {
  /** `chain:symbol`. */
  sourceAsset: string
  /** `chain:symbol`. */
  destinationAsset: string
  /** Base units, exact. */
  sourceAmount?: bigint | undefined
  /** Base units, exact. */
  destinationAmount?: bigint | undefined
  /** 10,000 by default. */
  refetchMs?: number
}

/** It binds no market maker: `minReceived` of `useSwap` is the user's limit. */
export function useQuote(options: UseQuoteOptions): UseQueryResult<IndicativeQuote, TandemError> {
  const { client } = useTandem()
  const { sourceAsset, destinationAsset, sourceAmount = 0n, destinationAmount = 0n, refetchMs = 10_000 } = options
  const wanted = {
    source_asset: sourceAsset,
    destination_asset: destinationAsset,
    ...(sourceAmount > 0n ? { source_amount: String(sourceAmount) } : {}),
    ...(destinationAmount > 0n ? { destination_amount: String(destinationAmount) } : {}),
  }
  return useQuery<IndicativeQuote, TandemError>({
    queryKey: ['tandem', 'quote', wanted],
    queryFn: ({ signal }) => client.getIndicativeQuote(wanted, { signal }),
    enabled: sourceAmount > 0n || destinationAmount > 0n,
    refetchInterval: refetchMs,
    retry: (failures, error) => error.retryable && failures < 3,
  })
}
