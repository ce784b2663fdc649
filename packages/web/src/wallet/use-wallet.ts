import type { SwitchChain, Wallet } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Address, createClient, custom, type EIP1193Provider } from 'viem'
import { useConnection, useSwitchChain } from 'wagmi'

/** A connected wallet, in the form that the SDK takes. */
export interface ConnectedWallet {
  address: Address
  name: string
  wallet: Wallet
  switchChain: SwitchChain
}

/** Returns the connected wallet, or `undefined` while there is none. */
export function useWallet(): ConnectedWallet | undefined {
  const { address, connector, status } = useConnection()
  const { mutateAsync: switchTo } = useSwitchChain()
  const { data } = useQuery({
    queryKey: ['wallet', connector?.uid, address],
    enabled: status === 'connected' && connector !== undefined && address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The data holds functions, which TanStack Query cannot compare.
    structuralSharing: false,
    queryFn: async (): Promise<ConnectedWallet> => {
      const provider = (await connector?.getProvider()) as EIP1193Provider
      const owner = address as Address
      return {
        address: owner,
        name: connector?.name ?? '',
        // Without a retry, a request that the user refused is not sent again.
        wallet: createClient({
          account: owner,
          transport: custom(provider, { retryCount: 0 }),
          pollingInterval: 500,
        }),
        switchChain: (chainId) => switchTo({ chainId }),
      }
    },
  })
  return status === 'connected' ? data : undefined
}
