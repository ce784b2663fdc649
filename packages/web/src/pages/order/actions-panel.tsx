import type { OrderWire } from '@tandem/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import type { SwapRunner, SwapView } from '../../swap/runner.ts'
import { runnerOf, useSwaps } from '../../swap/use-runner.ts'
import { type ConnectedWallet, useWallet } from '../../wallet/use-wallet.ts'
import { WalletPanel } from '../../wallet/wallet-panel.tsx'
import { errorText } from '../swap/error-text.ts'
import { SwapCard } from '../swap/swap-card.tsx'
import { inspectionQuery } from './inspection.ts'
import { RefundButton } from './refund-button.tsx'

const text = en.actions

/** The buttons that the viewer can press now; nothing where there is none. */
export function ActionsPanel({ order, deployment }: { order: OrderWire; deployment: Deployment }) {
  const wallet = useWallet()
  const runner = runnerOf(deployment)
  const view = useSwaps(runner, wallet).find(({ state }) => state.orderId === order.order_id)
  const { data: source } = useQuery(inspectionQuery(deployment, order, 'source'))
  const queries = useQueryClient()
  const isCancellable = order.source_intent.status === 'cancellable' && source?.latest.state === 'open'
  const isPrefunded = (source?.prefund ?? 0n) > 0n
  const isOwner = wallet?.address.toLowerCase() === order.source_intent.creator.toLowerCase()
  const canClaim = view !== undefined && order.status === 'destination_initiated' && view.phase !== 'over'
  // A swap that this browser drives takes its own amount back.
  const canRefund = (isCancellable || isPrefunded) && view?.phase !== 'running'
  if (!canRefund && view === undefined) return null
  return (
    <>
      {wallet === undefined ? <WalletPanel /> : null}
      {view === undefined ? null : <SwapCard view={view} runner={runner} wallet={wallet} deployment={deployment} />}
      {wallet === undefined || !(canRefund || canClaim) ? null : (
        <section className="panel" aria-labelledby="actions">
          <h2 id="actions">{text.title}</h2>
          {canRefund ? (
            <div className="stack">
              <p>{isCancellable ? text.cancelHint : text.recoverHint}</p>
              {isOwner || isCancellable ? (
                <RefundButton
                  order={order}
                  deployment={deployment}
                  wallet={wallet}
                  onDone={() => void queries.invalidateQueries()}
                />
              ) : (
                <p className="note">{text.ownerOnly(order.source_intent.creator)}</p>
              )}
            </div>
          ) : null}
          {canClaim ? <ClaimButton view={view} runner={runner} wallet={wallet} /> : null}
        </section>
      )}
    </>
  )
}

/** Claims the destination by the recipient's own transaction, on the escrow's own chain, without relayer and bridge. */
function ClaimButton({ view, runner, wallet }: { view: SwapView; runner: SwapRunner; wallet: ConnectedWallet }) {
  const claim = useMutation({ mutationFn: () => runner.claimOnHub(view.key, wallet) })
  return (
    <div className="stack">
      <p>{text.claimHint}</p>
      <div>
        <button
          type="button"
          className="button quiet"
          disabled={claim.isPending || claim.isSuccess}
          onClick={() => claim.mutate()}
        >
          {claim.isPending ? text.refunding : text.claim}
        </button>
      </div>
      {claim.isSuccess ? <p role="status">{text.claimed}</p> : null}
      {claim.error === null ? null : (
        <p className="note" data-tone="bad" role="alert">
          {errorText(claim.error)}
        </p>
      )}
    </div>
  )
}
