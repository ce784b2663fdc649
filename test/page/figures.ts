/**
 * `npm run bench -- page`: measures layout shift, paints and bytes of each page, on a phone of 390 pixels with 1.6
 * Mbit/s and a processor four times slower. Exits with 1 when an aim is missed.
 */
import { parseArgs } from 'node:util'
import { percentile } from '@tandem/local-services'
import type { Page } from 'playwright-core'
import { type PageStage, startPageStage } from '../support/page-stage.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } })
const write = (text: string) => process.stdout.write(`${text}\n`)

/**
 * The figures of a page: its layout shift, milliseconds to its first and its largest paint, and the bytes of its own
 * files as they were sent.
 */
interface Figures {
  shift: number
  firstPaintMs: number
  largestPaintMs: number
  bytes: number
}

const aims = { shift: 0.1, firstPageMs: 2_500, orderPageMs: 4_000 }

/** Milliseconds without a shift or a paint after which a page counts as drawn. */
const quietMs = 3_000
/** Milliseconds after which a page is given up. */
const maxMs = 60_000

interface Entry {
  name: string
  startTime: number
  value: number
  hadRecentInput: boolean
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const { PerformanceObserver: Observer } = globalThis as unknown as {
    PerformanceObserver: new (
      tell: (list: { getEntries(): Entry[] }) => void,
    ) => { observe(options: { type: string; buffered: boolean }): void }
  }
  const seen = { shift: 0, firstPaintMs: 0, largestPaintMs: 0, changedAt: 0 }
  Object.assign(globalThis, { pageFigures: seen })
  // Written without named functions, because a compiler adds a helper to those, which the page does not have.
  const takes: [type: string, take: (entry: Entry) => void][] = [
    [
      'layout-shift',
      ({ value, hadRecentInput }) => {
        if (!hadRecentInput) seen.shift += value
      },
    ],
    [
      'largest-contentful-paint',
      ({ startTime }) => {
        seen.largestPaintMs = startTime
      },
    ],
    [
      'paint',
      ({ name, startTime }) => {
        if (name === 'first-contentful-paint') seen.firstPaintMs = startTime
      },
    ],
  ]
  for (const [type, take] of takes)
    new Observer((list) => {
      seen.changedAt = performance.now()
      for (const entry of list.getEntries()) take(entry)
    }).observe({ type, buffered: true })
}

/** Runs in the page. */
const readFigures = () => {
  const { pageFigures } = globalThis as unknown as { pageFigures: Omit<Figures, 'bytes'> & { changedAt: number } }
  return { ...pageFigures, now: performance.now() }
}

async function throttle(page: Page): Promise<{ bytes: () => number }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  const perSecond = 1_600_000 / 8
  await cdp.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 150, downloadThroughput: perSecond, uploadThroughput: perSecond },
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const own = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).origin === new URL(page.url()).origin) own.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (own.has(requestId)) bytes += encodedDataLength
  })
  return { bytes: () => bytes }
}

async function measure({ browser, web }: PageStage, path: string): Promise<Figures> {
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.addInitScript(observe)
    const sent = await throttle(page)
    await page.goto(web.url + path, { waitUntil: 'load' })
    for (;;) {
      const { now, ...seen } = await page.evaluate(readFigures)
      if (seen.largestPaintMs > 0 && now - seen.changedAt > quietMs) return { ...seen, bytes: sent.bytes() }
      if (now > maxMs) throw new Error(`${path} is not drawn: ${JSON.stringify(seen)}`)
      await page.waitForTimeout(250)
    }
  } finally {
    await context.close()
  }
}

const stage = await startPageStage()
try {
  const swap = await stage.startSwap()
  await stage.completeSwap(swap)
  const pages = ['/', '/activity', `/orders/${swap.order.order_id}`, '/numbers', '/status', '/search?q=reader']
  write('| page | layout shift | first paint, ms | largest paint, ms | own files, kB |\n|---|---|---|---|---|')
  for (const path of pages) {
    const runs: Figures[] = []
    for (let run = 0; run < Number(values.runs); run += 1) runs.push(await measure(stage, path))
    const middle = (name: keyof Figures) =>
      percentile(
        runs.map((figures) => figures[name]),
        0.5,
      )
    const [shift, largest] = [middle('shift'), middle('largestPaintMs')]
    const name = path.startsWith('/orders/') ? '/orders/{id}' : path
    const aim = name === '/orders/{id}' ? aims.orderPageMs : path === '/' ? aims.firstPageMs : Number.POSITIVE_INFINITY
    if (shift >= aims.shift || largest >= aim) process.exitCode = 1
    const cells = [
      shift.toFixed(3),
      middle('firstPaintMs').toFixed(0),
      largest.toFixed(0),
      (middle('bytes') / 1000).toFixed(1),
    ]
    write(`| \`${name}\` | ${cells.join(' | ')} |`)
  }
} finally {
  await stage.stop()
}
