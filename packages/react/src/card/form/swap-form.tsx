import type { AssetConfig, Network, RouteConfig } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCard } from '../card-context.tsx'
import type { WalletFunds } from '../chains/read-wallet-funds.ts'
import { amountText, dollarText, inputText, shortAmountText } from '../domain/amount.ts'
import { spendable } from '../domain/max-amount.ts'
import { type Act, nextAct } from '../domain/next-act.ts'
import { parseAmount } from '../domain/parse-amount.ts'
import { type Limits, limitsOf } from '../domain/route-limits.ts'
import { errorText } from '../error-text.ts'
import { FlipIcon } from '../pieces/icons.tsx'
import { Problem } from '../pieces/problem.tsx'
import { ChainNotes } from '../progress/swap-notes.tsx'
import { routesQuery } from '../queries.ts'
import { en } from '../text/en.ts'
import { Leg } from './leg.tsx'
import { ConsentsNote, QuoteNote } from './offer-notes.tsx'
import { payeeText, RecipientField } from './recipient-field.tsx'
import { Terms } from './terms.tsx'
import { useOffer } from './use-offer.ts'

const text = en

interface SwapFormProps {
  onStarting: () => void
  onStarted: () => void
}

/** The pair of assets that is swapped; only such as a route joins. */
function usePair({ routes, assets }: Network) {
  const [route, setRoute] = useState<RouteConfig | undefined>(routes[0])
  const choose = (source: string, destination: string) => {
    const fromThere = routes.filter((one) => one.source === source)
    setRoute(fromThere.find((one) => one.destination === destination) ?? fromThere[0])
  }
  const assetOf = (id: string | null | undefined) => assets.find(({ asset }) => asset === id)
  const back = routes.find((one) => one.source === route?.destination && one.destination === route.source)
  const [source, destination, hub] = [route?.source, route?.destination, route?.hub_asset].map(assetOf)
  return { route, source, destination, hub, choose, flip: back === undefined ? undefined : () => setRoute(back) }
}

/** Where the user says what to swap, and sees what that gives. */
export function SwapForm(props: SwapFormProps) {
  const pair = usePair(useCard().config.network)
  const { source, destination } = pair
  if (source === undefined || destination === undefined) return <p className="tandem-note">{text.noRoutes}</p>
  return <Form {...props} pair={{ ...pair, source, destination }} />
}

interface FormProps extends SwapFormProps {
  pair: ReturnType<typeof usePair> & { source: AssetConfig; destination: AssetConfig }
}

