/** The packed SDK in a page of its own, in a real browser, with an injected wallet, on a real stack. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { accounts, assetOf, readBalance, type Stack, startStack } from '@tandem/devnet'
import { startedParts } from '@tandem/local-services'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startBrowser } from '../../../support/browser.ts'
import { makePackedProject, type PackedProject } from '../../../support/packed-project.ts'
import { type ServedFolder, serveFolder } from '../../../support/served-folder.ts'
import { installWallet, type TestWallet } from '../../../support/test-wallet.ts'
import type { App } from './page.ts'

const examples = new URL('../../../../packages/examples/src', import.meta.url).pathname
const amount = 25n * 10n ** 18n
const parts = startedParts()
let stack: Stack
let project: PackedProject
let browser: Browser
let server: Server
let url: string
/** A copy of the page of the examples, built. */
let copy: ServedFolder
/** The points at which the test will still kill the tab, and those at which it has killed it. */
let deadly: Set<string>
let died: string[]
let kill: () => void = () => {}

const pages = {
  '/': new URL('page.ts', import.meta.url).pathname,
  '/react': `${examples}/pages/react.tsx`,
  '/card': `${examples}/pages/card.tsx`,
}

beforeAll(async () => {
  ;[stack, project, browser] = await Promise.all([
    parts.keep(startStack()),
    parts.keep(makePackedProject(), (made) => made.remove()),
    parts.keep(startBrowser(), (started) => started.close()),
  ])
  const bundles = new Map(
    await Promise.all(Object.entries(pages).map(async ([path, file]) => [path, await project.bundle(file)] as const)),
  )
  server = createServer(({ url: path = '' }, response) => {
    const bundle = bundles.get(path.replace(/page\.(js|css)$/, ''))
    if (path.startsWith('/reached/')) {
      const point = path.slice('/reached/'.length)
      if (point === 'waiting_for_market_maker') thawMaker()
      // A tab that is going to be killed gets no answer, so that it stops at this point.
      if (!dies(point)) response.end()
    } else if (path === '/config.json') response.end(JSON.stringify(configOf(stack)))
    else if (path === '/network.json') response.end(JSON.stringify(stack.network))
    else if (path === '/setup.json') response.end(JSON.stringify(setupOf(stack)))
    else if (path.endsWith('page.js')) response.setHeader('content-type', 'text/javascript').end(bundle?.script)
    else if (path.endsWith('page.css')) response.setHeader('content-type', 'text/css').end(bundle?.style)
    else
      response
        .setHeader('content-type', 'text/html')
        .end(
          `<!doctype html><link rel="stylesheet" href="${path}page.css"><script type="module" src="${path}page.js"></script>`,
        )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  copy = await serveFolder(await project.copyPage(url))
})
afterAll(async () => {
  server?.close()
  copy?.close()
  await parts.end()
})

const setupOf = ({ baseUrl, relayerUrl, network, chains }: Stack) => ({
  baseUrl,
  relayerUrl,
  network,
  endpoints: Object.fromEntries(Object.values(chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]])),
})

/** The configuration, as the page of a deployment has it. */
const configOf = (started: Stack) => {
  const { baseUrl: base_url, relayerUrl: relayer_url, endpoints: rpc_urls } = setupOf(started)
  return { base_url, relayer_url, rpc_urls }
}

/**
 * Freezes the market maker once the wallet is asked to pay. On a busy machine it could otherwise fund the destination before the
 * page looks, and the page would not wait for it.
 */
function freezeMakerAtPayment(wallet: TestWallet): void {
  wallet.onAsked = (method, [, typedData]) => {
    const isPayment = method === 'eth_sendTransaction' || String(typedData).includes('Permit')
    if (isPayment) process.kill(stack.solver.pid, 'SIGSTOP')
  }
}
const thawMaker = () => process.kill(stack.solver.pid, 'SIGCONT')

function dies(point: string): boolean {
  if (!deadly.delete(point)) return false
  died.push(point)
  kill()
  return true
}

/** A new browser with the user's wallet in it. */
async function openWallet(): Promise<{ context: BrowserContext; wallet: TestWallet }> {
  const context = await browser.newContext()
  const wallet = await installWallet(context, stack, accounts.user.address)
  freezeMakerAtPayment(wallet)
  return { context, wallet }
}

/** A user's browser. When asked to, its wallet kills the tab after it has sent. */
async function openBrowser(points: readonly string[]): Promise<BrowserContext> {
  ;[deadly, died] = [new Set(points), []]
  const { context, wallet } = await openWallet()
  wallet.onAnswered = (method) => method !== 'eth_sendTransaction' || !dies('sent_by_wallet')
  return context
}

/** Opens the page in a tab. {@link kill} ends it without letting the page do anything. */
async function openTab(context: BrowserContext): Promise<{ page: Page; crashed: Promise<'crashed'> }> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  kill = () => void session.send('Page.crash').catch(() => undefined)
  const crashed = new Promise<'crashed'>((resolve) => page.once('crash', () => resolve('crashed')))
  await page.goto(url)
  return { page, crashed }
}

/** Gives the page one command in a new tab; `crashed` when the tab died meanwhile. */
async function command(context: BrowserContext, name: keyof App): Promise<unknown> {
  const { page, crashed } = await openTab(context)
  const run = (wanted: keyof App): Promise<unknown> => (globalThis as unknown as { app: App }).app[wanted]()
  const answer = page.evaluate(run, name)
  const ended = await Promise.race([
    crashed,
    answer.catch(async (error: unknown) => {
      // The crash and the error of its command may come in either order.
      if (String(error).includes('crashed')) return crashed
      throw error
    }),
  ])
  await page.close()
  return ended
}

