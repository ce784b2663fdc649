import type { Chain } from 'viem'

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
