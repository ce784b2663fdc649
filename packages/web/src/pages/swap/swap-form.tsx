import type { AssetConfig, IndicativeQuoteWire, RouteConfig, RouteWire } from '@tandem/contracts'
import type { SwapRunner } from '@tandem/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { routesQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { Problem } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { amountText } from '../../domain/amount.ts'
import type { Path } from '../../domain/choose-paths.ts'
import { leastAmount } from '../../domain/least-amount.ts'
import { parseAmount } from '../../domain/parse-amount.ts'
import { type Limits, limitsOf } from '../../domain/route-limits.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { useMeans } from '../../swap/use-means.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { errorText } from './error-text.ts'
import { PathField } from './path-field.tsx'
import { QuotePanel, quoteQuery } from './quote-panel.tsx'

const text = en.swap

interface SwapFormProps {
  deployment: Deployment
  runner: SwapRunner
  wallet: ConnectedWallet | undefined
}

/** Assets, amount, the price as it is now, the way to pay, and the button that starts the swap. */
export function SwapForm({ deployment, runner, wallet }: SwapFormProps) {
  const { routes } = deployment.network
  const [route, setRoute] = useState<RouteConfig | undefined>(routes[0])
  const [typed, setTyped] = useState('')
  const { data: live } = useQuery(routesQuery(useApi()))
  const assetOf = (id: string | undefined) => deployment.network.assets.find(({ asset }) => asset === id)
  const [source, destination] = [assetOf(route?.source), assetOf(route?.destination)]
  if (source === undefined || destination === undefined) return <p className="note">{text.noRoutes}</p>
  const choose = (wantedSource: string, wantedDestination: string) => {
    const fromThere = routes.filter((one) => one.source === wantedSource)
    setRoute(fromThere.find((one) => one.destination === wantedDestination) ?? fromThere[0])
  }
  const amount = parseAmount(typed, source.decimals)
  const liveRoute = live?.find((one) => one.source === source.asset && one.destination === destination.asset)
  const limits = limitsOf(source, liveRoute)
  const problem = typed === '' ? undefined : amountProblem(amount, source, limits)
  return (
    <Panel id="swap-form" title={text.form}>
      <div className="trade-fields">
        <AssetField
          label={text.give}
          value={source.asset}
          options={[...new Set(routes.map((one) => one.source))]}
          onChange={(next) => choose(next, destination.asset)}
          deployment={deployment}
        />
        <AmountField
          value={typed}
          onChange={setTyped}
          symbol={source.symbol}
          problem={problem}
          hint={text.limits(amountText(limits.least, source), amountText(limits.most, source))}
        />
        <AssetField
          label={text.get}
          value={destination.asset}
          options={routes.filter((one) => one.source === source.asset).map((one) => one.destination)}
          onChange={(next) => choose(source.asset, next)}
          deployment={deployment}
        />
      </div>
      {liveRoute?.closed_by == null ? null : (
        <p className="note" data-tone="wait" role="status">
          {text.closed(liveRoute.closed_by)}
        </p>
      )}
      {amount === undefined || problem !== undefined ? (
        <p className="soft">{text.typeAmount}</p>
      ) : (
        <Offer
          {...{ deployment, runner, wallet, source, destination, amount }}
          route={liveRoute}
          hub={assetOf(route?.hub_asset ?? undefined)}
          key={`${source.asset} ${destination.asset} ${wallet?.address}`}
          onStarted={() => setTyped('')}
        />
      )}
    </Panel>
  )
}

function amountProblem(amount: bigint | undefined, source: AssetConfig, limits: Limits): string | undefined {
  if (amount === undefined) return text.notAnAmount(source.symbol, source.decimals)
  if (amount < limits.least) return text.tooLittle(amountText(limits.least, source))
  if (amount > limits.most) return text.tooMuch(amountText(limits.most, source))
  return undefined
}

function AssetField(props: {
  label: string
  value: string
  options: readonly string[]
  onChange: (asset: string) => void
  deployment: Deployment
}) {
  const { label, value, options, onChange, deployment } = props
  const id = useId()
  const { assets, chains } = deployment.network
  const nameOf = (asset: string) => {
    const [chain, symbol] = asset.split(':')
    const token = assets.find((one) => one.asset === asset)
    return text.asset(token?.symbol ?? symbol ?? asset, chains.find((one) => one.chain === chain)?.display_name ?? '')
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((asset) => (
          <option key={asset} value={asset}>
            {nameOf(asset)}
          </option>
        ))}
      </select>
    </div>
  )
}

function AmountField(props: {
  value: string
  onChange: (typed: string) => void
  symbol: string
  problem: string | undefined
  hint: string
}) {
  const { value, onChange, symbol, problem, hint } = props
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{text.amount(symbol)}</label>
      <input
        id={id}
        className="number"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.0"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-hint`}
      />
      <p
        id={`${id}-hint`}
        className="field-hint number"
        data-tone={problem === undefined ? undefined : 'bad'}
        role="status"
      >
        {problem ?? hint}
      </p>
    </div>
  )
}

interface OfferProps extends SwapFormProps {
  source: AssetConfig
  destination: AssetConfig
  /** On a hop. */
  hub: AssetConfig | undefined
  /** As the orderbook lists it now. */
  route: RouteWire | undefined
  amount: bigint
  onStarted: () => void
}

/** The price of the moment, the ways to pay, and the button. */
function Offer({ deployment, runner, wallet, source, destination, hub, route, amount, onStarted }: OfferProps) {
  const quote = useQuery(quoteQuery(useApi(), { source, destination, amount }))
  const { means, paths } = useMeans(deployment, { asset: source, wallet, amount })
  const [chosen, setChosen] = useState<Path>()
  const path = chosen !== undefined && paths?.includes(chosen) ? chosen : paths?.[0]
  const start = useMutation({
    mutationFn: ({ shown, by, way }: { shown: IndicativeQuoteWire; by: ConnectedWallet; way: Path }) =>
      runner.start(
        {
          userId: by.address,
          sourceAsset: source.asset,
          destinationAsset: destination.asset,
          sourceAmount: amount,
          minReceived: leastAmount(BigInt(shown.destination.amount)),
          sourceAddress: by.address,
          destinationAddress: by.address,
        },
        { wallet: by, path: way },
      ),
    onSuccess: onStarted,
  })
  const isShort = means !== undefined && means.balance < amount
  const isReady = wallet !== undefined && quote.data !== undefined && path !== undefined && !isShort
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !start.isPending) start.mutate({ shown: quote.data, by: wallet, way: path })
  }
  return (
    <form className="stack roomy" onSubmit={submit}>
      <QuotePanel query={quote} source={source} destination={destination} hub={hub} route={route} />
      {paths === undefined || path === undefined ? null : <PathField paths={paths} value={path} onChange={setChosen} />}
      {means === undefined ? null : <p className="small soft">{text.balance(amountText(means.balance, source))}</p>}
      <button type="submit" className="button" disabled={!isReady || start.isPending}>
        {wallet === undefined
          ? text.connectFirst
          : isShort
            ? text.tooFew(source.symbol)
            : start.isPending
              ? text.starting
              : text.start}
      </button>
      {start.isPending ? (
        <p className="note" role="status">
          {text.secretNote}
        </p>
      ) : null}
      <Problem text={start.error === null ? null : errorText(start.error)} />
    </form>
  )
}
