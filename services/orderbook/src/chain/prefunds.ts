import { askLatest } from '@tandem/chain'
import { nativeToken } from '@tandem/escrow'
import { erc20Abi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { Order } from '../domain/order.ts'
import { canHoldPrefund, type Prefund } from '../domain/prefund.ts'
import type { Clock, PrefundReader } from '../usecases/ports.ts'
import { makeSidePanels } from './side-panels.ts'

/** Between two looks at one vault, however often its order is read. */
const freshMs = 3_000
/** An order is answered without its prefund rather than late. */
const timeoutMs = 1_000
/** Balances that one request asks for at most. */
const mostTogether = 32
/** Vaults that are remembered, the latest ones. */
const mostKept = 10_000
/** A prefund of an order that ended longer ago than this is no longer looked for. */
const recentSecs = 90 * 86_400

type Reading = { readonly at: number; readonly prefund: Promise<Prefund | null> }

/**
 * Looks at the address of an order's source vault when the order is read, while no escrow stands there: a transfer to it
 * emits nothing of ours, so no event tells of it. An endpoint that does not answer, or lies, changes what is advised and nothing else:
 * the contract decides what a creation or a recovery moves.
 */
export function makePrefundReader(rpcUrls: Readonly<Record<string, readonly string[]>>, now: Clock): PrefundReader {
  const readings = new Map<string, Reading>()
  const panelOf = makeSidePanels(rpcUrls, { timeoutMs, mostTogether, now })

  async function read({ source }: Order): Promise<Prefund | null> {
    const panel = panelOf(source.chain)
    if (panel === undefined) return null
    const { swapId: vault, tokenAddress: token } = source
    return askLatest(panel, 'prefund', async (client) => {
      const [native, amount] = await Promise.all([
        getBalance(client, { address: vault }),
        token === nativeToken
          ? undefined
          : readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [vault] }),
      ])
      return { amount: amount ?? native, native }
    }).catch(() => null)
  }

  return async (order) => {
    const isOpen = !canHoldPrefund(order) && order.source.claim === null && order.source.cancel === null
    if (isOpen || now() / 1000 > order.source.cancelAfter + recentSecs) return null
    const last = readings.get(order.orderId)
    if (last !== undefined && now() - last.at < freshMs) return last.prefund
    const prefund = read(order)
    readings.delete(order.orderId)
    readings.set(order.orderId, { at: now(), prefund })
    if (readings.size > mostKept) readings.delete(readings.keys().next().value ?? '')
    return prefund
  }
}
