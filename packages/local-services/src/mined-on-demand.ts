import { type Account, type Chain, type Client, type PublicActions, publicActions, type Transport } from 'viem'
import { getBlockNumber } from 'viem/actions'

/**
 * Options for chains that make a block only for a transaction. Otherwise viem's `waitForTransactionReceipt` passes over
 * the block that arrives, and waits for the next one.
 */
export const minedOnDemand = { supportsTransactionReplacementDetection: false } as const

/** The definition of anvil's chain, because viem's `foundry` would load the definitions of all chains. */
export const anvilChain = <const Id extends number>(id: Id) =>
  ({
    ...minedOnDemand,
    id,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  }) as const satisfies Chain

/**
 * Asks again for a receipt at each polling interval. viem asks once per new block, and anvil shows a block's number
 * before its receipts.
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
        .then(
          (newest) => {
            if (isWatched) onBlockNumber(newest, undefined)
          },
          (error: Error) => onError?.(error),
        )
        .finally(() => {
          if (isWatched) timer = setTimeout(tell, pollingInterval ?? client.pollingInterval)
        })
    void tell()
    return () => {
      isWatched = false
      clearTimeout(timer)
    }
  }
  // viem's actions find the actions that they need in their client.
  const watching: Client<transport, chain, account> = Object.assign({ ...client }, { watchBlockNumber })
  return { ...publicActions(watching), watchBlockNumber }
}
