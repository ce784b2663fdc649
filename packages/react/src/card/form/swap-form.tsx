import type { AssetConfig, Network, RouteConfig } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCard } from '../card-context.tsx'
import type { WalletFunds } from '../chains/read-wallet-funds.ts'
import { FlipIcon } from '../components/icons.tsx'
import { Problem } from '../components/problem.tsx'
import { amountText, dollarText, inputText, shortAmountText } from '../domain/amount.ts'
import { parseAmount } from '../domain/parse-amount.ts'
import { type Limits, limitsOf } from '../domain/route-limits.ts'
import { spendable } from '../domain/spendable.ts'
import { type SubmitState, submitStateOf } from '../domain/submit-state.ts'
import { errorText } from '../error-text.ts'
import { ChainNotes } from '../progress/swap-notes.tsx'
import { routesQuery } from '../queries.ts'
import { en } from '../text/en.ts'
import { Leg } from './leg.tsx'
import { PromptsNote, QuoteNote } from './offer-notes.tsx'
import { payeeText, RecipientField } from './recipient-field.tsx'
import { Terms } from './terms.tsx'
import { useOffer } from './use-offer.ts'

const text = en

interface SwapFormProps {
  onStarting: () => void
  onStarted: () => void
}

/** The pair of assets that is swapped. It is always one that a route of the network file joins. */
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

/** The form in which the user says what to swap, and sees the price. */
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
  const submitState = submitStateOf({
    hasWallet: wallet !== undefined,
    isTyped: typed !== '',
    isWrong: problem !== undefined,
    isShort: funds !== undefined && wanted !== undefined && funds.balance < wanted,
    price: quote.error !== null ? 'refused' : price === undefined || quote.isPlaceholderData ? 'asked' : 'here',
    hasRecipient: payee.recipient.kind === 'given',
    hasPath: offer.path !== undefined,
    isStarting: start.isPending,
  })
  const isStarting = submitState === 'starting'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (submitState !== 'swap') return
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
        aside={<Balance funds={funds} max={limits.max} source={source} onMax={setTyped} />}
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
        isWaiting={submitState === 'price'}
      />
      <RecipientField payee={payee} chainName={chainNameOf(destination, config.network)} />
      {price === undefined ? null : (
        <Terms offer={offer} quote={price} source={source} destination={destination} hub={hub} route={route} />
      )}
      <ChainNotes assets={[source.asset, destination.asset]} says={text.down.wouldWait} />
      <QuoteNote closedBy={route?.closed_by ?? null} query={quote} isAsked={wanted !== undefined} />
      <SubmitButton submitState={submitState} symbol={source.symbol} />
      {submitState === 'swap' || isStarting ? <PromptsNote offer={offer} isStarting={isStarting} /> : null}
      <Problem text={start.error === null ? null : errorText(start.error)} />
    </form>
  )
}

/** The button that starts the swap, or names what is missing. Without a wallet, the app's own button takes its place. */
function SubmitButton({ submitState, symbol }: { submitState: SubmitState; symbol: string }) {
  const { wallet, connect } = useCard()
  if (wallet === undefined && connect !== undefined) return <div className="tandem-connect">{connect}</div>
  return (
    <button type="submit" className="tandem-button" disabled={submitState !== 'swap'}>
      {text.submit[submitState](symbol)}
    </button>
  )
}

const chainNameOf = ({ asset }: AssetConfig, { chains }: Network): string =>
  chains.find(({ chain }) => asset.startsWith(`${chain}:`))?.display_name ?? ''

interface BalanceProps {
  funds: WalletFunds | undefined
  /** The most that the route takes, in base units. */
  max: bigint
  source: AssetConfig
  onMax: (typed: string) => void
}

function Balance({ funds, max, source, onMax }: BalanceProps) {
  if (funds === undefined) return null
  const all = spendable(funds, max)
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

/** The limits as texts. The lower one is rounded up and the upper one down, so that both amounts can be swapped. */
function limitTexts({ min, max }: Limits, source: AssetConfig): [min: string, max: string] {
  const cent = 10n ** BigInt(Math.max(0, source.decimals - 4))
  return [amountText(((min + cent - 1n) / cent) * cent, source), shortAmountText(max, source)]
}

function amountProblem(amount: bigint | undefined, source: AssetConfig, limits: Limits): string | undefined {
  const [min, max] = limitTexts(limits, source)
  if (amount === undefined) return text.notAnAmount(source.symbol, source.decimals)
  if (amount < limits.min) return text.tooLittle(min)
  if (amount > limits.max) return text.tooMuch(max)
  return undefined
}
