/** Servers and consumers are killed at random while events flow. No consumer may miss an event or see one out of order. */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import request from 'supertest'
import { makeOrderStore } from '../../src/orders/db/order.store.ts'
import { createOrder } from '../support/api.ts'
import { anOrder, aQuote } from '../support/builders.ts'
import { changeStatus } from '../support/change-status.ts'
import { type MigratedDatabase, migratedDatabase } from '../support/database.ts'
import { KilledProcess } from '../support/killed-process.ts'
import { networkWire } from '../support/network.ts'
import { testEnvironment } from '../support/orderbook.ts'

/** How many kills a run has. Every third kill ends all servers at once; `KILLS=30` makes a long run. */
const kills = Number(process.env.KILLS ?? 3)
/** The least number of orders, however fast the kills come. */
const fewestOrders = 40
const [serverCount, consumerCount] = [2, 2]

let database: MigratedDatabase
let dir: string
const started: KilledProcess[] = []
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'orderbook-kill-'))
  database = await migratedDatabase('kill')
})
afterAll(async () => {
  await Promise.all(started.map((each) => each.kill()))
  await database.drop()
  rmSync(dir, { recursive: true, force: true })
})

const file = (name: string) => join(dir, name)
const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

/** Replaces the file in one step, so that a consumer never reads half of it. */
function publish(urls: readonly (string | undefined)[]): void {
  writeFileSync(file('urls.new'), urls.filter((url) => url !== undefined).join('\n'))
  renameSync(file('urls.new'), file('urls'))
}

const listeningAt = (line: string): string | undefined => {
  const { message, url } = JSON.parse(line) as { message: string; url?: string }
  return message === 'http.listening' ? url : undefined
}

it('misses no event and sees each in order, while consumers and servers are killed at random', async () => {
  writeFileSync(file('network.json'), JSON.stringify(networkWire))
  const env = { ...testEnvironment(database.url, file('network.json')), LOG_LEVEL: 'info' }
  const main = new URL('../../src/main.ts', import.meta.url)
  const servers = Array.from({ length: serverCount }, () => new KilledProcess(main, [], env))
  started.push(...servers)
  const urls: (string | undefined)[] = await Promise.all(servers.map((server) => server.start(listeningAt)))
  publish(urls)
  const outputs = Array.from({ length: consumerCount }, (_, index) => file(`events-${index}`))
  const consumers = outputs.map(
    (output) => new KilledProcess(new URL('./consumer.ts', import.meta.url), [file('urls'), output]),
  )
  started.push(...consumers)
  for (const output of outputs) writeFileSync(output, '')
  const startConsumer = (consumer: KilledProcess) => void consumer.start(() => undefined).catch(() => undefined)
  consumers.forEach(startConsumer)

  let isOver = false
  const orders = makeOrderStore(database.sql)
  const writing = (async () => {
    for (let written = 0; !isOver || written < fewestOrders; written += 1) {
      const quote = aQuote()
      const order = anOrder({ quoteId: quote.quoteId })
      await orders.create(order, quote)
      await changeStatus(database.prisma, order.orderId, 'source_initiated')
      // This request may die with its server; only the database knows whether the order was created.
      const url = pick(urls)
      if (url !== undefined) await createOrder(request(url)).catch(() => undefined)
      await changeStatus(database.prisma, order.orderId, 'expired')
    }
  })()

  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(Math.random() * 600)
    const victim = Math.floor(Math.random() * serverCount)
    // Every third kill hits all servers at once.
    const victims = kill % 3 === 2 ? [...servers.keys()] : [victim]
    await Promise.all(
      victims.map(async (index) => {
        await servers[index]?.kill()
        urls[index] = undefined
        if (urls.some((url) => url !== undefined)) publish(urls)
      }),
    )
    const consumer = pick(consumers)
    await consumer.kill()
    startConsumer(consumer)
    await Promise.all(
      victims.map(async (index) => {
        urls[index] = await servers[index]?.start(listeningAt)
        publish(urls)
      }),
    )
  }
  isOver = true
  await writing

  const total = await database.prisma.orderEvent.count()
  const linesOf = (output: string) => readFileSync(output, 'utf8').split('\n').filter(Boolean)
  while (outputs.some((output) => linesOf(output).length < total)) await sleep(100)
  await Promise.all(started.map((each) => each.kill()))

  const written = await database.prisma.orderEvent.findMany({ orderBy: { seq: 'asc' } })
  const expected = written.map(({ seq, orderId, orderSeq }) => `${seq} ${orderId} ${orderSeq}`)
  expect(written.map(({ seq }) => Number(seq))).toEqual(written.map((_, index) => index + 1))
  expect(total).toBeGreaterThan(2 * fewestOrders)
  for (const output of outputs) expect(linesOf(output)).toEqual(expected)
  const last = new Map<string, number>()
  for (const { orderId, orderSeq } of written) {
    expect(orderSeq).toBe((last.get(orderId) ?? 0) + 1)
    last.set(orderId, orderSeq)
  }
})
