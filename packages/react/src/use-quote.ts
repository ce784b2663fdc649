import type { IndicativeQuote, TandemError } from '@tandem/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTandem } from './provider.ts'

/** The pair of assets, and one of the two amounts: what the user gives, or what arrives. */
export interface UseQuoteOptions {
  /** What the user gives, as `chain:symbol`, such as `devnet_a:usdc`. */
  sourceAsset: string
  /** What arrives, as `chain:symbol`. */
  destinationAsset: string
  /** Exactly this amount is given, in base units of the source asset. */
  sourceAmount?: bigint | undefined
  /** Exactly this amount arrives, in base units of the destination asset. */
  destinationAmount?: bigint | undefined
  /** Milliseconds between two requests for the price. By default 10,000. */
  refetchMs?: number
}

/**
 * Asks for the current price, again and again. Nothing is asked while neither amount is above zero. The price is an estimate
 * to which no market maker is bound: the limit that protects the user is `minReceived`, in the request that starts a swap.
 * @returns the query; `error` is the orderbook's refusal, such as `AMOUNT_OUT_OF_BOUNDS` or `UNSUPPORTED_ROUTE`.
 * @example
 * const { data: quote } = useQuote({ sourceAsset: 'devnet_a:usdc', destinationAsset: 'devnet_b:usdc', sourceAmount: 25_000_000n })
 */
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
