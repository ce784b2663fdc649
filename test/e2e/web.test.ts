/** The web app as people see it: the built files, with the headers of the image, in a real browser, on a real stack. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { accounts, type Stack, startStack } from '@tandem/devnet'
import { createClient, Swap } from '@tandem/sdk'
import { serveWeb } from '@tandem/web/serve'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'

const webDir = fileURLToPath(new URL('../../packages/web', import.meta.url))
/** Where the screenshots go that a person looks at; nothing compares them. */
const screenshotDir = process.env.SCREENSHOT_DIR

/** A browser, three chains and three services share the machine with the rest of the suite. */
jest.setTimeout(240_000)

let stack: Stack
let web: Awaited<ReturnType<typeof serveWeb>>
let browser: Browser
let page: Page
/** Whatever the browser complained of, such as a violation of the content security policy. */
let complaints: string[]

beforeAll(async () => {
  execFileSync('node', ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], { cwd: webDir })
  ;[stack, browser] = await Promise.all([startStack(), startBrowser()])
  web = await serveWeb(stack)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await web?.stop()
  await stack?.stop()
})

beforeEach(async () => {
  complaints = []
  page = await (await browser.newContext({ viewport: { width: 1440, height: 1000 } })).newPage()
  page.setDefaultTimeout(120_000)
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
afterEach(async () => {
  await page.context().close()
})

const startSwap = () =>
  Swap.start(
    {
      userId: 'reader',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: 25_000_000n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    { client: client(), network: stack.network, dangerouslyTrustServers: true, save: () => undefined },
  )
const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
const wait = { pollMs: 100, timeoutMs: 60_000 }

async function completeSwap(swap: Swap): Promise<void> {
  await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client: client() })
  await swap.waitFor(['destination_initiated'], wait)
  await swap.claim({ pollMs: 100 })
  await swap.waitFor(['completed'], wait)
}

/** Accessibility faults of the page as it stands, by rule. */
async function axeFaults(): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

async function takeScreenshots(name: string): Promise<void> {
  if (screenshotDir === undefined) return
  mkdirSync(screenshotDir, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 1000 })
      await page.screenshot({ path: join(screenshotDir, `${name}-${colorScheme}-${width}.png`), fullPage: true })
    }
  }
}

describe('the web app', () => {
  it('follows an order from its creation to its completion without being reloaded', async () => {
    const swap = await startSwap()
    await page.goto(`${web.url}/orders/${swap.order.order_id}`)
    await page.getByText('Waiting for funds').first().waitFor()
    await takeScreenshots('order-created')
    await completeSwap(swap)
    await page.getByText('Completed', { exact: true }).first().waitFor()
    await page
      .getByRole('region', { name: /^Source/ })
      .getByText('Escrow claimed')
      .waitFor()
    const history = page.getByRole('region', { name: 'Everything that happened' })
    await history.getByText('Destination: Escrow claimed', { exact: false }).first().waitFor()
    const claims = page.getByRole('region', { name: 'Claim attempts of the relayer' })
    await claims.getByText('mined', { exact: false }).first().waitFor()
    expect(await axeFaults()).toEqual([])
    expect(complaints).toEqual([])
    await takeScreenshots('order-completed')
  })

  it('says that a fact was taken back by a reorg', async () => {
    const swap = await startSwap()
    const { control, user } = stack.chains.devnet_a
    await page.goto(`${web.url}/orders/${swap.order.order_id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await stack.solver.stop()
    try {
      const snapshot = await control.snapshot()
      await swap.initiate('permit', user, { by: 'wallet' })
      await page.getByText('Source: Escrow funded', { exact: false }).first().waitFor()
      await control.revert({ id: snapshot })
      await control.mine({ blocks: 3 })
      await page.getByText('Taken back by a reorg').first().waitFor()
    } finally {
      await stack.solver.restart()
    }
    expect(complaints).toEqual([])
  })

  it('finds an order by its id, vault, transaction, commitment hash, address and user', async () => {
    const swap = await startSwap()
    await completeSwap(swap)
    const { order_id: orderId, source_intent: source } = await swap.refresh()
    const search = async (text: string) => {
      await page.goto(web.url)
      await page.getByLabel('Find a swap').fill(text)
      await page.getByRole('button', { name: 'Search' }).click()
    }
    for (const text of [orderId, source.commitment_hash, source.claim_tx_hash ?? '']) {
      await search(text)
      await page.waitForURL(`${web.url}/orders/${orderId}`)
    }
    for (const text of [source.swap_id, accounts.user.address, 'reader']) {
      await search(text)
      await page.locator(`a[href="/orders/${orderId}"]`).waitFor()
    }
    await search('stranger')
    await page.getByText('No order matches.').waitFor()
    expect(await axeFaults()).toEqual([])
    await takeScreenshots('search-empty')
    expect(complaints).toEqual([])
  })

  it('shows the newest orders, the numbers and the state of the services to readers of every kind', async () => {
    for (const [path, name, text] of [
      ['/', 'home', 'Newest orders'],
      ['/numbers', 'numbers', 'Last 24 hours'],
      ['/status', 'status', 'Claims its balance pays for'],
    ] as const) {
      await page.goto(web.url + path)
      await page.getByText(text).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await axeFaults()]).toEqual([path, []])
      await takeScreenshots(name)
    }
    expect(complaints).toEqual([])
  })

  it('says that there is no such order', async () => {
    await page.goto(`${web.url}/orders/00000000-0000-4000-8000-000000000000`)
    await page.getByText('There is no order with this identifier.').waitFor()
    expect(await axeFaults()).toEqual([])
  })

  it('goes on showing an order while the relayer is down', async () => {
    const swap = await startSwap()
    await stack.relayer.stop()
    try {
      await page.goto(`${web.url}/orders/${swap.order.order_id}`)
      await page.getByText('Waiting for funds').first().waitFor()
      await page.getByText('The relayer does not answer', { exact: false }).waitFor()
      await page.goto(`${web.url}/status`)
      await page.getByText('Does not answer').first().waitFor()
      await takeScreenshots('status-relayer-down')
    } finally {
      await stack.relayer.restart()
    }
  })

  it('sends a policy that allows no inline code and no other origin', async () => {
    const answer = await fetch(web.url)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain(`connect-src 'self' ${new URL(stack.baseUrl).origin} ${new URL(stack.relayerUrl).origin}`)
    expect(policy).not.toContain('unsafe')
  })
})
