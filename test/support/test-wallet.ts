import type { Stack } from '@tandem/devnet'
import type { BrowserContext } from 'playwright-core'

/** A wallet extension for tests. It announces itself (EIP-6963), and agrees to everything, as long as it may. */
export interface TestWallet {
  /** The methods that it was asked for, in order. */
  readonly asked: readonly string[]
  /** How many more times it signs or sends before it refuses, as a user may; without a limit at first. */
  consents: number
  /** Called with each method and its parameters, before the wallet does anything. */
  onAsked?: (method: string, params: readonly unknown[]) => void
  /**
   * Called with each method that was done, before the page gets the answer. When it returns `false`, the page never
   * gets one.
   */
  onAnswered?: (method: string) => boolean
}

interface Answer {
  result?: unknown
  error?: { code: number; message: string }
}

/**
 * Puts a wallet with the devnet user's account into every page of a browser context. Anvil holds the account's key,
 * signs and sends. The wallet is on one chain at a time, and starts on `devnet_b`.
 *
 * @param address of an account that anvil has unlocked.
 * @param isAnnounced if `false`, the wallet only sets `window.ethereum`, as old wallets do.
 */
export async function installWallet(
  context: BrowserContext,
  stack: Stack,
  address: string,
  isAnnounced = true,
): Promise<TestWallet> {
  const chains = Object.values(stack.chains)
  let current = stack.chains.devnet_b
  const asked: string[] = []
  const wallet: TestWallet = { asked, consents: Number.POSITIVE_INFINITY }
  let isConnected = false

  const answer = async (method: string, params: unknown[]): Promise<Answer> => {
    asked.push(method)
    wallet.onAsked?.(method, params)
    const isConsent = method === 'eth_signTypedData_v4' || method === 'eth_sendTransaction'
    if (isConsent) wallet.consents -= 1
    if (isConsent && wallet.consents < 0) return { error: { code: 4001, message: 'User rejected the request.' } }
    isConnected ||= method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
    // A page that the user has not connected gets no account.
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return { result: isConnected ? [address] : [] }
    if (method === 'wallet_requestPermissions')
      return { result: [{ caveats: [{ type: 'restrictReturnedAccounts', value: [address] }] }] }
    if (method === 'wallet_switchEthereumChain') {
      const [{ chainId }] = params as [{ chainId: string }]
      const wanted = chains.find(({ anvil }) => anvil.chainId === Number(chainId))
      if (wanted === undefined) return { error: { code: 4902, message: 'Unrecognized chain.' } }
      current = wanted
      return { result: null }
    }
    const reply = await fetch(current.anvil.rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const done = (await reply.json()) as Answer
    return wallet.onAnswered?.(method) === false ? new Promise<never>(() => {}) : done
  }

  await context.exposeFunction('testWalletAnswer', answer)
  await context.addInitScript(announce, isAnnounced)
  return wallet
}

/** Runs in the page before its own scripts. */
function announce(isAnnounced: boolean): void {
  const page = globalThis as unknown as {
    ethereum?: unknown
    testWalletAnswer: (method: string, params: unknown[]) => Promise<Answer>
    addEventListener: (type: string, listener: () => void) => void
    dispatchEvent: (event: unknown) => void
    CustomEvent: new (type: string, init: { detail: unknown }) => unknown
  }
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      const { result, error } = await page.testWalletAnswer(method, params)
      if (error !== undefined) throw Object.assign(new Error(error.message), error)
      if (method === 'wallet_switchEthereumChain')
        for (const tell of listeners.get('chainChanged') ?? []) tell((params[0] as { chainId: string }).chainId)
      return result
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  if (!isAnnounced) {
    page.ethereum = provider
    return
  }
  const info = {
    uuid: '8e7f1d3c-6a0b-4d50-9a59-1f1d3b6a2c11',
    name: 'Test Wallet',
    rdns: 'example.test-wallet',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="%230f5c4f"/></svg>',
  }
  const tell = () =>
    page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
}
