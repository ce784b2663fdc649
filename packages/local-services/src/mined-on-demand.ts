import { type Account, type Chain, type Client, type PublicActions, publicActions, type Transport } from 'viem'
import { getBlockNumber } from 'viem/actions'

/**
 * For chains that make a block only for a transaction: otherwise viem's `waitForTransactionReceipt` passes over the
 * arriving block and waits for the next.
 */
export const minedOnDemand = { supportsTransactionReplacementDetection: false } as const

/** viem's `foundry` would load the definitions of all chains. */
export const anvilChain = <const Id extends number>(id: Id) =>
  ({
    ...minedOnDemand,
    id,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  }) as const satisfies Chain

/**
 * viem asks for a receipt once per new block, and anvil tells a block's number before its receipts. Here each polling
 * interval asks again.
 */
export function anvilActions<
  transport extends Transport,
  chain extends Chain | undefined,
  account extends Account | undefined,
>(client: Client<transport, chain, account>): PublicActions<transport, chain, account> {
  const watchBlockNumber: PublicActions['watchBlockNumber'] = ({ onBlockNumber, onError, pollingInterval }) => {
    let timer: NodeJS.Timeout | undefined
    let isWatched = true
    const tell = () =>
      getBlockNumber(client, { cacheTime: 0 })
        .then((newest) => {
          if (isWatched) onBlockNumber(newest, undefined)
        }, onError)
        .finally(() => {
          if (isWatched) timer = setTimeout(tell, pollingInterval ?? client.pollingInterval)
        })
    void tell()
    return () => {
      isWatched = false
      clearTimeout(timer)
    }
  }
  // viem's actions look up their dependencies in their client.
  const watching: Client<transport, chain, account> = Object.assign({ ...client }, { watchBlockNumber })
  return { ...publicActions(watching), watchBlockNumber }
}
