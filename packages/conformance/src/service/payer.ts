import { createWalletClient, defineChain, erc20Abi, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

export interface PayerOptions {
  privateKey: Hex
  /** An endpoint of each chain, by the chain's name. */
  rpcUrls: Readonly<Record<string, string>>
}

/** Pays for the swap, and is its recipient. */
export function makePayer({ privateKey, rpcUrls }: PayerOptions) {
  const account = privateKeyToAccount(privateKey)
  function on(chain: string) {
    const url = rpcUrls[chain]
    if (url === undefined) throw new Error(`${chain} has no endpoint: --rpc ${chain}=URL`)
    return createWalletClient({ account, transport: http(url) }).extend(publicActions)
  }
  return {
    address: account.address,
    /** Sends a transaction that an order asks for, and waits until it is mined. */
    async send(chain: string, call: { to: string; data: string; value: string }): Promise<void> {
      const client = on(chain)
      const id = await client.getChainId()
      const hash = await client.sendTransaction({
        to: call.to as Hex,
        data: call.data as Hex,
        value: BigInt(call.value),
        chain: defineChain({
          id,
          name: chain,
          nativeCurrency: { name: 'Native token', symbol: 'NATIVE', decimals: 18 },
          rpcUrls: { default: { http: [] } },
        }),
      })
      const { status } = await client.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`the call of next_action reverts: ${hash}`)
    },
    /** Base units of a token that it has. */
    balance: (chain: string, token: string): Promise<bigint> =>
      on(chain).readContract({
        address: token as Hex,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account.address],
      }),
  }
}

export type Payer = ReturnType<typeof makePayer>
