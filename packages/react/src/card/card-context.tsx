import type { Network } from '@tandem/contracts'
import type { SwitchChain, Wallet } from '@tandem/sdk'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Address } from 'viem'
import type { TandemConfig } from '../config.ts'
import type { ConnectedWallet } from '../connected-wallet.ts'
import { watchSwitch, watchWallet } from './wallet-prompt.ts'

/** The user's wallet, wrapped so that the card can show what it asks for. */
export interface CardWallet extends ConnectedWallet {
  address: Address
  wallet: Wallet
  switchChain: SwitchChain
}

/** What the app gave to the card, for every component in it. */
export interface Card {
  config: TandemConfig<Network>
  /** `undefined` while no wallet is connected. */
  wallet: CardWallet | undefined
  /** The app's button that connects a wallet. It is shown where a wallet is needed. */
  connect: ReactNode
  /** Renders a link to the page of an order. Without it the card shows no link. */
  orderLink: ((orderId: string) => ReactNode) | undefined
}

export const CardContext = createContext<Card | undefined>(undefined)

export function useCard(): Card {
  const card = useContext(CardContext)
  if (card === undefined) throw new Error('this part of the swap card stands outside of one')
  return card
}

/** Wraps the wallet that the app gives, so that the card can show what it asks for. */
export function useCardWallet(given: ConnectedWallet | undefined): CardWallet | undefined {
  const { wallet, switchChain = true } = given ?? {}
  return useMemo(
    () =>
      wallet === undefined
        ? undefined
        : { address: wallet.account.address, wallet: watchWallet(wallet), switchChain: watchSwitch(switchChain) },
    [wallet, switchChain],
  )
}
