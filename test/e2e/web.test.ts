/**
 * The web app as people see it: the built files, with the headers of the image, in a real browser, and on a real stack.
 */
import { gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Network, StatsWire } from '@tandem/contracts'
import { accounts, guide, type Stack } from '@tandem/devnet'
import { untilSo } from '@tandem/local-services'
import { createClient, type Swap } from '@tandem/sdk'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { erc20Abi, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { connectWallet, type PageStage, startPageStage } from '../support/page-stage.ts'
import { installWallet, type TestWallet } from '../support/test-wallet.ts'

/** Without animations, because Chromium computes each of their frames on the processor. */
const desktop = { viewport: { width: 1440, height: 1000 }, reducedMotion: 'reduce' } as const

let stage: PageStage
let stack: Stack
let web: PageStage['web']
let browser: Browser
let page: Page
let wallet: TestWallet
/** Complaints of the browser, such as a violation of the content security policy. */
let complaints: string[]
/** The id of an order that this file has completed. */
let completed: Swap | undefined

beforeAll(async () => {
  stage = await startPageStage()
  ;({ stack, web, browser } = stage)
})
afterAll(() => stage.stop())

beforeEach(async () => {
  complaints = []
  const context = await browser.newContext(desktop)
  wallet = await installWallet(context, stack, accounts.user.address)
  page = await openPage(context)
})
afterEach(async () => {
  await page.context().close()
})

async function openPage(context: BrowserContext): Promise<Page> {
  const opened = await context.newPage()
  opened.setDefaultTimeout(240_000)
  opened.on('console', (message) => {
    // Answers are left out: the services may say "not yet" of a swap under way, which the browser reports as an error.
    const isAnswer = [stack.baseUrl, stack.relayerUrl].some((url) => message.location().url.startsWith(url))
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  opened.on('pageerror', (error) => complaints.push(error.message))
  return opened
}

/** The swap page, with the test wallet connected. */
async function openSwapPage(): Promise<void> {
  await page.goto(web.url)
  await connect()
}

const connect = () => connectWallet(page, 'Test Wallet')

/** The button in the header, once a wallet is connected. */
const walletButton = () => page.getByRole('banner').getByRole('button', { name: 'Test Wallet' })

interface WantedSwap {
  from: string
  to: string
  amount: string
  path: string
}

/** Starts a swap on the open swap page, as a user does; its card is the result. */
async function swapOnPage({ from, to, amount, path }: WantedSwap): Promise<Locator> {
  const amountField = page.getByLabel(/^Amount in/)
  const another = page.getByRole('button', { name: 'Make another swap' })
  const again = page.getByRole('button', { name: 'Swap again' })
  await amountField.or(another).or(again).first().waitFor()
  // A receipt is closed with its own button.
  if (await another.isVisible()) await another.click()
  else if (!(await amountField.isVisible())) await again.first().click()
  await chooseToken('You give', from)
  await chooseToken('You get', to)
  await amountField.fill(amount)
  await openTerms()
  await page.getByRole('form').getByLabel('How you pay').selectOption(path)
  await pressSwap()
  return page.getByRole('region', { name: new RegExp(`^Swap ${amount} `) }).first()
}

/** Presses the button of the form. Its text is "Swap" once nothing is missing, and says until then what is. */
async function pressSwap(): Promise<void> {
  const form = page.getByRole('form')
  await form
    .getByRole('button', { name: 'Swap', exact: true })
    .click()
    .catch(async (cause: unknown) => {
      throw new Error(`the form is not ready to swap: ${await form.textContent()}`, { cause })
    })
}

/** Chooses a token of a side in its list. */
async function chooseToken(side: 'You give' | 'You get', asset: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${side} `) }).click()
  await page.getByRole('dialog', { name: side }).locator(`[data-asset="${asset}"]`).click()
}

/** Opens the details of the rate. */
async function openTerms(): Promise<void> {
  const terms = page.locator('.tandem-terms')
  await terms.waitFor()
  if ((await terms.getAttribute('open')) === null) await terms.locator('summary').click()
}

/** Starts a swap, and waits until the source escrow is on its way, so that the wallet is not asked any more. */
async function fundOnPage(wanted: WantedSwap): Promise<Locator> {
  const card = await swapOnPage(wanted)
  await done(card, 'You fund the escrow')
  return card
}

/** Waits until a swap's card shows a step as done. */
const done = (card: Locator, step: string) => stepOf(card, 'done', step).waitFor({ state: 'attached' })

/** The step in the list of a card, which is folded. */
const stepOf = (card: Locator, state: 'done' | 'now', step: string) =>
  card.locator(`li[data-state="${state}"]`, { hasText: step })

/** Waits until the page of an order shows this status. A step of the swap's card may have the same name. */
const orderShows = (status: string) =>
  page.locator('[aria-live="polite"]').getByText(status, { exact: true }).first().waitFor()

/** Opens a part of the order's page that shows only its title at first. */
async function unfold(name: string): Promise<Locator> {
  const part = page.getByRole('region', { name })
  await part.locator('summary').first().click()
  return part
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const addressField = () => page.getByLabel(/^Address on/)

/** Chooses USDC of the first chain for USDC of the second. */
async function choosePair(amount: string): Promise<void> {
  await chooseToken('You give', 'devnet_a:usdc')
  await chooseToken('You get', 'devnet_b:usdc')
  await page.getByLabel(/^Amount in/).fill(amount)
}

/** How often the wallet was asked to sign. */
const signatures = () => wallet.asked.filter((method) => method === 'eth_signTypedData_v4').length

/** The order's identifier, taken from the link on a swap's card. */
async function orderIdOf(card: Locator): Promise<string> {
  const link = await card.locator('a[href^="/orders/"]').getAttribute('href')
  return link?.split('/').at(-1) ?? ''
}

/** Goes from a swap's card to the page of its order. */
async function openOrder(card: Locator): Promise<void> {
  await card.getByText('Details', { exact: true }).click()
  await card.getByRole('link', { name: 'Show every fact of this order' }).click()
}

const client = () => createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
const wait = { pollMs: 100, timeoutMs: 180_000 }

async function completeSwap(swap: Swap): Promise<void> {
  await stage.completeSwap(swap)
  completed = swap
}

/**
 * Accessibility faults of the current page, by rule. The page has no frames, so the legacy mode is enough; the other
 * mode opens a second page each time to sum up.
 */
async function axeFaults(): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The statistics of a deployment with ten thousand orders. */
function grown(stats: StatsWire): StatsWire {
  const bounds = [15, 30, 60, 120, 300, 600, 1_800, 3_600, null]
  const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString()
  return {
    ...stats,
    all_time: { ...stats.all_time, total_volume_usd: 3_618_088 },
    hours: Array.from({ length: 160 }, (_, index) => ({
      ...{ hour: hour(160 - index), total_orders: 60 + (index % 7), completed_orders: 40 + (index % 5) },
      ...{ cancelled_orders: 2, total_volume_usd: 22_000 },
    })),
    completion_times: {
      ...{ p50_secs: 33, p95_secs: 273, orders: 405, since: hour(160) },
      classes: bounds.map((up_to_secs, index) => ({ up_to_secs, orders: 81 - 9 * index })),
    },
  }
}

describe('the web app', () => {
  it('follows an order from its creation to its completion without being reloaded', async () => {
    const swap = await stage.startSwap()
    await page.goto(`${web.url}/orders/${swap.order.order_id}`)
    await orderShows('Waiting for funds')
    await completeSwap(swap)
    await orderShows('Completed')
    await page
      .getByRole('region', { name: /^Source/ })
      .getByText('Escrow claimed')
      .waitFor()
    const history = await unfold('Everything that happened')
    await history.getByText('Destination: Escrow claimed', { exact: false }).first().waitFor()
    expect(await history.textContent()).not.toContain('devnet_')
    const claims = await unfold('Claim attempts of the relayer')
    await claims.getByText('mined', { exact: false }).first().waitFor()
    // A direct route says nothing of a bridge.
    expect(await page.getByRole('main').textContent()).not.toMatch(/bridge|hop/)
    expect(await axeFaults()).toEqual([])
    expect(complaints).toEqual([])
  })

  // Must come before the tests that leave open orders of the same user behind, because each of those would be searched
  // for its secret.
  it('says what a user refused, and finds the swap again by its wallet in a browser that knows nothing of it', async () => {
    await page.goto(`${web.url}/activity`)
    await page.getByText('No wallet is connected.').waitFor()
    // The user signs for the secrets, and refuses the permit.
    wallet.consents = 2
    await openSwapPage()
    await page.getByLabel(/^Amount in/).fill('999999999')
    await page.getByText('At most', { exact: false }).waitFor()
    await page.getByLabel(/^Amount in/).fill('29')
    await openTerms()
    await page.getByText('0.10 %, $0.03').waitFor()
    // The time shown is that of the only swap so far.
    await page.getByText('Too few swaps to say: 1 of 20 measured').waitFor()
    await page.getByText('You get at least').waitFor()
    await page.getByLabel('1.0 %').check({ force: true })
    await page.getByText('28.68', { exact: false }).waitFor()
    // With one signature too few counted, the button would promise something false.
    await page.getByText('2 signatures for the secret of your swaps', { exact: false }).waitFor()
    expect(await axeFaults()).toEqual([])
    const refused = await swapOnPage({ path: 'permit', from: 'devnet_a:usdc', to: 'devnet_b:usdc', amount: '29' })
    await refused.getByText('You refused in your wallet.', { exact: false }).waitFor()
    const orderId = await orderIdOf(refused)
    expect(await axeFaults()).toEqual([])
    await refused.getByRole('button', { name: 'Forget this swap' }).click()
    const forgetting = page.getByRole('alertdialog')
    await forgetting.getByText('Nothing of yours is in its escrow', { exact: false }).waitFor()
    await forgetting.getByRole('button', { name: 'Keep it' }).click()
    await refused.waitFor()
    await page.context().close()

    const context = await browser.newContext(desktop)
    wallet = await installWallet(context, stack, accounts.user.address)
    page = await openPage(context)
    await page.goto(`${web.url}/activity`)
    await connect()
    await page.getByRole('button', { name: 'Find open swaps of this wallet' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('29 USDC', { exact: false }).waitFor()
    expect(await axeFaults()).toEqual([])
    await question.getByRole('button', { name: 'Yes, go on with it' }).click()
    await page.getByText('One open swap was found.').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Swap', exact: true }).click()
    const found = page.getByRole('region', { name: /^Swap 29 / })
    const canRestore = found.getByText('Your wallet can restore this swap.')
    await canRestore.waitFor({ state: 'attached' })
    await found.getByLabel('How you pay').selectOption('permit')
    await found.getByRole('button', { name: 'Go on' }).click()
    await done(found, 'Completed')
    await canRestore.waitFor({ state: 'detached' })
    expect((await client().getOrder(orderId)).status).toBe('completed')
    expect(complaints).toEqual([])
  })

  it('says that a fact was taken back by a reorg', async () => {
    const swap = await stage.startSwap()
    const { control, user } = stack.chains.devnet_a
    await page.goto(`${web.url}/orders/${swap.order.order_id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await unfold('Everything that happened')
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
    const swap = completed ?? (await stage.startSwap())
    if (completed === undefined) await completeSwap(swap)
    const { order_id: orderId, source_intent: source } = await swap.refresh()
    const search = async (text: string) => {
      await page.goto(`${web.url}/activity`)
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
    expect(complaints).toEqual([])
  })

  it('shows the newest orders, the numbers and the state of the services to readers of every kind', async () => {
    for (const [path, text] of [
      ['/', 'Swap across chains'],
      ['/activity', 'Newest swaps'],
      ['/numbers', 'Too few swaps to say'],
      ['/status', 'Claims left'],
    ] as const) {
      await page.goto(web.url + path)
      await page.getByText(text).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect([path, await axeFaults()]).toEqual([path, []])
    }
    expect(complaints).toEqual([])
  })

  it('draws charts where there is something to compare, with their numbers as tables', async () => {
    await page.route(`${stack.baseUrl}/stats`, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { result: StatsWire }
      await route.fulfill({ response, json: { ...body, result: grown(body.result) } })
    })
    await page.goto(`${web.url}/numbers`)
    await page.getByText('$3.62M').waitFor()
    const times = page.getByRole('region', { name: 'From funding to payment' })
    await times.getByText('The numbers as a table').click()
    // The orderbook reports nine classes.
    await times.getByRole('rowheader', { name: '≤ 15 s' }).waitFor()
    expect(await times.getByRole('rowheader').count()).toBe(9)
    await page.getByText('Half within 33 s', { exact: false }).waitFor()
    expect(await axeFaults()).toEqual([])
    await page.getByRole('rowheader', { name: 'Maker One' }).waitFor()
    await page.getByRole('columnheader', { name: 'Faded' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('lists the tokens of a side by a search, with the pictures that the network file names', async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
    await page.route(`${web.url}/logos/usdc.svg`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: picture }),
    )
    await page.route(`${web.url}/network.json`, async (route) => {
      const network = (await (await route.fetch()).json()) as Network
      const logos = { 'devnet_a:usdc': '/logos/usdc.svg', 'devnet_a:dai': 'javascript:alert(1)' }
      const assets = network.assets.map((one) => ({ ...one, logo: logos[one.asset as keyof typeof logos] }))
      await route.fulfill({ json: { ...network, assets } })
    })
    await page.goto(web.url)
    await page.getByRole('button', { name: /^You give / }).click()
    const list = page.getByRole('dialog', { name: 'You give' })
    await list.getByText('6 tokens').waitFor()
    await list.getByLabel('Search').fill('usd a')
    await list.getByText('1 token').waitFor()
    const found = list.getByRole('button', { name: 'USDC on Devnet A' })
    expect(
      await found.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0)
    await list.getByLabel('Search').fill('dai a')
    const dai = list.getByRole('button', { name: 'DAI on Devnet A' })
    await dai.waitFor()
    expect(await dai.locator('img').count()).toBe(0)
    await list.getByLabel('Search').fill('btc')
    await list.getByText('No token of this route matches.').waitFor()
    expect(await axeFaults()).toEqual([])
    await list.getByLabel('Search').fill('dai a')
    await dai.waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^You give DAI on Devnet A/ }).waitFor()
    expect(complaints).toEqual([])
  })

  it('says first, at the next visit, how a swap ended that nobody watched', async () => {
    await openSwapPage()
    const card = await fundOnPage({ path: 'permit', from: 'devnet_a:usdc', to: 'devnet_b:usdc', amount: '24' })
    await page.evaluate(() => {
      const { document: shown } = globalThis as unknown as { document: object }
      Object.defineProperty(shown, 'visibilityState', { get: () => 'hidden' })
    })
    await done(card, 'Completed')
    await page.close()
    page = await openPage(browser.contexts().at(-1) as BrowserContext)
    await page.goto(web.url)
    const ended = page.getByRole('region', { name: /^Swap 24 / })
    await ended.getByRole('heading', { name: 'Completed' }).waitFor()
    expect(await page.getByRole('form').count()).toBe(0)
    // The receipt comes once the chains have shown the end, too.
    await ended.getByRole('button', { name: 'Copy receipt' }).waitFor()
    await page.reload()
    // It was seen.
    await page.getByRole('form').waitFor()
    expect(await ended.count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it('shows more than the first page of a search, and whole words in every column on a phone', async () => {
    for (let order = 0; order < 2; order += 1) await stage.startSwap()
    await page.route(`${stack.baseUrl}/orders?user_id=reader*`, (route) =>
      route.continue({ url: `${route.request().url()}&limit=1` }),
    )
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${web.url}/search?q=reader`)
    const links = page.locator('a[href^="/orders/"]')
    await button('More').click()
    await links.nth(1).waitFor()
    expect(await links.count()).toBe(2)
    for (const path of ['/status', '/numbers']) {
      await page.goto(web.url + path)
      await page.getByRole('table').first().waitFor()
      const cut = await page
        .locator('.table-scroll, .table-scroll td, .table-scroll tbody th')
        .evaluateAll((cells) =>
          (cells as unknown as { scrollWidth: number; clientWidth: number; textContent: string }[])
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        )
      expect([path, cut]).toEqual([path, []])
    }
    expect(complaints).toEqual([])
  })

  it('says that there is no such order', async () => {
    await page.goto(`${web.url}/orders/00000000-0000-4000-8000-000000000000`)
    await page.getByText('There is no order with this identifier.').waitFor()
    expect(await axeFaults()).toEqual([])
  })

  it('says that the relayer is down, lets the wallet claim instead, and goes on when the relayer is back', async () => {
    const fundable = { path: 'native', from: 'devnet_a:eth', to: 'devnet_b:usdc' }
    await openSwapPage()
    await stack.relayer.stop()
    let resting: Locator
    try {
      const claimed = await fundOnPage({ ...fundable, amount: '0.03' })
      const waiting = await fundOnPage({ ...fundable, amount: '0.04' })
      for (const card of [claimed, waiting]) await card.getByText('If time gets short', { exact: false }).waitFor()
      const nav = page.getByRole('navigation')
      await openOrder(claimed)
      await unfold('Claim attempts of the relayer')
      await page.getByText('so its attempts are not shown', { exact: false }).waitFor()
      expect(await axeFaults()).toEqual([])
      await page.getByRole('button', { name: 'Claim by my own transaction' }).click()
      await orderShows('Completed')
      await nav.getByRole('link', { name: 'Status' }).click()
      await page.getByText('Does not answer').first().waitFor()
      await nav.getByRole('link', { name: 'Swap', exact: true }).click()
      resting = waiting
    } finally {
      await stack.relayer.restart()
    }
    await done(resting, 'Completed')
    // Both signatures are for the secrets.
    expect(signatures()).toBe(2)
    expect(complaints).toEqual([])
  })

  it('keeps what was signed over a reload while the relayer is down, says so, and hands it over without a further signature', async () => {
    await openSwapPage()
    await stack.relayer.stop()
    let card: Locator
    let signed: number
    try {
      card = await swapOnPage({ path: 'permit', from: 'devnet_a:usdc', to: 'devnet_b:usdc', amount: '35' })
      const isKept = card.getByText('What you signed is kept in this browser', { exact: false })
      await isKept.waitFor()
      signed = signatures()
      await walletButton().click()
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page.reload()
      await isKept.waitFor()
      await card.getByText('You have signed.', { exact: false }).waitFor()
      expect(await axeFaults()).toEqual([])
      await connect()
    } finally {
      await stack.relayer.restart()
    }
    await done(card, 'Completed')
    expect(signatures()).toBe(signed)
    expect(complaints).toEqual([])
  })

  it('says that the orderbook and a chain are down in mid-swap, and reads after a reload that the swap is funded', async () => {
    const { control } = stack.chains.devnet_b
    await openSwapPage()
    await stack.solver.stop()
    const card = await fundOnPage({ path: 'native', from: 'devnet_a:eth', to: 'devnet_b:usdc', amount: '0.05' })
    await control.setIntervalMining({ interval: 0 })
    await stack.orderbook.stop()
    try {
      await card.getByText('The orderbook does not answer', { exact: false }).waitFor()
      await stepOf(card, 'now', 'The maker funds its side').waitFor({ state: 'attached' })
      const nav = page.getByRole('navigation')
      await nav.getByRole('link', { name: 'Activity' }).click()
      await page.getByText('This could not be loaded').first().waitFor()
      await nav.getByRole('link', { name: 'Swap', exact: true }).click()
      await walletButton().click()
      await page.getByRole('button', { name: 'Disconnect' }).click()
      await page.reload()
      await card.getByText('Funded', { exact: true }).waitFor()
      expect(await card.getByText('Waiting for funds').count()).toBe(0)
      expect(await card.getByRole('button', { name: 'Forget this swap' }).count()).toBe(0)
      expect(await axeFaults()).toEqual([])
      await connect()
      await done(card, 'You fund the escrow')
      await card.getByText('has made no block for', { exact: false }).waitFor()
    } finally {
      await control.setIntervalMining({ interval: 1 })
      await Promise.all([stack.orderbook.restart(), stack.solver.restart()])
    }
    await done(card, 'Completed')
  })

  it('makes whole swaps by each path beside each other, and delivers a hop again that failed', async () => {
    await openSwapPage()
    const cards: Locator[] = []
    for (const wanted of [
      { path: 'native', from: 'devnet_a:eth', to: 'devnet_b:usdc', amount: '0.01' },
      { path: 'prefunded', from: 'devnet_a:dai', to: 'devnet_b:dai', amount: '26' },
      { path: 'permit2', from: 'devnet_a:dai', to: 'devnet_b:dai', amount: '31' },
      { path: 'signed', from: 'devnet_a:dai', to: 'devnet_b:dai', amount: '32' },
      { path: 'eip3009', from: 'devnet_a:usdc', to: 'devnet_b:usdc', amount: '33' },
    ])
      cards.push(await fundOnPage(wanted))
    stack.relay.failNext(1)
    const hop = await fundOnPage({ path: 'permit', from: 'devnet_a:usdc', to: 'devnet_l1:usdc', amount: '34' })
    for (const card of cards) {
      await done(card, 'Completed')
      const order = await client().getOrder(await orderIdOf(card))
      expect([order.status, order.destination_intent.recipient]).toEqual(['completed', accounts.user.address])
    }
    expect(wallet.asked).toContain('wallet_switchEthereumChain')
    expect(await axeFaults()).toEqual([])
    const orderId = await orderIdOf(hop)
    await openOrder(hop)
    await orderShows('Delivery failed')
    const retry = page.getByRole('button', { name: 'Deliver again' })
    await retry.waitFor()
    expect(await axeFaults()).toEqual([])
    await retry.click()
    await orderShows('Completed')
    expect((await client().getOrder(orderId)).destination_intent.bridge_status).toBe('delivered')
    expect(complaints).toEqual([])
  })

  it('goes on with a swap by permit in another tab after the first was closed, and sends nothing from the wallet', async () => {
    await openSwapPage()
    const card = await fundOnPage({ path: 'permit', from: 'devnet_a:usdc', to: 'devnet_b:usdc', amount: '27' })
    const orderId = await orderIdOf(card)
    await page.close()
    page = await openPage(browser.contexts().at(-1) as BrowserContext)
    await page.goto(`${web.url}/activity`)
    const row = page.locator(`a[href="/orders/${orderId}"]`, { has: page.getByText('Completed', { exact: true }) })
    await row.waitFor()
    expect(wallet.asked).not.toContain('eth_sendTransaction')
    expect(complaints).toEqual([])
  })

  it('lets the relayer finish a swap whose user closes the page before a market maker comes, and says what that risks', async () => {
    await openSwapPage()
    await stack.solver.stop()
    let orderId: string
    try {
      const card = await fundOnPage({ path: 'native', from: 'devnet_a:eth', to: 'devnet_b:usdc', amount: '0.06' })
      await card.getByText('You cannot stay?').click()
      const risk =
        'You may close this page. Whoever runs the relayer could, together with the market maker, take what you pay and give you nothing.'
      await card.getByText(risk, { exact: true }).waitFor()
      expect(await axeFaults()).toEqual([])
      orderId = await orderIdOf(card)
      await card.getByRole('button', { name: 'Let the relayer finish the swap' }).click()
      await card.getByText('The relayer keeps your secret', { exact: false }).waitFor()
      await page.close()
    } finally {
      await stack.solver.restart()
    }
    const order = await untilSo(
      () => client().getOrder(orderId),
      ({ status }) => status === 'completed',
      'the end of a swap whose user is gone',
    )
    const [claim] = await client().listClaims(orderId)
    expect(order.destination_intent.claim_tx_hash).toBe(claim?.claim_tx_hash)
    page = await openPage(browser.contexts().at(-1) as BrowserContext)
    expect(complaints).toEqual([])
  })

  it('shows what it read from the chains, and gives back tokens that were sent to a vault that was never created', async () => {
    const { order } = await stage.startSwap()
    const { user } = stack.chains.devnet_a
    const { token_address: token, swap_id: vault } = order.source_intent
    const args = [vault as Hex, 1_000_000n] as const
    await user.writeContract({ address: token as Hex, abi: erc20Abi, functionName: 'transfer', args })
    await openSwapPage()
    await page.goto(`${web.url}/orders/${order.order_id}`)
    const chains = await unfold('Read from the chains')
    await chains.getByText('the one that the terms give').nth(1).waitFor()
    await chains.getByText('1 USDC', { exact: true }).waitFor()
    const refund = page.getByRole('button', { name: 'Take the amount back' })
    await refund.waitFor()
    expect(await axeFaults()).toEqual([])
    await refund.click()
    await orderShows('Refunded')
    await chains.getByText('As the orderbook says').nth(1).waitFor()
    expect(complaints).toEqual([])
  })

  it('takes a newcomer from the last lines of npm run dev to a receipt, with nothing installed', async () => {
    page = await openPage(await browser.newContext(desktop))
    const [, url = '', button = '', wallet = ''] =
      /open (\S+), press "([^"]+)" and choose "([^"]+)"/.exec(guide(stack, web.url)) ?? []
    await page.goto(url)
    await page.getByRole('banner').getByRole('button', { name: button }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: wallet }).click()
    await page.getByLabel(/^Amount in/).fill('36')
    await pressSwap()
    await page.getByRole('button', { name: 'Copy receipt' }).waitFor()
    await page.getByRole('heading', { name: 'Completed' }).waitFor()
    expect(await axeFaults()).toEqual([])
    expect(complaints).toEqual([])
  })

  it('sends a policy that allows no inline code and no other origin', async () => {
    const answer = await fetch(web.url)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain(`connect-src 'self' ${new URL(stack.baseUrl).origin} ${new URL(stack.relayerUrl).origin}`)
    expect(policy).not.toContain('unsafe')
  })

  it('loads less than 120 kB at first, compressed', async () => {
    const html = await (await fetch(web.url)).text()
    const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    const files = await Promise.all(paths.map(async (path) => (await fetch(web.url + path)).text()))
    const sizes = files.map((text) => gzipSync(text).byteLength)
    expect(paths.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120_000)
  })

  it('pays another address, which it shows in full before anything is signed', async () => {
    await openSwapPage()
    const other = privateKeyToAccount(generatePrivateKey()).address
    await choosePair('21')
    await button('Send to another address').click()
    await addressField().fill(other.slice(0, -1))
    await page.getByText('An address is 0x and 40 letters', { exact: false }).waitFor()
    await button('Give the address to pay').waitFor()
    await addressField().fill(` ${other.toLowerCase()} `)
    await page.getByText(other, { exact: true }).waitFor()
    expect(await axeFaults()).toEqual([])
    expect(signatures()).toBe(0)
    await button('Swap').click()
    const card = page.getByRole('region', { name: /^Swap 21 / })
    await card.getByText(`Paid to ${other}`, { exact: false }).waitFor()
    await card.getByText('The tokens are with the address that you gave.').waitFor()
    const token = stack.network.assets.find(({ asset }) => asset === 'devnet_b:usdc')?.token_address as Hex
    const balance = { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [other] } as const
    expect(await stack.chains.devnet_b.control.readContract(balance)).toBeGreaterThan(20_000_000n)
  })

  it('asks a contract wallet for the address that is paid, and does not take its own where nobody is', async () => {
    const { address } = accounts.user
    await stack.chains.devnet_a.control.setCode({ address, bytecode: '0x00' })
    try {
      await openSwapPage()
      await choosePair('22')
      await page.getByText('Your wallet is a contract.', { exact: false }).waitFor()
      await button('Give the address to pay').waitFor()
      expect(await axeFaults()).toEqual([])
      await addressField().fill(address)
      await button('Swap').click()
      await page.getByText('where nobody may control it', { exact: false }).waitFor()
    } finally {
      await stack.chains.devnet_a.control.setCode({ address, bytecode: '0x' })
    }
  })

  it('lists a wallet that only sets window.ethereum', async () => {
    await page.context().close()
    const context = await browser.newContext(desktop)
    wallet = await installWallet(context, stack, accounts.user.address, false)
    page = await openPage(context)
    await page.goto(web.url)
    await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Wallet of this browser' }).click()
    await choosePair('23')
    await page.getByText('You have', { exact: false }).waitFor()
  })

  // Must be the last test, because it moves the chains' clocks beyond that of the browser.
  it('takes the amount back when no market maker comes, by the page of the swap and by that of the order', async () => {
    await stack.solver.stop()
    try {
      const other = await stage.startSwap()
      await other.initiate('permit', stack.chains.devnet_a.user, { by: 'wallet' })
      await openSwapPage()
      const card = await fundOnPage({ path: 'native', from: 'devnet_a:eth', to: 'devnet_b:eth', amount: '0.02' })
      await other.waitFor(['source_initiated'], wait)
      const swap = await client().getOrder(await orderIdOf(card))
      for (const { control } of Object.values(stack.chains)) {
        const { timestamp } = await control.getBlock()
        await control.increaseTime({ seconds: swap.source_intent.cancel_after - Number(timestamp) + 1 })
        await control.mine({ blocks: 3 })
      }
      await done(card, 'Refunded')
      expect(await axeFaults()).toEqual([])
      await page.getByRole('navigation').getByRole('link', { name: 'Activity' }).click()
      await page.getByText('Refunds that wait for you').waitFor()
      await page.goto(`${web.url}/orders/${other.order.order_id}`)
      await page.getByRole('button', { name: 'Take the amount back' }).click()
      await orderShows('Refunded')
      expect(await axeFaults()).toEqual([])
    } finally {
      await stack.solver.restart()
    }
    expect(complaints).toEqual([])
  })
})
