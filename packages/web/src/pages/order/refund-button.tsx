import type { OrderWire } from '@tandem/contracts'
import { refundOrder } from '@tandem/sdk'
import { useMutation } from '@tanstack/react-query'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { errorText } from '../swap/error-text.ts'

const text = en.actions

interface RefundButtonProps {
  order: OrderWire
  deployment: Deployment
  wallet: ConnectedWallet
  onDone?: () => void
}

/** Takes the source amount back: from an escrow past its deadline, or from a vault that was never created. */
export function RefundButton({ order, deployment, wallet, onDone }: RefundButtonProps) {
  const refund = useMutation({
    mutationFn: () => refundOrder(order, wallet.wallet, deployment.network, { switchChain: wallet.switchChain }),
    ...(onDone === undefined ? {} : { onSuccess: onDone }),
  })
  return (
    <span className="stack start">
      <button type="button" className="button" disabled={refund.isPending} onClick={() => refund.mutate()}>
        {refund.isPending ? text.refunding : text.refund}
      </button>
      {refund.data === undefined ? null : <span role="status">{text.refundShown[refund.data.shown]}</span>}
      {refund.error === null ? null : (
        <span className="note" data-tone="bad" role="alert">
          {errorText(refund.error)}
        </span>
      )}
    </span>
  )
}
