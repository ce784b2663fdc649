import type { AssetConfig, IndicativeQuoteWire, RouteWire } from '@tandem/contracts'
import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'
import { Facts } from '../../components/facts.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useNow } from '../../components/use-now.ts'
import { amountText, dollarText } from '../../domain/amount.ts'
import { feeInDollars } from '../../domain/cost.ts'
import { durationText } from '../../domain/duration.ts'
import { leastAmount } from '../../domain/least-amount.ts'
import { en } from '../../strings/en.ts'

const text = en.swap.quote

/** How long a price is shown before it is asked for again, in seconds. */
const priceSecs = 10

export const quoteQuery = (
  api: Api,
  { source, destination, amount }: { source: AssetConfig; destination: AssetConfig; amount: bigint },
) =>
  queryOptions({
    queryKey: ['quote', source.asset, destination.asset, String(amount)],
    queryFn: (context) =>
      api.indicativeQuote(
        { source_asset: source.asset, destination_asset: destination.asset, source_amount: String(amount) },
        context,
      ),
    refetchInterval: priceSecs * 1000,
    retry: false,
  })

interface QuotePanelProps {
  query: UseQueryResult<IndicativeQuoteWire>
  source: AssetConfig
  destination: AssetConfig
  /** On a hop: the asset that crosses the bridge, in which its fee is paid. */
  hub: AssetConfig | undefined
  /** As the orderbook lists it now. */
  route: RouteWire | undefined
}

/** The amount received, its cost and time, the least that is accepted, and when the price is asked for again. */
export function QuotePanel({ query, source, destination, hub, route }: QuotePanelProps) {
  const now = useNow()
  const { data: quote, error, dataUpdatedAt, refetch } = query
  if (quote === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failure error={error} retry={() => void refetch()} />
  const { source: give, destination: get, fee_bips: bips, hop_relayer_fee: hopFee, network_fee: networkFee } = quote
  const left = Math.max(0, Math.ceil(dataUpdatedAt / 1000) + priceSecs - now)
  const worth = (amount: string, { decimals }: AssetConfig, price: string) => dollarText(amount, decimals, price)
  const rows = [
    [
      text.worth,
      `${worth(give.amount, source, quote.source_token_price)} → ${worth(get.amount, destination, quote.dest_token_price)}`,
    ],
    [
      text.fee,
      text.feeIncluded((bips / 100).toFixed(2), feeInDollars(give.amount, bips, source, quote.source_token_price)),
    ],
    // An orderbook of an older release does not say it.
    ...(networkFee == null ? [] : [[text.networkFee, amountText(networkFee, destination)] as const]),
    ...(hopFee === null ? [] : [[text.bridgeFee, amountText(hopFee, hub ?? destination)] as const]),
    [text.least, amountText(leastAmount(BigInt(get.amount)), destination)],
    [text.time, timeText(route)],
  ] as const
  return (
    <div className="quote">
      <p className="small soft">{en.order.to}</p>
      <p className="trade-amount number">{amountText(get.amount, destination)}</p>
      <Facts rows={rows} />
      <p className="small soft number">{text.next(left)}</p>
    </div>
  )
}

/** Measured on the newest swaps of the route, not promised. */
function timeText(route: RouteWire | undefined): string {
  // An orderbook of an older release does not say it.
  const measured = route?.completion_time ?? null
  return measured === null
    ? text.timeUnknown
    : text.timeMeasured(durationText(measured.p50_secs), durationText(measured.p95_secs))
}
