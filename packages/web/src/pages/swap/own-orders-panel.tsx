import { Dialog, errorText, Problem } from '@tandem/react/card'
import type { Order } from '@tandem/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownOrdersQuery } from '../../api/queries.ts'
import { OrderList } from '../../components/order-list.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty, Failure, Skeleton } from '../../components/states.tsx'
import { useAmountText } from '../../components/use-amount-text.ts'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'
import type { ConnectedWallet } from '../../wallet/use-wallet.ts'
import { RefundButton } from '../order/refund-button.tsx'

const text = en.swap.own

interface OwnOrdersProps {
  deployment: Deployment
  wallet: ConnectedWallet | undefined
}

export function OwnOrdersPanel({ wallet, ...props }: OwnOrdersProps) {
  return (
    <Panel id="own" title={text.title}>
      {wallet === undefined ? (
        <Empty title={text.noWallet} hint={text.noWalletHint} />
      ) : (
        <Own wallet={wallet} {...props} />
      )}
    </Panel>
  )
}

function Own({ deployment, wallet }: OwnOrdersProps & { wallet: ConnectedWallet }) {
  const amountText = useAmountText()
  const { data, error, refetch } = useQuery(ownOrdersQuery(useApi(), wallet.address))
  if (data === undefined)
    return error === null ? <Skeleton lines={4} /> : <Failure error={error} retry={() => void refetch()} />
  const isOwn = (address: string) => address.toLowerCase() === wallet.address.toLowerCase()
  const own = data.filter(({ source_intent: source }) => isOwn(source.creator))
  // A swap that runs here, or has just ended here, needs no button: its run takes the amount back.
  const driven = new Set(
    deployment.swaps.views().flatMap(({ phase, state }) => (phase === 'resting' ? [] : [state.orderId])),
  )
  const waiting = own.filter(
    ({ order_id: id, source_intent: source }) => source.status === 'cancellable' && !driven.has(id),
  )
  return (
    <>
      {waiting.length === 0 ? null : (
        <div className="tandem-note" data-tone="wait">
          <strong>{text.waiting}</strong>
          <ul className="tandem-stack">
            {waiting.map((order) => (
              <li key={order.order_id} className="panel-head">
                <span>{amountText(order.source_intent)}</span>
                <RefundButton order={order} deployment={deployment} wallet={wallet} onDone={() => void refetch()} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {own.length === 0 ? <Empty title={text.none} hint={text.noneHint} /> : <OrderList orders={own} />}
      <Restore swaps={deployment.swaps} wallet={wallet} />
    </>
  )
}

/** Finds open swaps of the wallet whose data this browser has lost, and asks the user about each of them. */
function Restore({ swaps, wallet }: { swaps: Deployment['swaps']; wallet: ConnectedWallet }) {
  const [asked, setAsked] = useState<{ order: Order; answer: (isRight: boolean) => void }>()
  const restore = useMutation({
    mutationFn: () => swaps.restore(wallet, (order) => new Promise((answer) => setAsked({ order, answer }))),
    onSettled: () => setAsked(undefined),
  })
  const answer = (isRight: boolean) => {
    asked?.answer(isRight)
    setAsked(undefined)
  }
  return (
    <div className="tandem-stack">
      <div>
        <button
          type="button"
          className="tandem-button tandem-quiet"
          disabled={restore.isPending}
          onClick={() => restore.mutate()}
        >
          {text.restore}
        </button>
      </div>
      <p className="tandem-small tandem-soft">{text.restoreHint}</p>
      {asked === undefined ? null : <Question key={asked.order.order_id} order={asked.order} answer={answer} />}
      {restore.data === undefined ? null : <p role="status">{text.restored(restore.data)}</p>}
      <Problem text={restore.error === null ? null : errorText(restore.error)} />
    </div>
  )
}

/** Asks whether the amounts of a found order are right. Only the user can know, because the quote that would prove them is lost. */
function Question({ order, answer }: { order: Order; answer: (isRight: boolean) => void }) {
  const amountText = useAmountText()
  return (
    <Dialog title={text.isRight} onCancel={() => answer(false)}>
      <p className="headline tandem-number">
        {amountText(order.source_intent)} → {amountText(order.destination_intent)}
      </p>
      <div className="tandem-row">
        <button type="button" className="tandem-button" onClick={() => answer(true)}>
          {text.yes}
        </button>
        <button type="button" className="tandem-button tandem-quiet" onClick={() => answer(false)}>
          {text.no}
        </button>
      </div>
    </Dialog>
  )
}
