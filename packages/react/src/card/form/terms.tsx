import type { AssetConfig } from '@tandem/contracts'
import type { IndicativeQuote, Route } from '@tandem/sdk'
import { Choices } from '../components/choices.tsx'
import { Facts } from '../components/facts.tsx'
import { amountText, rateText, shortAmountText } from '../domain/amount.ts'
import { feeInDollars } from '../domain/cost.ts'
import { slippageChoices } from '../domain/slippage.ts'
import { routeTime } from '../progress/route-time.ts'
import { en } from '../text/en.ts'
import { PathField } from './path-field.tsx'
import type { Offer } from './use-offer.ts'

const text = en.quote

interface TermsProps {
  offer: Offer
  quote: IndicativeQuote
  source: AssetConfig
  destination: AssetConfig
  /** On a hop, the asset on the hub: the bridge's fee is paid in it. */
  hub: AssetConfig | undefined
  /** The route as the orderbook lists it, with its completion times. */
  route: Route | undefined
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
    <details className="tandem-terms tandem-fold">
      <summary>
        <span className="tandem-number">{text.rate(source.symbol, rate)}</span>
        <span className="tandem-small tandem-soft tandem-number">{text.line(fee, time.short)}</span>
      </summary>
      <div className="tandem-stack tandem-roomy">
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
