import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts, buildWeb, type Stack, startPages, startStack } from '@tandem/devnet'
import { startedParts } from '@tandem/local-services'
import { createClient, Swap } from '@tandem/sdk'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'

/** A devnet, the built page in front of it, and a browser. */
export interface PageStage {
  stack: Stack
  web: Awaited<ReturnType<typeof startPages>>
  browser: Browser
  /** Makes an order of 25 USDC for the devnet's user. */
  startSwap(): Promise<Swap>
  /** Brings a swap to its end without a page. */
  completeSwap(swap: Swap): Promise<void>
  stop(): Promise<void>
}

/** Writes a file with a maker for the page to list. It is asked for no route that is swapped here. */
function writeMakersFile(dir: string): string {
  const maker = {
    maker_id: 'one',
    name: 'Maker One',
    signer: accounts.faucet.address,
    endpoint: 'http://127.0.0.1:9/maker',
    secret: `whsec_${Buffer.from('a secret of the devnet, 32 bytes').toString('base64')}`,
    addresses: { devnet_a: accounts.solver.address, devnet_b: accounts.solver.address },
    routes: ['devnet_b:eth>devnet_a:eth'],
  }
  const file = join(dir, 'makers.json')
  writeFileSync(file, JSON.stringify({ makers: [maker] }))
  return file
}

/** Starts what a test, a measurement or a picture of the page needs. */
export async function startPageStage(): Promise<PageStage> {
  const parts = startedParts()
  const dir = mkdtempSync(join(tmpdir(), 'tandem-web-'))
  const env = {
    orderbook: { MAKERS_FILE: writeMakersFile(dir), ALLOW_PRIVATE_ADDRESSES: 'true', MAX_OPEN_QUOTES: '0' },
  }
  return parts.allOrNone(async () => {
    await parts.keep(Promise.resolve(dir), () => rmSync(dir, { recursive: true, force: true }))
    const [stack, browser] = await Promise.all([
      parts.keep(startStack({ env })),
      parts.keep(startBrowser(), (started) => started.close()),
      buildWeb(),
    ])
    const web = await parts.keep(startPages(stack))
    return { stack, web, browser, ...swapsOf(stack), stop: parts.end }
  })
}

function swapsOf(stack: Stack): Pick<PageStage, 'startSwap' | 'completeSwap'> {
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
  const wait = { pollMs: 100, timeoutMs: 180_000 }
  const request = {
    userId: 'reader',
    sourceAsset: 'devnet_a:usdc',
    destinationAsset: 'devnet_b:usdc',
    sourceAmount: 25_000_000n,
    minReceived: 1n,
    sourceAddress: accounts.user.address,
    destinationAddress: accounts.user.address,
  }
  return {
    startSwap: () =>
      Swap.start(request, { client, network: stack.network, dangerouslyTrustServers: true, save: () => undefined }),
    async completeSwap(swap) {
      await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client })
      await swap.waitFor(['destination_initiated'], wait)
      await swap.claim({ pollMs: 100 })
      await swap.waitFor(['completed'], wait)
    },
  }
}

/** Connects a wallet to the page, as a user does. */
export async function connectWallet(page: Page, name: string): Promise<void> {
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name }).click()
  await header.getByRole('button', { name }).waitFor()
}
