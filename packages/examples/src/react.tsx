import { type ConnectedWallet, type TandemConfig, TandemProvider, useQuote, useSwap, useSwaps } from '@tandem/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'

const queries = new QueryClient()

/** Make `config` once, outside of any component: `createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })`. */
export function App({ config, wallet }: { config: TandemConfig; wallet: ConnectedWallet }) {
  return (
    <QueryClientProvider client={queries}>
      <TandemProvider config={config}>
        <SwapForm wallet={wallet} />
        <Swaps wallet={wallet} />
      </TandemProvider>
    </QueryClientProvider>
  )
}

const pair = { sourceAsset: 'devnet_a:usdc', destinationAsset: 'devnet_b:usdc', sourceAmount: 25_000_000n }

function SwapForm({ wallet }: { wallet: ConnectedWallet }) {
  const { data: quote, error } = useQuote(pair)
  const { start } = useSwap()
  const owner = wallet.wallet.account.address
  if (error !== null) return <p role="alert">{error.message}</p>
  if (quote === undefined) return <p>Asking for the price…</p>
  const { amount } = quote.destination
  const request = {
    ...pair,
    userId: owner,
    sourceAddress: owner,
    destinationAddress: owner,
    // The price of the order may be a tenth of a percent worse than the one shown.
    minReceived: (BigInt(amount) * 999n) / 1000n,
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate({ request, wallet, path: 'permit' })
      }}
    >
      <p>You receive {amount} base units.</p>
      <button type="submit" disabled={start.isPending}>
        Swap
      </button>
      {start.error === null ? null : <p role="alert">{start.error.message}</p>}
    </form>
  )
}

/** Lists all swaps. Those of a closed tab go on when their wallet is connected. */
function Swaps({ wallet }: { wallet: ConnectedWallet }) {
  const { swaps, restore } = useSwaps({ wallet })
  return (
    <>
      <ul>
        {swaps.map(({ key }) => (
          <Progress key={key} swapKey={key} wallet={wallet} />
        ))}
      </ul>
      <button type="button" onClick={() => restore.mutate({ wallet, accept: isAgreed })}>
        Find lost swaps
      </button>
    </>
  )
}

function Progress({ swapKey, wallet }: { swapKey: string; wallet: ConnectedWallet }) {
  const { swap, resume } = useSwap({ key: swapKey })
  if (swap === undefined) return null
  const { phase, step, error, path } = swap
  const canGoOn = phase === 'refused' || phase === 'failed' || phase === 'resting'
  return (
    <li>
      {phase}: {step}
      {error === undefined ? null : <p role="alert">{error.message}</p>}
      {canGoOn ? (
        <button type="button" onClick={() => resume({ wallet, path, initiates: true })}>
          Go on
        </button>
      ) : null}
    </li>
  )
}

/** Asks the user whether the amount is right, because the quote that would prove it is lost. */
const isAgreed = ({
  destination_intent: { amount, asset },
}: {
  destination_intent: { amount: string; asset: string }
}) => window.confirm(`Go on with the swap that pays you ${amount} base units of ${asset}?`)
