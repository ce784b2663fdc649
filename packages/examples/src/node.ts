import { readFileSync } from 'node:fs'
import { createClient, type KnownNetwork, Swap, walletSecrets } from '@tandem/sdk'
import { fileStore } from '@tandem/sdk/node'
import { createWalletClient, fallback, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const env = (name: string): string => process.env[name] ?? ''

// The network file says what you trust, so read your own copy of it and not a server's answer.
const network = JSON.parse(readFileSync(env('NETWORK_FILE'), 'utf8')) as KnownNetwork
// For each chain, three endpoints of different operators.
const endpoints = JSON.parse(env('RPC_URLS')) as Record<string, string[]>
const account = privateKeyToAccount(readFileSync(env('PRIVATE_KEY_FILE'), 'utf8').trim() as Hex)
// viem alone would wait for as long as an endpoint's `Retry-After` header says.
const fetchFn: typeof fetch = (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(10_000) })
const transportOf = (urls: string[] = []) =>
  fallback(
    urls.map((url) => http(url, { retryCount: 0, timeout: 0, fetchFn })),
    { retryCount: 0 },
  )
const walletOn = (chain: string) => createWalletClient({ account, transport: transportOf(endpoints[chain]) })

const client = createClient({ baseUrl: env('ORDERBOOK_URL'), relayerUrl: env('RELAYER_URL') })
const store = fileStore(env('STATE_FOLDER'))
const options = {
  client,
  network,
  evidence: { endpoints },
  save: store.save,
  // A signature of the wallet gives the secret, so it can be made again when the folder is lost.
  secrets: walletSecrets(walletOn('devnet_a')),
}

const [kept] = await store.list()
const swap =
  kept !== undefined
    ? await Swap.resume(kept, options)
    : await Swap.start(
        {
          userId: account.address,
          sourceAsset: 'devnet_a:usdc',
          destinationAsset: 'devnet_b:usdc',
          sourceAmount: 25_000_000n, // 25 USDC
          minReceived: 24_900_000n,
          sourceAddress: account.address,
          destinationAddress: account.address,
        },
        options,
      )

const { outcome, mayForget } = await swap.run({
  path: 'permit',
  wallet: walletOn('devnet_a'),
  destinationWallet: walletOn('devnet_b'),
  submitter: { by: 'relayer', client },
  onProgress: ({ step }) => console.log(step),
})
if (mayForget) await store.remove(swap.state)
console.log(`outcome: ${outcome}`)
