/** A user leaves shares of a secret with several relayers and goes away; some of them lie, or are down. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type OrderWire, shareListSchema, successEnvelopeSchema } from '@tandem/contracts'
import { type EscrowTerms, escrowRegistryAbi, shareSecretTypedData } from '@tandem/escrow'
import { createTestDatabase, devAccounts, freePort, type TestDatabase, until } from '@tandem/local-services'
import pg from 'pg'
import { split } from 'shamir-secret-sharing'
import { type Address, bytesToHex, type Hex, hexToBytes, sha256 } from 'viem'
import { post } from './support/post.ts'
import { Surroundings } from './support/surroundings.ts'

interface Member {
  url: string
  db: pg.Client
}

let around: Surroundings
const ends: (() => Promise<unknown>)[] = []
const databases: TestDatabase[] = []
beforeAll(async () => {
  around = await Surroundings.start()
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()))
  await around.stop()
})

/** Relayers of different operators that know one another, and the `strangers` that run elsewhere, or not at all. */
async function startRelayers(
  count: number,
  strangers: readonly string[] = [],
  { strangersOf = (_index: number): readonly string[] => strangers, env = {} } = {},
): Promise<Member[]> {
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  return Promise.all(
    ports.map(async (port, index) => {
      const database = await createTestDatabase('relayer', 'relayer')
      databases.push(database)
      const key = devAccounts[4 + index]?.privateKey
      const relayer = around.relayer(
        {
          ...{ PORT: String(port), DATABASE_URL: database.url, SIGNERS: JSON.stringify({ left: [key], right: [key] }) },
          RELAYER_PEERS: [...urls.filter((url) => url !== urls[index]), ...strangersOf(index)].join(','),
          ...env,
        },
        { sharesIntervalMs: 100 },
      )
      const db = new pg.Client({ connectionString: database.url })
      await db.connect()
      await relayer.start()
      ends.push(async () => {
        await relayer.stop()
        await db.end()
      })
      return { url: urls[index] as string, db }
    }),
  )
}

/** A relayer that says what it likes. */
async function startLiar(say: (orderId: string) => unknown): Promise<string> {
  const server: Server = createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ status: 'Success', result: say(req.url?.split('/')[2] ?? '') }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Dealt {
  order: OrderWire
  shares: Hex[]
  shareHashes: Hex[]
  bodies: object[]
}

/** What the user's app makes of a secret. */
async function deal(
  order: OrderWire,
  secret: Hex,
  { count = 3, least = 3, signer = 1 }: { count?: number; least?: number; signer?: number } = {},
): Promise<Dealt> {
  const shares = (await split(hexToBytes(secret), count, 2)).map((share) => bytesToHex(share))
  const shareHashes = shares.map((share) => sha256(share))
  const swapId = order.destination_intent.swap_id as Address
  const signature = await around.wallet('left', signer).signTypedData(
    shareSecretTypedData({
      ...{ chainId: around.anvils.left.chainId, registry: around.registry },
      ...{ source: order.source_intent.swap_id as Address, destination: swapId, shareHashes, leastReady: least },
    }),
  )
  const signed = { order_id: order.order_id, swap_id: swapId, share_hashes: shareHashes, least_ready: least, signature }
  return { order, shares, shareHashes, bodies: shares.map((share) => ({ ...signed, share })) }
}

/** A user who leaves before the market maker has funded. */
async function leave(members: readonly Member[], options: { count?: number; least?: number } = {}) {
  const { order, secret, destination } = await around.order({ isDestinationOpen: false })
  const dealt = await deal(order, secret, { count: members.length, ...options })
  for (const [index, { url }] of members.entries()) {
    expect((await post(`${url}/shares`, dealt.bodies[index])).status).toBe(200)
  }
  return { ...dealt, secret, destination }
}

const ask = async (url: string, { order_id: id }: OrderWire) => {
  const answer = await fetch(`${url}/shares/${id}`)
  const body = (await answer.json()) as { code?: string }
  return answer.ok ? successEnvelopeSchema(shareListSchema).parse(body).result.data : body.code
}
const given = async ({ url }: Member, order: OrderWire) => {
  const answer = await ask(url, order)
  return Array.isArray(answer) ? answer.map(({ share }) => share) : answer
}

const claimsOf = ({ destination_intent: { swap_id } }: OrderWire) =>
  around.control('right').getContractEvents({
    address: around.registry,
    abi: escrowRegistryAbi,
    eventName: 'EscrowClaimed',
    args: { vault: swap_id as Address },
    fromBlock: 0n,
  })
const isClaimed = async (order: OrderWire) => {
  await around.control('right').mine({ blocks: 1 })
  return (await claimsOf(order)).length > 0
}
const fund = (terms: EscrowTerms) => around.open('right', 2, terms)
const rowsOf = async ({ db }: Member) => (await db.query('SELECT * FROM shares')).rows
/** Ends with the last share deleted. */
const untilForgotten = (members: readonly Member[]) =>
  until(async () => {
    await around.control('right').mine({ blocks: 1 })
    return (await Promise.all(members.map(rowsOf))).every((rows) => rows.length === 0)
  }, 'every relayer has forgotten its share')

