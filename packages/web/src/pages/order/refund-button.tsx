import type { OrderWire } from '@tandem/contracts'
import { inTurnOf } from '@tandem/react'
import { refundOrder } from '@tandem/sdk'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { TransactionButton } from './transaction-button.tsx'

const text = en.actions

interface RefundButtonProps {
  order: OrderWire
  deployment: Deployment
  wallet: ConnectedWallet
  onDone: () => void
}

/** A button that takes the source amount back, from an escrow past its deadline or from a vault that was never created. */
export function RefundButton({ order, deployment, wallet, onDone }: RefundButtonProps) {
  return (
    <TransactionButton
      name={text.refund}
      send={() =>
        refundOrder(order, wallet.wallet, deployment.network, {
          evidence: deployment.evidence,
          switchChain: wallet.switchChain,
          inTurn: inTurnOf(wallet),
        })
      }
      outcome={({ shown }) => text.refundShown[shown]}
      onDone={onDone}
    />
  )
}
