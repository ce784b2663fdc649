import type { Network } from '@tandem/contracts'
import { type ReactNode, useMemo, useState } from 'react'
import type { TandemConfig } from '../config.ts'
import type { ConnectedWallet } from '../connected-wallet.ts'
import { TandemProvider } from '../provider.ts'
import { useSwap } from '../use-swap.ts'
import { useSwaps } from '../use-swaps.ts'
import { CardContext, useCard, useCardWallet } from './card-context.tsx'
import { ChainNames } from './components/chain-names.tsx'
import { SwapForm } from './form/swap-form.tsx'
import { Progress } from './progress/progress.tsx'
import { en } from './text/en.ts'

/** What the card needs from your app. */
export interface SwapCardProps {
  /** The result of `createConfig`, made once with a whole network file: the card shows its tokens and routes. */
  config: TandemConfig<Network>
  /** The connected wallet. Without one the card only shows prices. Keep the same object between renders, as wagmi does. */
  wallet?: ConnectedWallet | undefined
  /** Your button that connects a wallet. It is shown where a wallet is needed. */
  connect?: ReactNode
  /** Renders a link to your page about an order, if your app has one. */
  orderLink?: (orderId: string) => ReactNode
  /** By default the card follows the light or dark theme of the system. */
  theme?: 'light' | 'dark'
}

/**
 * A form that makes swaps, with the progress of each swap and its receipt. After the tab was closed, the next visit shows the
 * open swaps first, and goes on with them once their wallet is connected. Place the card inside a `QueryClientProvider`, and
 * import `@tandem/react/card.css`.
 * @example
 * const config = createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })
 * <SwapCard config={config} wallet={wallet} connect={<ConnectButton />} />
 */
export const SwapCard = (props: SwapCardProps): ReactNode => (
  <CardRoot {...props}>
    <Swaps />
  </CardRoot>
)

/**
 * Shows one swap of this browser, for a page of its own. It shows nothing when this browser does not have the swap.
 * @example
 * <SwapProgress config={config} wallet={wallet} swapKey={key} />
 */
export const SwapProgress = ({ swapKey, ...props }: SwapCardProps & { swapKey: string }): ReactNode => (
  <CardRoot {...props}>
    <OneSwap swapKey={swapKey} />
  </CardRoot>
)

function CardRoot({
  config,
  wallet: given,
  connect,
  orderLink,
  theme,
  children,
}: SwapCardProps & { children: ReactNode }) {
  const wallet = useCardWallet(given)
  const card = useMemo(() => ({ config, wallet, connect, orderLink }), [config, wallet, connect, orderLink])
  return (
    <TandemProvider config={config}>
      <CardContext.Provider value={card}>
        <ChainNames chains={config.network.chains}>
          <div className="tandem tandem-swap-card-root" data-theme={theme}>
            {children}
          </div>
        </ChainNames>
      </CardContext.Provider>
    </TandemProvider>
  )
}

function Swaps() {
  const { wallet } = useCard()
  const { swaps } = useSwaps({ wallet })
  const [wantsForm, setWantsForm] = useState<boolean>()
  const isForm = wantsForm ?? swaps.length === 0
  // A swap is in the list before its order is made. Until then the form shows its state, or why there is no order.
  const shown = isForm ? swaps.filter(({ state }) => state.orderId !== null) : swaps
  return (
    <>
      {isForm ? <SwapForm onStarting={() => setWantsForm(true)} onStarted={() => setWantsForm(false)} /> : null}
      {shown.map((view) => (
        <Progress key={view.key} view={view} onAgain={() => setWantsForm(true)} />
      ))}
      {isForm || shown.every(({ phase }) => phase === 'over') ? null : (
        <button type="button" className="tandem-button tandem-quiet" onClick={() => setWantsForm(true)}>
          {en.another}
        </button>
      )}
    </>
  )
}

function OneSwap({ swapKey }: { swapKey: string }) {
  const { swap } = useSwap({ key: swapKey })
  return swap === undefined ? null : <Progress view={swap} />
}
