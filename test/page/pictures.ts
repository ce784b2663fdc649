/**
 * `npm run page:pictures`: pictures of every page, light and dark, 1280 and 390 wide, in `.pictures`, for a person to look at; and
 * with `--docs` the two of docs/images.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { seedOrders } from '../../services/orderbook/bench/seed.ts'
import { connectWallet, type PageStage, startPageStage } from '../support/page-stage.ts'

const { values } = parseArgs({
  options: { docs: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const write = (text: string) => process.stdout.write(`${text}\n`)
const folder = join(import.meta.dirname, '../../.pictures')
const docsFolder = join(import.meta.dirname, '../../docs/images')

/** The page as it stands, in both themes and widths; with a view of its own for the documents. */
async function take(page: Page, name: string): Promise<void> {
  if (!name.includes(values.only)) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`), fullPage: true })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** The card in the middle of the page, small enough for a document. */
async function takeForDocs(page: Page, name: string): Promise<void> {
  if (!values.docs) return
  const box = await page.locator('.swap-page > .panel').first().boundingBox()
  if (box === null) throw new Error('there is no card to take')
  const edge = 20
  const clip = {
    x: box.x - edge,
    y: box.y - edge,
    width: box.width + 2 * edge,
    height: box.height + 2 * edge,
    scale: 2,
  }
  const cdp = await page.context().newCDPSession(page)
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 80, clip })
  const picture = Buffer.from(data, 'base64')
  writeFileSync(join(docsFolder, `${name}.webp`), picture)
  write(`docs/images/${name}.webp: ${picture.byteLength} bytes`)
}

async function newPage({ browser }: PageStage): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  page.setDefaultTimeout(60_000)
  return page
}

/** Opens a page, and waits until nothing is loaded any more. */
async function open(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url)
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState('networkidle').catch(() => undefined)
}

/** A swap in the page, from its first field to its receipt. */
async function pictureSwap(stage: PageStage): Promise<void> {
  const { web, stack } = stage
  const page = await newPage(stage)
  await open(page, web.url, 'Swap across chains')
  await page.getByLabel(/^Amount in/).waitFor()
  await take(page, 'swap-start')
  await connectWallet(page, 'Devnet wallet')
  await page.getByLabel(/^Amount in/).fill('250')
  await page.getByRole('button', { name: 'Swap', exact: true }).waitFor()
  await take(page, 'swap-quote')
  await takeForDocs(page, 'swap')
  await page.locator('.terms summary').click()
  await take(page, 'swap-terms')
  await stack.solver.stop()
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await page.getByRole('heading', { name: 'The maker funds its side' }).waitFor()
  await take(page, 'swap-running')
  await stack.solver.restart()
  await page.getByRole('button', { name: 'Copy receipt' }).waitFor()
  await take(page, 'swap-receipt')
  await takeForDocs(page, 'receipt')
  await page.getByRole('button', { name: 'Swap again' }).click()
  await page.getByLabel(/^Amount in/).fill('40')
  await stack.relayer.stop()
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  await page.getByText('What you signed is kept', { exact: false }).waitFor()
  await take(page, 'swap-relayer-down')
  await stack.relayer.restart()
  await open(page, `${web.url}/activity`, 'Newest swaps')
  await take(page, 'activity-wallet')
  await page.context().close()
}

/** Pages that only read. */
async function pictureReading(stage: PageStage): Promise<void> {
  const { web, startSwap, completeSwap } = stage
  const page = await newPage(stage)
  await open(page, `${web.url}/numbers`, 'Average time')
  await take(page, 'numbers-none')
  await open(page, `${web.url}/activity`, 'Newest swaps')
  await take(page, 'activity-none')
  const [created, completed] = [await startSwap(), await startSwap()]
  await completeSwap(completed)
  await open(page, `${web.url}/orders/${created.order.order_id}`, 'Waiting for funds')
  await take(page, 'order-created')
  await open(page, `${web.url}/orders/${completed.order.order_id}`, 'Completed')
  await take(page, 'order-completed')
  await open(page, `${web.url}/orders/00000000-0000-4000-8000-000000000000`, 'There is no order')
  await take(page, 'order-missing')
  await open(page, `${web.url}/search?q=stranger`, 'No order matches')
  await take(page, 'search-empty')
  await open(page, `${web.url}/search?q=reader`, 'Completed')
  await take(page, 'search-found')
  await open(page, `${web.url}/numbers`, 'Average time')
  await take(page, 'numbers-one')
  await open(page, `${web.url}/activity`, 'Newest swaps')
  await take(page, 'activity')
  await open(page, `${web.url}/status`, 'Claims left')
  await take(page, 'status')
  await open(page, `${web.url}/playground`, 'Processes')
  await take(page, 'playground')
  await page.context().close()
}

/** The numbers of ten thousand orders, which take as long as orders on public chains do. */
async function pictureMany(stage: PageStage): Promise<void> {
  // It would look at every order.
  await stage.stack.solver.stop()
  const databaseUrl = stage.stack.postgres.url('orderbook')
  await seedOrders({ databaseUrl, orders: 10_000, users: 1_500, days: 7, isSpread: true })
  // The first answer counts all of them.
  await fetch(`${stage.stack.baseUrl}/stats`)
  const page = await newPage(stage)
  await open(page, `${stage.web.url}/numbers`, 'Half within')
  await take(page, 'numbers-many')
  await open(page, `${stage.web.url}/activity`, 'Newest swaps')
  await take(page, 'activity-many')
  await page.context().close()
}

mkdirSync(folder, { recursive: true })
const stage = await startPageStage()
try {
  await pictureReading(stage)
  await pictureSwap(stage)
  await pictureMany(stage)
} finally {
  await stage.stop()
}
write(`the pictures are in ${folder}`)