function Form({ onStarting, onStarted, pair }: FormProps) {
  const { config, wallet } = useCard()
  const { source, destination, hub, choose, flip } = pair
  const { routes } = config.network
  const [typed, setTyped] = useState('')
  const { data: live } = useQuery(routesQuery(config.client))
  const route = live?.find((one) => one.source === source.asset && one.destination === destination.asset)
  const limits = limitsOf(source, route)
  const amount = parseAmount(typed, source.decimals)
  const problem = typed === '' ? undefined : amountProblem(amount, source, limits)
  const wanted = problem === undefined ? amount : undefined
  const offer = useOffer({ source, destination, amount: wanted })
  const { quote, funds, payee, start } = offer
  const price = wanted === undefined ? undefined : quote.data
  const get = price?.destination.amount
  const act = nextAct({
    hasWallet: wallet !== undefined,
    isTyped: typed !== '',
    isWrong: problem !== undefined,
    isShort: funds !== undefined && wanted !== undefined && funds.balance < wanted,
    price: quote.error !== null ? 'refused' : price === undefined || quote.isPlaceholderData ? 'asked' : 'here',
    hasRecipient: payee.recipient.kind === 'given',
    hasWay: offer.path !== undefined,
    isStarting: start.isPending,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act !== 'swap') return
    onStarting()
    start.mutate(undefined, { onSuccess: onStarted })
  }
  const flipped = () => {
    flip?.()
    setTyped(get === undefined ? '' : inputText(BigInt(get), destination.decimals))
  }
  return (
    <form className="tandem-panel tandem-swap-form" onSubmit={submit} aria-label={text.form}>
      <Leg
        label={text.give}
        asset={source.asset}
        options={[...new Set(routes.map((one) => one.source))]}
        onChoose={(next) => choose(next, destination.asset)}
        aside={<Balance funds={funds} most={limits.most} source={source} onMax={setTyped} />}
        problem={problem}
        foot={worth(wanted, source, price?.source_token_price) ?? text.limits(...limitTexts(limits, source))}
        input={{ value: typed, onChange: setTyped, label: text.amount(source.symbol) }}
      />
      <button
        type="button"
        className="tandem-flip"
        onClick={flipped}
        disabled={flip === undefined}
        aria-label={text.flip}
      >
        <FlipIcon />
      </button>
      <Leg
        label={text.get}
        asset={destination.asset}
        options={routes.filter((one) => one.source === source.asset).map((one) => one.destination)}
        onChoose={(next) => choose(source.asset, next)}
        aside={payeeText(payee)}
        foot={worth(get === undefined ? undefined : BigInt(get), destination, price?.dest_token_price) ?? ''}
        shown={get === undefined ? '0' : shortAmountText(get, { ...destination, symbol: '' })}
        title={get === undefined ? undefined : amountText(get, destination)}
        isWaiting={act === 'price'}
      />
      <RecipientField payee={payee} chainName={chainNameOf(destination, config.network)} />
      {price === undefined ? null : (
        <Terms offer={offer} quote={price} source={source} destination={destination} hub={hub} route={route} />
      )}
      <ChainNotes assets={[source.asset, destination.asset]} says={text.down.wouldWait} />
      <QuoteNote closedBy={route?.closed_by ?? null} query={quote} isAsked={wanted !== undefined} />
      <ActButton act={act} symbol={source.symbol} />
      {act === 'swap' || act === 'starting' ? <ConsentsNote offer={offer} isStarting={act === 'starting'} /> : null}
      <Problem text={start.error === null ? null : errorText(start.error)} />
    </form>
  )
}

/** Names what is missing before a swap, or starts one. Without a wallet the application's own button stands here. */
function ActButton({ act, symbol }: { act: Act; symbol: string }) {
  const { wallet, connect } = useCard()
  if (wallet === undefined && connect !== undefined) return <div className="tandem-connect">{connect}</div>
  return (
    <button type="submit" className="tandem-button" disabled={act !== 'swap'}>
      {text.acts[act](symbol)}
    </button>
  )
}

const chainNameOf = ({ asset }: AssetConfig, { chains }: Network): string =>
  chains.find(({ chain }) => asset.startsWith(`${chain}:`))?.display_name ?? ''

interface BalanceProps {
  funds: WalletFunds | undefined
  /** The most that the route takes, base units. */
  most: bigint
  source: AssetConfig
  onMax: (typed: string) => void
}

function Balance({ funds, most, source, onMax }: BalanceProps) {
  if (funds === undefined) return null
  const all = spendable(funds, most)
  return (
    <>
      <span title={amountText(funds.balance, source)}>{text.balance(shortAmountText(funds.balance, source))}</span>
      {all === 0n ? null : (
        <button type="button" className="tandem-link" onClick={() => onMax(inputText(all, source.decimals))}>
          {text.max}
        </button>
      )}
    </>
  )
}

const worth = (amount: bigint | undefined, { decimals }: AssetConfig, price: string | undefined) =>
  amount === undefined || price === undefined ? undefined : dollarText(amount, decimals, price)

/** The least is rounded up and the most down, so that both can be swapped. */
function limitTexts({ least, most }: Limits, source: AssetConfig): [least: string, most: string] {
  const cent = 10n ** BigInt(Math.max(0, source.decimals - 4))
  return [amountText(((least + cent - 1n) / cent) * cent, source), shortAmountText(most, source)]
}

function amountProblem(amount: bigint | undefined, source: AssetConfig, limits: Limits): string | undefined {
  const [least, most] = limitTexts(limits, source)
  if (amount === undefined) return text.notAnAmount(source.symbol, source.decimals)
  if (amount < limits.least) return text.tooLittle(least)
  if (amount > limits.most) return text.tooMuch(most)
  return undefined
}
