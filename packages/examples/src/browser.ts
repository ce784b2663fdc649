import {
  createClient,
  type KnownNetwork,
  type RunProgress,
  restoreSwaps,
  Swap,
  type SwapOptions,
  type Wallet,
  walletSecrets,
} from '@tandem/sdk'
import { indexedDbStore } from '@tandem/sdk/browser'
import { type Address, createWalletClient, custom, type EIP1193Provider } from 'viem'

const store = indexedDbStore()

/** `provider`: `window.ethereum`, or one of EIP-6963. */
export async function connect(provider: EIP1193Provider): Promise<Wallet> {
  const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as [Address]
  return createWalletClient({ account, transport: custom(provider) })
}

/** Comes with the page, not from a service. */
export interface Deployment {
  baseUrl: string
  relayerUrl: string
  network: KnownNetwork
  endpoints: Record<string, string[]>
}

const optionsOf = ({ baseUrl, relayerUrl, network, endpoints }: Deployment, wallet: Wallet): SwapOptions => ({
  client: createClient({ baseUrl, relayerUrl }),
  network,
  evidence: { endpoints },
  save: store.save,
  secrets: walletSecrets(wallet),
})

/** The user signs twice for the secret, and twice for the payment. */
export async function startSwap(deployment: Deployment, wallet: Wallet): Promise<Swap> {
  const owner = wallet.account.address
  const request = {
    userId: owner,
    sourceAsset: 'devnet_a:usdc',
    destinationAsset: 'devnet_b:usdc',
    sourceAmount: 25_000_000n, // 25 USDC
    minReceived: 24_900_000n,
    sourceAddress: owner,
    destinationAddress: owner,
  }
  return Swap.start(request, optionsOf(deployment, wallet))
}

/** The swaps that a closed tab left. Call it when the page opens. */
export async function keptSwaps(deployment: Deployment, wallet: Wallet): Promise<Swap[]> {
  const states = await store.list()
  return Promise.all(states.map((state) => Swap.resume(state, optionsOf(deployment, wallet))))
}

/** The open swaps of a browser that lost its data. The user agrees to each. */
export function lostSwaps(deployment: Deployment, wallet: Wallet): Promise<Swap[]> {
  const accept: Parameters<typeof restoreSwaps>[0]['accept'] = ({ destination_intent: { amount, asset } }) =>
    confirm(`Go on with the swap that pays you ${amount} base units of ${asset}?`)
  const owner = wallet.account.address
  return restoreSwaps({ secrets: walletSecrets(wallet), owner, accept }, optionsOf(deployment, wallet))
}

/** Drives a swap to its end. */
export async function finish(
  swap: Swap,
  {
    deployment,
    wallet,
    onProgress,
  }: { deployment: Deployment; wallet: Wallet; onProgress: (now: RunProgress) => void },
): Promise<string> {
  const { client } = optionsOf(deployment, wallet)
  const { outcome, mayForget } = await swap.run({
    path: 'permit',
    wallet,
    destinationWallet: wallet,
    switchChain: true,
    submitter: { by: 'relayer', client },
    onProgress,
  })
  if (mayForget) await store.remove(swap.state)
  return outcome
}
