import { createClient, type KnownNetwork, Swap } from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

// `npm run dev` serves the two files that your app would come with.
const page = process.env.PAGE_URL ?? 'http://127.0.0.1:4400'
const read = async (file: string) => (await fetch(`${page}/${file}.json`)).json()
const { base_url: baseUrl, relayer_url: relayerUrl, rpc_urls: endpoints } = await read('config')
const network = (await read('network')) as KnownNetwork

// An account with tokens on the devnet. Its key is public: never use it on another network.
const account = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const walletOn = (chain: string) => createWalletClient({ account, transport: http(endpoints[chain][0]) })
const client = createClient({ baseUrl, relayerUrl })

const swap = await Swap.start(
  {
    userId: 'me',
    sourceAsset: 'devnet_a:usdc',
    destinationAsset: 'devnet_b:usdc',
    sourceAmount: 25_000_000n, // 25 USDC
    minReceived: 24_900_000n, // with less than 24.9 USDC the swap is not made
    sourceAddress: account.address,
    destinationAddress: account.address,
  },
  { client, network, evidence: { endpoints }, save: fileStore('swaps').save },
)
const { outcome } = await swap.run({
  path: 'permit', // two signatures, no gas
  wallet: walletOn('devnet_a'),
  destinationWallet: walletOn('devnet_b'),
  submitter: { by: 'relayer', client },
  onProgress: ({ step }) => console.log(step),
})
console.log(outcome) // completed
