import { askLatest } from '@tandem/chain'
import { nativeToken } from '@tandem/escrow'
import { LRUCache } from 'lru-cache'
import { erc20Abi } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import { makeReadQuorums } from '../network/read-quorums.ts'
import type { Clock } from '../ports.ts'
import type { Order } from './domain/order.ts'
import { canHoldPrefund, type Prefund } from './domain/prefund.ts'
import type { PrefundReader } from './ports.ts'

/** How long the reading of one vault is reused. */
const freshMs = 3_000
/** When the chain takes longer, the order is answered without the money at its address. */
const timeoutMs = 1_000
/** How many balances one request to an endpoint reads. */
const maxTogether = 32
const maxKept = 10_000
/** An address is read for this long after the source's deadline. */
const recentSecs = 90 * 86_400

/**
 * Reads the money at a source vault's address while no escrow exists there. Such transfers cause no event of our
 * contracts. An endpoint that lies about the balance can change only the advice to the user.
 */
export function makePrefundReader(rpcUrls: Readonly<Record<string, readonly string[]>>, now: Clock): PrefundReader {
  const readings = new LRUCache<string, Promise<Prefund | null>>({
    max: maxKept,
    ttl: freshMs,
    // With a resolution above zero the cache would keep using an old time between two readings of the clock.
    ttlResolution: 0,
    perf: { now },
  })
  const quorumOf = makeReadQuorums(rpcUrls, { timeoutMs, maxTogether, now })

  async function read({ source }: Order): Promise<Prefund | null> {
    const quorum = quorumOf(source.chain)
    if (quorum === undefined) return null
    const { swapId: vault, tokenAddress: token } = source
    return askLatest(quorum, 'prefund', async (client) => {
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
    const known = readings.get(order.orderId)
    if (known !== undefined) return known
    const prefund = read(order)
    readings.set(order.orderId, prefund)
    return prefund
  }
}
