import { type Asset, createClient, type KnownNetwork, type Route, Swap, type Wallet, walletSecrets } from '@tandem/sdk'
import { indexedDbStore } from '@tandem/sdk/browser'
import { type Address, createWalletClient, custom, type EIP1193Provider, formatUnits, parseUnits } from 'viem'
import { base_url as baseUrl, rpc_urls as endpoints, relayer_url as relayerUrl } from './deployment/config.json'
import pinned from './deployment/network.json'

// The chains, tokens and contracts come with the page. No service can change them.
const network = pinned as unknown as KnownNetwork & { assets: Asset[]; routes: Route[] }
const client = createClient({ baseUrl, relayerUrl })
// Swaps are encrypted with a key that no script can read.
const store = indexedDbStore()
const assetOf = (name: string) => network.assets.find(({ asset }) => asset === name) as Asset
// These are the routes whose token has a permit: the user signs it, and needs no gas.
const routes = network.routes.filter(({ source }) => assetOf(source).permit)

const form = document.forms[0] as HTMLFormElement
const show = (text: string) => document.querySelector('output')?.replaceChildren(text)
const options = routes.map(({ source, destination }, at) => new Option(`${source} → ${destination}`, String(at)))
form.querySelector('select')?.replaceChildren(...options)

/** Connects the first wallet that announces itself (EIP-6963). */
async function connect(): Promise<Wallet> {
  const provider = await new Promise<EIP1193Provider>((resolve) => {
    window.addEventListener('eip6963:announceProvider', (event) => resolve((event as CustomEvent).detail.provider))
    window.dispatchEvent(new Event('eip6963:requestProvider'))
  })
  const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as [Address]
  return createWalletClient({ account, transport: custom(provider) })
}

const optionsOf = (wallet: Wallet) =>
  ({ client, network, evidence: { endpoints }, save: store.save, secrets: walletSecrets(wallet) }) as const

async function finish(swap: Swap, wallet: Wallet): Promise<void> {
  // One wallet pays and is paid, and the SDK moves it from one chain to the other.
  const wallets = { wallet, destinationWallet: wallet, switchChain: true }
  const submitter = { by: 'relayer', client } as const
  const result = await swap.run({ ...wallets, submitter, path: 'permit', onProgress: ({ step }) => show(step) })
  if (result.mayForget) await store.remove(swap.state)
  show(result.outcome)
}

async function startSwap(amount: string, { source: sourceAsset, destination: destinationAsset }: Route): Promise<void> {
  const [from, to] = [assetOf(sourceAsset), assetOf(destinationAsset)]
  const sourceAmount = parseUnits(amount, from.decimals)
  const pair = { source_asset: sourceAsset, destination_asset: destinationAsset }
  const quote = await client.getIndicativeQuote({ ...pair, source_amount: String(sourceAmount) })
  // The price of the order may be a tenth of a percent worse than the one shown.
  const minReceived = (BigInt(quote.destination.amount) * 999n) / 1000n
  const least = `${formatUnits(minReceived, to.decimals)} ${to.symbol}`
  if (!confirm(`Swap ${amount} ${from.symbol} for at least ${least}?`)) return
  const wallet = await connect()
  const owner = wallet.account.address
  const user = { userId: owner, sourceAddress: owner, destinationAddress: owner }
  const request = { ...user, sourceAsset, destinationAsset, sourceAmount, minReceived }
  await finish(await Swap.start(request, optionsOf(wallet)), wallet)
}

/** Goes on with the swaps of a tab that was closed. */
async function goOn(): Promise<void> {
  const states = await store.list()
  const wallet = states.length === 0 ? undefined : await connect()
  if (wallet !== undefined)
    for (const state of states) await finish(await Swap.resume(state, optionsOf(wallet)), wallet)
}

/** Disables the form while a swap runs, because all swaps share one wallet. */
function alone(work: Promise<void>): void {
  form.inert = true
  work
    .catch((error: Error) => show(error.message))
    .finally(() => {
      form.inert = false
    })
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const given = new FormData(form)
  alone(startSwap(String(given.get('amount')), routes[Number(given.get('route'))] as Route))
})
alone(goOn())
