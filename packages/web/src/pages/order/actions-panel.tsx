import type { OrderWire } from '@tandem/contracts'
import { inTurnOf, type SwapView, useSwaps } from '@tandem/react'
import { inspectionQuery, SwapProgress, useChainName } from '@tandem/react/card'
import { type HopMessage, retryHop } from '@tandem/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Panel } from '../../components/panel.tsx'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import { ConnectButton } from '../../wallet/connect-button.tsx'
import { type ConnectedWallet, useWallet } from '../../wallet/use-wallet.ts'
import { RefundButton } from './refund-button.tsx'
import { TransactionButton } from './transaction-button.tsx'

const text = en.actions

/** The buttons that the viewer can press now. It shows nothing where there is no such button. */
export function ActionsPanel({ order, deployment }: { order: OrderWire; deployment: Deployment }) {
  const wallet = useWallet()
  const view = useSwaps({ wallet }).swaps.find(({ state }) => state.orderId === order.order_id)
  const { data: source } = useQuery(inspectionQuery(deployment, order, 'source'))
  const isCancellable = order.source_intent.status === 'cancellable' && source?.latest.state === 'open'
  const isPrefunded = (source?.prefund ?? 0n) > 0n
  // A swap that runs in this browser takes the amount back by itself.
  const canRefund = (isCancellable || isPrefunded) && view?.phase !== 'running'
  const canClaim = view !== undefined && order.status === 'destination_initiated' && view.phase !== 'over'
  const message = undeliveredOf(order)
  const props = { order, deployment, wallet }
  return (
    <>
      {wallet === undefined && (canRefund || view !== undefined || message !== undefined) ? (
        <p>
          <ConnectButton />
        </p>
      ) : null}
      {view === undefined ? null : <SwapProgress config={deployment} wallet={wallet} swapKey={view.key} />}
      {canRefund || canClaim || message !== undefined ? (
        <Panel id="actions" title={text.title}>
          {canRefund ? <Refund {...props} isCancellable={isCancellable} /> : null}
          {canClaim ? <Claim view={view} swaps={deployment.swaps} wallet={wallet} /> : null}
          {message === undefined ? null : <Retry {...props} message={message} />}
        </Panel>
      ) : null}
    </>
  )
}

function Action({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className="tandem-stack">
      <p>{hint}</p>
      {children}
    </div>
  )
}

interface ActionProps {
  order: OrderWire
  deployment: Deployment
  wallet: ConnectedWallet | undefined
}

function Refund({ order, deployment, wallet, isCancellable }: ActionProps & { isCancellable: boolean }) {
  const queries = useQueryClient()
  const { creator } = order.source_intent
  const isOwner = wallet?.address.toLowerCase() === creator.toLowerCase()
  return (
    <Action hint={isCancellable ? text.cancelHint : text.recoverHint}>
      {!isOwner && !isCancellable ? (
        <p className="tandem-note">{text.ownerOnly(creator)}</p>
      ) : wallet === undefined ? null : (
        <RefundButton
          order={order}
          deployment={deployment}
          wallet={wallet}
          onDone={() => void queries.invalidateQueries()}
        />
      )}
    </Action>
  )
}

interface ClaimProps {
  view: SwapView
  swaps: Deployment['swaps']
  wallet: ConnectedWallet | undefined
}

/**
 * Claims the destination escrow by the user's own transaction. It needs no relayer, and pays a hop on the hub, without the
 * bridge.
 */
function Claim({ view, swaps, wallet }: ClaimProps) {
  return (
    <Action hint={text.claimHint}>
      {wallet === undefined ? null : (
        <TransactionButton
          name={text.claim}
          send={() => swaps.claimOnHub(view.key, wallet)}
          outcome={() => text.claimed}
          isQuiet
        />
      )}
    </Action>
  )
}

/** Returns the bridge message of a hop when it was not delivered in time, or failed on the final chain. */
function undeliveredOf({ destination_intent: hub }: OrderWire): HopMessage | undefined {
  const { bridge_status: status, bridge_message_id: messageId, bridge_tx_hash: txHash } = hub
  if ((status !== 'stuck' && status !== 'failed') || messageId === null || txHash === null) return undefined
  return { messageId: messageId as `0x${string}`, txHash: txHash as `0x${string}` }
}

/** Makes the bridge deliver again. Any wallet can do that, because the tokens go to their recipient in any case. */
function Retry({ order, deployment, wallet, message }: ActionProps & { message: HopMessage }) {
  const { final_chain: final, chain: hub } = order.destination_intent
  const chainName = useChainName()
  const { network, evidence } = deployment
  return (
    <Action hint={text.retryHint(chainName(final ?? hub))}>
      {wallet === undefined ? null : (
        <TransactionButton
          name={text.retry}
          send={() => {
            const { switchChain } = wallet
            return retryHop(message, wallet.wallet, network, { ...evidence, switchChain, inTurn: inTurnOf(wallet) })
          }}
          outcome={({ action, hubChain, finalChain }) =>
            text.retried[action](chainName(hubChain), chainName(finalChain))
          }
        />
      )}
    </Action>
  )
}