const held = (chain: 'devnet_a' | 'devnet_b') =>
  readBalance(stack.chains[chain].user, assetOf(stack.network, `${chain}:dai`), accounts.user.address)

/** How much a swap changed the user's balances. */
async function moved(swap: () => Promise<void>): Promise<{ given: bigint; received: bigint }> {
  const [a, b] = [await held('devnet_a'), await held('devnet_b')]
  await swap()
  return { given: a - (await held('devnet_a')), received: (await held('devnet_b')) - b }
}
/** What a swap changes: the devnet's fee is ten basis points. */
const paid = { given: amount, received: amount - amount / 1000n }

describe('a page with the packed SDK', () => {
  it('whose tab is killed after each step goes on with its swap in the next, and pays once', async () => {
    const points = [
      ...['kept_before_order', 'kept_with_order', 'initiating', 'sent_by_wallet', 'waiting_for_market_maker'],
      ...['revealing', 'kept_secret_out'],
    ]
    const context = await openBrowser([...points, 'ensuring_claim', 'settling'])
    expect(
      await moved(async () => {
        let ended = await command(context, 'start')
        while (ended === 'crashed') ended = await command(context, 'resume')
        expect(ended).toBe('completed')
      }),
    ).toEqual(paid)
    // The claim can be mined, and the order complete, before the page reads again.
    expect(died.filter((point) => points.includes(point))).toEqual(points)
    expect(await command(context, 'kept')).toBe(0)
    await context.close()
  })

  it('finds its swap again by the wallet alone, in a browser that keeps nothing', async () => {
    const first = await openBrowser(['waiting_for_market_maker'])
    expect(
      await moved(async () => {
        expect(await command(first, 'start')).toBe('crashed')
        await first.close()
        const second = await openBrowser([])
        expect(await command(second, 'kept')).toBe(0)
        expect(await command(second, 'restore')).toBe('completed')
        await second.close()
      }),
    ).toEqual(paid)
  })
})

/** A tab with a page, and the wallet in it. */
async function openPage(address: string): Promise<{ page: Page; wallet: TestWallet; faults: string[] }> {
  const { context, wallet } = await openWallet()
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(address)
  return { page, wallet, faults }
}

describe('a copy of the page of the examples', () => {
  it('swaps, and goes on with its swap when the page opens again', async () => {
    const { page, faults } = await openPage(copy.url)
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void dialog.accept()
    })
    await page.getByRole('combobox').selectOption('devnet_a:usdc → devnet_b:usdc')
    await page.getByRole('button', { name: 'Swap' }).click()
    await page.getByText('waiting_for_market_maker').waitFor()
    thawMaker()
    await page.reload()
    await page.getByText('completed').waitFor()
    expect(questions).toEqual([expect.stringMatching(/^Swap 25 USDC for at least 24\.9\d* USDC\?$/)])
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the quickstart for React', () => {
  it('shows a refusal, goes on when the user wants to, and after the page was opened again', async () => {
    const { page, wallet, faults } = await openPage(`${url}/react`)
    // The user signs for the secret, and refuses the permit.
    wallet.consents = 2
    await page.getByRole('button', { name: 'Swap', exact: true }).click()
    await page.getByText('refused: initiating').waitFor()
    wallet.consents = Number.POSITIVE_INFINITY
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByText('running: waiting_for_market_maker').waitFor()
    thawMaker()
    await page.reload()
    await page.getByText('over: completed').waitFor()
    expect(faults).toEqual([])
    await page.context().close()
  })
})

describe('the card in a page that is not ours', () => {
  it('swaps to a receipt, keeps to its own styles, and says at the next visit what became of the swap', async () => {
    const { page, wallet, faults } = await openPage(`${url}/card`)
    await page.getByLabel(/^Amount in/).fill('25')
    await page.getByRole('button', { name: 'You get' }).click()
    const list = page.getByRole('dialog', { name: 'You get' })
    await list.getByLabel('Search').fill('devnet b usd')
    await list.getByRole('button', { name: 'USDC on Devnet B' }).click()
    // Prices need no wallet; only what signs does.
    await page.getByText('1 USDC = ', { exact: false }).waitFor()
    expect(wallet.asked).toEqual([])
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Swap', exact: true }).click()
    await page.getByText('Your side is funded.', { exact: false }).waitFor()
    thawMaker()
    await page.reload()
    await page.getByText('Connect the wallet', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('heading', { name: 'Completed' }).waitFor()
    await page.getByRole('button', { name: 'Copy receipt' }).waitFor()
    expect(await styleOf(page, 'main h1', 'font-family')).not.toContain('ui-sans-serif')
    expect(await styleOf(page, '.tandem', 'font-family')).toContain('ui-sans-serif')
    expect(faults).toEqual([])
    await page.context().close()
  })

  it('is dark where the system is, unless the application says otherwise by a variable', async () => {
    const { page } = await openPage(`${url}/card`)
    const panel = '.tandem-panel'
    await page.locator(panel).waitFor()
    const seen: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      seen.push(await styleOf(page, panel, 'background-color'))
    }
    await page.addStyleTag({ content: '.tandem { --tandem-surface: rgb(1, 2, 3) }' })
    seen.push(await styleOf(page, panel, 'background-color'))
    expect(seen).toEqual(['rgb(255, 255, 255)', 'rgb(20, 29, 26)', 'rgb(1, 2, 3)'])
    await page.context().close()
  })
})

/** A computed style of the first element that a selector finds. */
const styleOf = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const view = globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> }
      return (
        view.getComputedStyle(element) as unknown as { getPropertyValue: (name: string) => string }
      ).getPropertyValue(name)
    }, property)