describe('POST /shares', () => {
  it('keeps a share encrypted, once, and gives it to nobody as long as the destination does not stand', async () => {
    const [member] = (await startRelayers(1, ['http://127.0.0.1:1', 'http://127.0.0.1:2'])) as [Member]
    const { order, secret } = await around.order({ isDestinationOpen: false })
    expect(await ask(member.url, order)).toBe('SHARE_NOT_FOUND')
    const { bodies, shares, shareHashes } = await deal(order, secret)
    const first = await post(`${member.url}/shares`, bodies[0])
    expect(first.status).toBe(200)
    expect(first.text).not.toContain((shares[0] as Hex).slice(2))
    expect((await post(`${member.url}/shares`, bodies[0])).status).toBe(200)
    const rows = await rowsOf(member)
    expect(rows.map(({ share_hash: hash }) => hash)).toEqual([shareHashes[0]])
    expect(JSON.stringify(rows)).not.toContain((shares[0] as Hex).slice(2))
    expect(Buffer.concat(rows.map((row) => row.share_ct)).includes(Buffer.from(hexToBytes(shares[0] as Hex)))).toBe(
      false,
    )
    expect(await ask(member.url, order)).toBe('DESTINATION_NOT_INITIATED')
  })

  it('refuses what the user did not sign, and keeps the user’s own share all the same', async () => {
    const [member] = (await startRelayers(1, ['http://127.0.0.1:1', 'http://127.0.0.1:2'])) as [Member]
    const { order, secret } = await around.order({ isDestinationOpen: false })
    const honest = await deal(order, secret)
    const foreign = await deal(order, secret, { signer: 2 })
    const other = await around.order({ isDestinationOpen: false })
    const [body] = honest.bodies as [Record<string, unknown>]
    const refused = async (over: object) => {
      const { status, code, text } = await post(`${member.url}/shares`, { ...body, ...over })
      expect(text).not.toContain((honest.shares[0] as Hex).slice(2))
      return [status, code]
    }
    expect(await refused(foreign.bodies[0] as object)).toEqual([422, 'SIGNATURE_INVALID'])
    expect(await refused({ least_ready: 2 })).toEqual([422, 'SIGNATURE_INVALID'])
    expect(await refused({ share_hashes: foreign.shareHashes })).toEqual([422, 'WRONG_SECRET'])
    expect(await refused({ swap_id: order.source_intent.swap_id })).toEqual([409, 'SWAP_MISMATCH'])
    expect(await refused({ order_id: other.order.order_id })).toEqual([409, 'SWAP_MISMATCH'])
    expect(await refused({ share: `0x${'5e'.repeat(32)}` })).toEqual([400, 'INVALID_REQUEST'])
    expect(await refused({ least_ready: 4 })).toEqual([400, 'INVALID_REQUEST'])
    const four = await deal(order, secret, { count: 4, least: 4 })
    expect(await refused(four.bodies[0] as object)).toEqual([409, 'PEERS_MISSING'])
    expect(await rowsOf(member)).toEqual([])
    expect((await post(`${member.url}/shares`, body)).status).toBe(200)
  })

  it('keeps at most sixteen shares for an order', async () => {
    const [member] = (await startRelayers(1, ['http://127.0.0.1:1', 'http://127.0.0.1:2'])) as [Member]
    const { order, secret } = await around.order({ isDestinationOpen: false })
    const statuses: number[] = []
    for (let time = 0; time < 17; time += 1) {
      const { bodies } = await deal(order, secret)
      statuses.push((await post(`${member.url}/shares`, bodies[0])).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => 200), 429])
  })
})

