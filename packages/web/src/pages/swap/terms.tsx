import type { AssetConfig, IndicativeQuoteWire, RouteWire } from '@tandem/contracts'
import { Choices } from '../../components/choices.tsx'
import { Facts } from '../../components/facts.tsx'
import { amountText, rateText, shortAmountText } from '../../domain/amount.ts'
import { feeInDollars } from '../../domain/cost.ts'
import { slippageChoices } from '../../domain/least-amount.ts'
import { en } from '../../strings/en.ts'
import { routeTime } from '../../swap/route-time.ts'
import { PathField } from './path-field.tsx'
import type { Offer } from './use-offer.ts'

const text = en.swap.quote

interface TermsProps {
  offer: Offer
  quote: IndicativeQuoteWire
  source: AssetConfig
  destination: AssetConfig
  /** On a hop: the asset of the bridge and of its fee. */
  hub: AssetConfig | undefined
  /** As the orderbook lists it now. */
  route: RouteWire | undefined
}

export function Terms({ offer, quote, source, destination, hub, route }: TermsProps) {
  const { source: give, destination: get, fee_bips: bips, hop_relayer_fee: hopFee, network_fee: networkFee } = quote
  const { least, slippageBips, setSlippage, paths, path, setPath } = offer
  const fee = feeInDollars(give.amount, bips, source, quote.source_token_price)
  const time = routeTime(route?.completion_time ?? null)
  const rate = rateText(BigInt(give.amount), source, BigInt(get.amount), destination)
  const exactly = (amount: string | bigint, token: AssetConfig) => (
    <span title={amountText(amount, token)}>{shortAmountText(amount, token)}</span>
  )
  const rows = [
    [text.fee, text.feeIncluded((bips / 100).toFixed(2), fee)],
    ...(networkFee == null ? [] : [[text.networkFee, exactly(networkFee, destination)] as const]),
    ...(hopFee === null ? [] : [[text.bridgeFee, exactly(hopFee, hub ?? destination)] as const]),
    [text.least, exactly(least, destination)],
    [text.time, time.long],
  ] as const
  return (
    <details className="terms fold">
      <summary>
        <span className="number">{text.rate(source.symbol, rate)}</span>
        <span className="small soft number">{text.line(fee, time.short)}</span>
      </summary>
      <div className="stack roomy">
        <Facts rows={rows} isSpread />
        <Choices
          legend={text.slippage}
          options={slippageChoices.map((bips) => [String(bips), text.percent((Number(bips) / 100).toFixed(1))])}
          value={String(slippageBips)}
          onChange={(bips) => setSlippage(BigInt(bips))}
        />
        {paths === undefined || path === undefined ? null : <PathField paths={paths} value={path} onChange={setPath} />}
      </div>
    </details>
  )
}
