/**
 * The page of an application, bundled with the packed SDK. It reports each point that it reaches to the test, and stops
 * until the test answers. So the test can kill the tab at exactly that point.
 */
import {
  createClient,
  type KnownNetwork,
  type RunResult,
  restoreSwaps,
  Swap,
  type SwapOptions,
  type SwapState,
  type Wallet,
  walletSecrets,
} from '@tandem/sdk'
import { indexedDbStore } from '@tandem/sdk/browser'
import { type Address, createClient as createViemClient, custom, type EIP1193Provider } from 'viem'

/** The parts of the browser that this page uses, because the tests are compiled without its library. */
interface Browser {
  XMLHttpRequest: new () => { open(method: string, url: string, isAsync: boolean): void; send(): void }
  addEventListener(type: string, listener: (event: { detail: { provider: EIP1193Provider } }) => void): void
  dispatchEvent(event: unknown): void
  Event: new (type: string) => unknown
  app: App
}
const browser = globalThis as unknown as Browser

/** The commands of the page, for the test. */
export interface App {
  /** The swaps that the browser keeps. */
  kept(): Promise<number>
  /** Starts a new swap, and runs it to its end. */
  start(): Promise<RunResult['outcome']>
  /** Resumes the swap that the browser keeps, and runs it to its end. */
  resume(): Promise<RunResult['outcome']>
  /** Restores the swap with the wallet, and runs it to its end. */
  restore(): Promise<RunResult['outcome']>
}

interface Setup {
  baseUrl: string
  relayerUrl: string
  network: KnownNetwork
  endpoints: Record<string, string[]>
}

/** Reports a point to the test. The request is synchronous, so the whole page stops until the answer. */
function reach(point: string): void {
  const request = new browser.XMLHttpRequest()
  request.open('POST', `/reached/${point}`, false)
  request.send()
}

async function connect(): Promise<Wallet> {
  const provider = await new Promise<EIP1193Provider>((resolve) => {
    browser.addEventListener('eip6963:announceProvider', ({ detail }) => resolve(detail.provider))
    browser.dispatchEvent(new browser.Event('eip6963:requestProvider'))
  })
  const [account] = (await provider.request({ method: 'eth_requestAccounts' })) as [Address]
  return createViemClient({ account, transport: custom(provider, { retryCount: 0 }), pollingInterval: 200 })
}

const pointOf = ({ order, secretLeft }: SwapState) =>
  secretLeft === true ? 'kept_secret_out' : order === undefined ? 'kept_before_order' : 'kept_with_order'

const store = indexedDbStore()
const setup: Promise<Setup> = fetch('/setup.json').then((answer) => answer.json() as Promise<Setup>)

async function optionsOf(wallet: Wallet): Promise<SwapOptions> {
  const { baseUrl, relayerUrl, network, endpoints } = await setup
  return {
    client: createClient({ baseUrl, relayerUrl }),
    network,
    evidence: { endpoints },
    secrets: walletSecrets(wallet),
    save: async (state) => {
      await store.save(state)
      reach(pointOf(state))
    },
  }
}

async function finish(swap: Swap, wallet: Wallet, { client }: SwapOptions): Promise<RunResult['outcome']> {
  const { outcome } = await swap.run({
    path: 'prefunded',
    wallet,
    destinationWallet: wallet,
    switchChain: true,
    submitter: { by: 'relayer', client },
    onProgress: ({ step }) => reach(step),
  })
  await store.remove(swap.state)
  return outcome
}

const request = (owner: Address) => ({
  userId: 'packed',
  sourceAsset: 'devnet_a:dai',
  destinationAsset: 'devnet_b:dai',
  sourceAmount: 25n * 10n ** 18n,
  minReceived: 1n,
  sourceAddress: owner,
  destinationAddress: owner,
})

browser.app = {
  kept: async () => (await store.list()).length,
  async start() {
    const wallet = await connect()
    const options = await optionsOf(wallet)
    return finish(await Swap.start(request(wallet.account.address), options), wallet, options)
  },
  async resume() {
    const wallet = await connect()
    const options = await optionsOf(wallet)
    const [state] = await store.list()
    if (state === undefined) throw new Error('the browser keeps no swap')
    return finish(await Swap.resume(state, options), wallet, options)
  },
  async restore() {
    const wallet = await connect()
    const options = await optionsOf(wallet)
    const owner = wallet.account.address
    const [swap] = await restoreSwaps({ secrets: walletSecrets(wallet), owner, accept: () => true }, options)
    if (swap === undefined) throw new Error('the wallet finds no swap')
    return finish(swap, wallet, options)
  },
}
