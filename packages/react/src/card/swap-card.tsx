import type { Network } from '@tandem/contracts'
import { type ReactNode, useMemo, useState } from 'react'
import type { TandemConfig } from '../config.ts'
import type { ConnectedWallet } from '../connected-wallet.ts'
import { TandemProvider } from '../provider.ts'
import { useSwap } from '../use-swap.ts'
import { useSwaps } from '../use-swaps.ts'
import { CardContext, useCard, useCardWallet } from './card-context.tsx'
import { SwapForm } from './form/swap-form.tsx'
import { ChainNames } from './pieces/chain-names.tsx'
import { Progress } from './progress/progress.tsx'
import { en } from './text/en.ts'

export interface SwapCardProps {
  /** Made once, by `createConfig`, with the whole network file. */
  config: TandemConfig<Network>
  /** The connected wallet; without one the card shows prices alone. Keep the object between renders, as wagmi does. */
  wallet?: ConnectedWallet | undefined
  /** Stands where the wallet is missing: your button that connects one. */
  connect?: ReactNode
  /** Links to the page of an order, where your application has one. */
  orderLink?: (orderId: string) => ReactNode
  /** By default the card follows the system. */
  theme?: 'light' | 'dark'
}

/**
 * Makes swaps, shows how far each is, and ends with a receipt. Swaps of a closed tab stand before anything else at the
 * next visit, and go on once their wallet is connected. The card stands inside a `QueryClientProvider`, and needs
 * `@tandem/react/card.css`.
 * @example
 * const config = createConfig({ baseUrl, relayerUrl, network, evidence: { endpoints } })
 * <SwapCard config={config} wallet={wallet} connect={<ConnectButton />} />
 */
export const SwapCard = (props: SwapCardProps): ReactNode => (
  <CardRoot {...props}>
    <Swaps />
  </CardRoot>
)

/** One swap of this browser, wherever your application shows it; nothing where the browser does not have it. */
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
  // A swap that is being made is in the list before its order: until then the form shows it, or why there is none.
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
