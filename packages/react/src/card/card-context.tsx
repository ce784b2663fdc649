import type { Network } from '@tandem/contracts'
import type { SwitchChain, Wallet } from '@tandem/sdk'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Address } from 'viem'
import type { TandemConfig } from '../config.ts'
import type { ConnectedWallet } from '../connected-wallet.ts'
import { watchSwitch, watchWallet } from './asking.ts'

/** The wallet of the card's user, whose open questions the card shows. */
export interface CardWallet extends ConnectedWallet {
  address: Address
  wallet: Wallet
  switchChain: SwitchChain
}

/** What every part of the card works with. */
export interface Card {
  config: TandemConfig<Network>
  /** `undefined` while no wallet is connected. */
  wallet: CardWallet | undefined
  /** Stands where the wallet is missing: a button that connects one. */
  connect: ReactNode
  /** Links to an order's page; without it the card has no such link. */
  orderLink: ((orderId: string) => ReactNode) | undefined
}

export const CardContext = createContext<Card | undefined>(undefined)

export function useCard(): Card {
  const card = useContext(CardContext)
  if (card === undefined) throw new Error('this part of the swap card stands outside of one')
  return card
}

/** The wallet that the application gives, with its questions to the user made known to the card. */
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