describe('relayers with shares of a secret', () => {
  it('claim once together, only after the destination stands, and forget their shares', async () => {
    const members = await startRelayers(3)
    const { order, destination } = await leave(members)
    for (const member of members) expect(await given(member, order)).toBe('DESTINATION_NOT_INITIATED')
    // From now on the orderbook denies the order.
    around.orders.delete(order.order_id)
    await fund(destination)
    await untilForgotten(members)
    expect(await claimsOf(order)).toHaveLength(1)
    const statesOf = async () => {
      const all = await Promise.all(members.map(({ db }) => db.query('SELECT state FROM requests')))
      return all.flatMap(({ rows }) => rows.map(({ state }) => state as string))
    }
    const isOver = (state: string) => state === 'confirmed' || state === 'superseded'
    await until(async () => {
      await around.control('right').mine({ blocks: 1 })
      return (await statesOf()).every(isOver)
    }, 'every claim has ended well')
    expect((await statesOf()).filter((state) => state === 'confirmed')).toHaveLength(1)
  })

  it('claim although one lies about its share, and is ready too early', async () => {
    let wrong: { share_hash: Hex; share: Hex }[] = []
    const liar = await startLiar(() => ({ data: wrong }))
    const members = await startRelayers(2, [liar])
    const { order, secret, destination } = await around.order({ isDestinationOpen: false })
    const { bodies, shareHashes } = await deal(order, secret)
    wrong = [{ share_hash: shareHashes[0] as Hex, share: `0x${'ee'.repeat(33)}` }]
    for (const [index, { url }] of members.entries())
      expect((await post(`${url}/shares`, bodies[index + 1])).status).toBe(200)
    await until(async () => (await rowsOf(members[0] as Member))[0].next_look_at > new Date(), 'it was looked at')
    for (const member of members) expect(await given(member, order)).toBe('DESTINATION_NOT_INITIATED')
    await fund(destination)
    await until(() => isClaimed(order), 'the destination is claimed')
  })

  it.each([
    ['one of three is down, where two must be ready', 3, 2, 1],
    ['one of five lies and one is down, where three must be ready', 5, 3, 2],
  ])('claim although %s', async (_name, count, least, missing) => {
    const strangers = [
      'http://127.0.0.1:1',
      await startLiar(() => ({ data: [{ share_hash: '0x', share: 'rubbish' }] })),
    ]
    const members = await startRelayers(count - missing, strangers.slice(0, missing))
    const { order, destination } = await leave(members, { count, least })
    await fund(destination)
    await until(() => isClaimed(order), 'the destination is claimed')
  })

  it('claim although one of three shows itself to one of the others alone, and so learns the secret', async () => {
    let own: { share_hash: Hex; share: null }[] = []
    const liar = await startLiar(() => ({ data: own }))
    const members = await startRelayers(2, [], {
      strangersOf: (index) => [index === 0 ? liar : 'http://127.0.0.1:1'],
    })
    const { order, destination, shareHashes } = await leave(members, { count: 3 })
    own = [{ share_hash: shareHashes[2] as Hex, share: null }]
    await fund(destination)
    await until(() => isClaimed(order), 'the destination is claimed')
    const isGiven = await Promise.all(members.map(async (member) => (await rowsOf(member))[0]?.given_at !== null))
    expect(isGiven).toEqual([true, false])
  })

  it('give nothing away where one of three lies and one is down, and three must be ready: the source is refunded', async () => {
    let own: { share_hash: Hex; share: null }[] = []
    const liar = await startLiar(() => ({ data: own }))
    const members = (await startRelayers(1, [liar, 'http://127.0.0.1:1'])) as [Member]
    const { order, destination, shareHashes } = await leave(members, { count: 3 })
    // It keeps its own: with the honest one's it would know the secret alone until the destination is cancelled.
    own = [{ share_hash: shareHashes[1] as Hex, share: null }]
    await fund(destination)
    await until(async () => Array.isArray(await given(members[0], order)), 'the honest one is ready')
    for (let time = 0; time < 20; time += 1) {
      // A busy chain is not always read.
      expect([[null], 'DESTINATION_NOT_INITIATED']).toContainEqual(await given(members[0], order))
      await around.control('right').mine({ blocks: 1 })
    }
    expect(await claimsOf(order)).toEqual([])
    expect((await members[0].db.query('SELECT id FROM requests')).rows).toEqual([])
  })

  it('are not ready for a claim that they would not pay for', async () => {
    const none = { native_price_usd: '1000', claims: { total_usd: '0.000001' } }
    const members = await startRelayers(3, [], { env: { SPONSORING: JSON.stringify({ left: none, right: none }) } })
    const { order, destination } = await leave(members)
    await fund(destination)
    const refused = /tandem_relayer_sponsor_refused_total{[^}]*} [1-9]/
    await until(async () => {
      const metrics = await Promise.all(members.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
      return metrics.every((text) => refused.test(text))
    }, 'every relayer has refused to pay')
    for (const member of members) expect(await given(member, order)).toBe('DESTINATION_NOT_INITIATED')
    expect(await claimsOf(order)).toEqual([])
  })

  it('forget their shares when too little time is left, and give none', async () => {
    const members = await startRelayers(3)
    const now = Math.floor(Date.now() / 1_000)
    const { order, secret, destination } = await around.order({
      isDestinationOpen: false,
      // Twice the time of a claim is left when the shares come, and less when the destination stands.
      destination: { cancelAfter: now + 126 },
    })
    const { bodies } = await deal(order, secret)
    for (const [index, { url }] of members.entries())
      expect((await post(`${url}/shares`, bodies[index])).status).toBe(200)
    await until(() => Date.now() / 1_000 > now + 7, 'less than that is left')
    await fund(destination)
    await untilForgotten(members)
    expect(await claimsOf(order)).toEqual([])
    const late = await deal(order, secret)
    expect((await post(`${members[0]?.url}/shares`, late.bodies[0])).code).toBe('TOO_LATE')
  })
})
