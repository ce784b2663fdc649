import { type Account, type Chain, type Client, type PublicActions, publicActions, type Transport } from 'viem'
import { getBlockNumber } from 'viem/actions'

/**
 * A property of viem's `Chain` for chains that make a block only when a transaction comes: without it `waitForTransactionReceipt`
 * also looks for a replacement of the transaction, passes over the block that arrives meanwhile, and waits for the next
 * one, which such a chain does not make.
 */
export const minedOnDemand = { supportsTransactionReplacementDetection: false } as const

/**
 * A chain of anvil, for viem's clients. Not viem's `foundry`: that comes with the definitions of all chains there are, which
 * take half a second of a core to load.
 */
export const anvilChain = <const Id extends number>(id: Id) =>
  ({
    ...minedOnDemand,
    id,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['http://127.0.0.1:8545'] } },
  }) as const satisfies Chain

/**
 * viem's `publicActions` for clients of anvil. `waitForTransactionReceipt` asks for the receipt once for each new block, and
 * anvil tells a block's number a moment before the receipts of it. On a chain that makes its next block only with the next
 * transaction, one wait of a thousand beside a load ended with a time-out. Here the newest block is told at each polling
 * interval, also when it is no new one, and with it the receipt is asked for again.
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
  // viem's actions look for those that they stand on in their client.
  const watching: Client<transport, chain, account> = Object.assign({ ...client }, { watchBlockNumber })
  return { ...publicActions(watching), watchBlockNumber }
}
