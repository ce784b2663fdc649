/**
 * Claims under chaos: two workers, an API, PostgreSQL, Redis, the chain and the orderbook are killed, frozen, emptied and
 * reorganized at random, and at the end every claim must have been paid once. A hostile run adds an endpoint that lies,
 * recipients that burn gas, a chain that halts, and processes that freeze.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativeToken, testTokenAbi } from '@tandem/escrow'
import { freePort, type LocalPostgres, type LocalRedis, startPostgres, startRedis } from '@tandem/local-services'
import { Redis } from 'ioredis'
import pg from 'pg'
import { type Address, type Hex, keccak256, parseEther, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { claimCall } from '../support/escrow-calls.ts'
import type { RpcProxy } from '../support/rpc-proxy.ts'
import { startTestbed, type Testbed } from '../support/testbed.ts'
import { burnerOf, burnsWhenMined, freeze, lieSometimes, takesAll } from './hostile.ts'
import { RelayerProcess } from './process.ts'
import { randomOf } from './random.ts'

/** How many blocks deep a fact must be to count. No reorg here is as deep. */
const confirmations = 4
const plenty = parseEther('10000')
/** What one claim may cost before its secret has left, in wei. Afterwards it may cost five times as much. */
const maxClaimFee = parseEther('0.002')
const maxRevealedFee = 5n * maxClaimFee
/** How many orders have a recipient that burns the gas of its claim, and how much each of them pays. */
const burners = 3
const burnerAmount = 10n ** 15n

export interface ChaosReport {
  seed: number
  claims: number
  seconds: number
  /** How often each thing happened. */
  happened: Record<string, number>
  /** How many claims ended in each way. */
  ended: Record<string, number>
  transactions: number
  /** Claims that more than one signer tried. */
  hedged: number
  /** The invariants that do not hold. Empty when all is well. */
  wrong: string[]
}

type Order = Awaited<ReturnType<Testbed['openOrders']>>[number]

export class ChaosWorld {
  readonly #testbed: Testbed
  readonly #postgres: LocalPostgres
  readonly #redis: LocalRedis
  readonly #dir: string
  readonly #api: RelayerProcess
  readonly #workers: RelayerProcess[]
  readonly #signers: readonly Address[]
  /** The endpoint that lies; undefined when the run is not hostile. */
  readonly #liar: RpcProxy | undefined
  #isWorthKeeping = false

  private constructor(parts: {
    testbed: Testbed
    postgres: LocalPostgres
    redis: LocalRedis
    dir: string
    api: RelayerProcess
    workers: RelayerProcess[]
    signers: readonly Address[]
    liar: RpcProxy | undefined
  }) {
    this.#testbed = parts.testbed
    this.#postgres = parts.postgres
    this.#redis = parts.redis
    this.#dir = parts.dir
    this.#api = parts.api
    this.#workers = parts.workers
    this.#signers = parts.signers
    this.#liar = parts.liar
  }

  /**
   * Starts the world of a run.
   * @param options.signers how many accounts the relayers send from.
   * @param options.isHostile whether parties also lie and cheat.
   */
  static async start({ signers = 1, isHostile = false }: { signers?: number; isHostile?: boolean } = {}) {
    const dir = mkdtempSync(join(tmpdir(), 'tandem-chaos-'))
    const [postgres, redis] = await Promise.all([startPostgres({ fast: true }), startRedis({ appendOnly: true })])
    const database = { url: await postgres.createDatabase('relayer'), drop: async () => undefined }
    const testbed = await startTestbed({ database, confirmations, anvil: { blockTimeSecs: 1 } })
    const accounts = accountsOf(testbed, signers)
    for (const { address } of accounts) await testbed.control('right').setBalance({ address, value: plenty })
    const liar = isHostile ? await testbed.startProxy() : undefined
    const keys = accounts.map(({ privateKey }) => privateKey)
    const SIGNERS = JSON.stringify({ left: keys, right: keys })
    const env = {
      ...{ SIGNERS, REDIS_URL: redis.url, LOG_LEVEL: 'info' },
      HEDGE_AFTER_MS: '1000',
      MAX_CLAIM_FEE_WEI: String(maxClaimFee),
      ...(liar && testbed.rpcUrls({ right: [liar, { url: testbed.anvils.right.rpcUrl }] })),
    }
    const relayer = async (name: string, roles: string) => {
      const logFile = join(dir, `${name}.log`)
      return new RelayerProcess({ port: await freePort(), env: testbed.env({ ...env, ROLES: roles }), logFile })
    }
    const api = await relayer('api', 'api')
    const workers = [await relayer('worker-1', 'worker'), await relayer('worker-2', 'worker')]
    for (const one of [api, ...workers]) one.start()
    await Promise.all([api, ...workers].map((one) => one.untilReady()))
    return new ChaosWorld({
      testbed,
      postgres,
      redis,
      dir,
      api,
      workers,
      signers: accounts.map(({ address }) => address),
      liar,
    })
  }

  async stop(): Promise<void> {
    await Promise.all([this.#api, ...this.#workers].map((relayer) => relayer.stop()))
    await this.#testbed.stop()
    await Promise.all([this.#postgres.stop(), this.#redis.stop()])
    if (!this.#isWorthKeeping) rmSync(this.#dir, { recursive: true, force: true })
  }

  /**
   * Makes one run: a storm while the claims come, and then peace.
   * @param options.stormSecs how long the storm lasts.
   * @param options.patienceSecs how long nothing may come to an end afterwards, before the run stops and reports what is still
   * open.
   */
  async run(options: { seed: number; claims: number; stormSecs: number; patienceSecs: number }): Promise<ChaosReport> {
    const { seed, claims, stormSecs, patienceSecs } = options
    const random = randomOf(seed)
    const startedAt = Date.now()
    const orders = await this.#testbed.openOrders(claims)
    const cheats = this.#liar === undefined ? [] : await this.#openCheats()
    await this.#bury()
    const user = orders[0]?.order.destination_intent.recipient as Address
    const before = await this.#balanceOf(user)
    const happened: Record<string, number> = {}
    const state = { isOver: false }
    const stopLying = this.#liar && lieSometimes(this.#liar, random, happened)
    const chaos = this.#chaos(random, happened, state)
    const competitors = this.#compete(orders, random, happened)
    const comeWithinMs = stormSecs * 500
    const giveUpAt = Date.now() + (stormSecs + patienceSecs) * 1_000
    const posts = [...orders, ...cheats].map(({ order, secret }) =>
      this.#post(order.order_id, secret, random, comeWithinMs, giveUpAt),
    )
    await sleep(stormSecs * 1_000)
    state.isOver = true
    await Promise.all([chaos, competitors])
    stopLying?.()
    // The signers are funded again, because a reorg may have set their balances back.
    for (const address of this.#signers) await this.#fund(address, plenty)
    await Promise.all(posts)
    await this.#payCheats(cheats)
    await this.#untilQuiet([...orders, ...cheats], patienceSecs * 1_000)
    const wrong = [
      ...(await this.#whatIsWrong(orders, (await this.#balanceOf(user)) - before)),
      ...(await this.#wrongCheats(cheats)),
      ...(await this.#overspent()),
    ]
    const ids = [...orders, ...cheats].map(({ order }) => order.order_id)
    const ended = await this.#rows<{ state: string; count: number }>(
      'SELECT state, count(*)::int FROM requests WHERE order_id = ANY($1::uuid[]) GROUP BY state',
      [ids],
    )
    const [{ count: transactions } = { count: 0 }] = await this.#rows<{ count: number }>(
      "SELECT count(*)::int FROM tx_attempts WHERE outcome = 'mined'",
    )
    const [{ count: hedged } = { count: 0 }] = await this.#rows<{ count: number }>(
      `SELECT count(*)::int FROM (SELECT request_id FROM nonce_members GROUP BY 1 HAVING count(DISTINCT signer) > 1) AS h`,
    )
    return {
      seed,
      claims,
      seconds: Math.round((Date.now() - startedAt) / 1_000),
      happened,
      ended: Object.fromEntries(ended.map(({ state: name, count }) => [name, count])),
      transactions,
      hedged,
      wrong,
    }
  }

  /** Does something bad every so often. A fault of one part is over before the next fault of the same part begins. */
  async #chaos(random: () => number, happened: Record<string, number>, state: { isOver: boolean }): Promise<void> {
    const anvil = this.#testbed.anvils.right
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
    const kinds: Record<string, () => Promise<void> | void> = {
      'worker killed': () => pick(this.#workers).kill(),
      'api killed': () => this.#api.kill(),
      'redis killed': async () => {
        await this.#redis.kill()
        await sleep(500 * random())
        await this.#redis.restart()
      },
      'redis emptied': () => this.#emptyRedis(),
      'postgres killed': async () => {
        await this.#postgres.kill()
        await sleep(500 * random())
        await this.#postgres.restart()
      },
      'chain frozen': async () => {
        process.kill(anvil.pid, 'SIGSTOP')
        await sleep(1_500 * random())
        process.kill(anvil.pid, 'SIGCONT')
      },
      'chain reorganized': () => this.#reorganize(1 + Math.floor(random() * (confirmations - 2))),
      'signer poor': () => this.#impoverish(pick(this.#signers), 4_000 * random()),
      'orderbook gone': () => this.#testbed.orderbook.darken(1_000 * random()),
      ...(this.#liar === undefined ? {} : this.#standstills(pick, random)),
    }
    while (!state.isOver) {
      const kind = pick(Object.keys(kinds))
      happened[kind] = (happened[kind] ?? 0) + 1
      await kinds[kind]?.()
      await sleep(200 + 800 * random())
    }
  }

  /** Every process freezes at some time, a worker for longer than its lease; and so does the making of blocks. */
  #standstills(pick: <T>(items: readonly T[]) => T, random: () => number): Record<string, () => Promise<void>> {
    const thawed = async (relayer: RelayerProcess, milliseconds: number) => {
      relayer.freeze()
      await sleep(milliseconds)
      relayer.thaw()
    }
    return {
      'worker frozen': () => thawed(pick(this.#workers), 1_000 + 9_000 * random()),
      'api frozen': () => thawed(this.#api, 2_000 * random()),
      'redis frozen': () => freeze(this.#redis.pid, 2_000 * random()),
      'postgres frozen': () => freeze(this.#postgres.pid, 2_000 * random()),
      'chain halted': async () => {
        const mineEvery = (seconds: number) =>
          this.#testbed
            .control('right')
            .setIntervalMining({ interval: seconds })
            .catch(() => undefined)
        await mineEvery(0)
        await sleep(2_000 + 4_000 * random())
        await mineEvery(1)
      },
    }
  }

  /** Opens orders in the native coin whose recipients accept it in a simulation and burn the gas of a transaction. */
  async #openCheats(): Promise<Order[]> {
    const cheats: Order[] = []
    for (let index = 0; index < burners; index += 1) {
      const recipient = burnerOf(index)
      const destination = { token: nativeToken, recipient, amount: burnerAmount }
      cheats.push(await this.#testbed.order({ destination, blocks: 0 }))
      await this.#testbed.control('right').setCode({ address: recipient, bytecode: burnsWhenMined })
    }
    return cheats
  }

  /** Lets the recipients accept the money at last, and has the user claim where the relayer pays for nothing more. */
  async #payCheats(cheats: readonly Order[]): Promise<void> {
    const wallet = this.#testbed.wallet('right', 1)
    for (const [index, { order, secret }] of cheats.entries()) {
      await this.#testbed.control('right').setCode({ address: burnerOf(index), bytecode: takesAll })
      await wallet
        .sendTransaction({ ...claimCall(order.destination_intent, secret), gas: 200_000n })
        .catch(() => undefined)
    }
  }

  async #wrongCheats(cheats: readonly Order[]): Promise<string[]> {
    const wrong: string[] = []
    for (const [index, { order }] of cheats.entries()) {
      const paid = await this.#testbed.control('right').getBalance({ address: burnerOf(index) })
      if (paid !== burnerAmount) wrong.push(`${burnerOf(index)} was paid ${paid}, not ${burnerAmount}`)
      const [row] = await this.#rows<{ state: string; reverts: number }>(
        `SELECT s.state, (SELECT count(*)::int FROM nonce_members m JOIN tx_attempts a USING (chain, signer, nonce)
            WHERE m.request_id = s.id AND a.outcome = 'reverted') AS reverts
           FROM requests s WHERE order_id = $1::uuid`,
        [order.order_id],
      )
      if (row?.state !== 'confirmed' && row?.state !== 'superseded') wrong.push(`a burning claim is ${row?.state}`)
    }
    return wrong
  }

  /** The wei that a signer has paid beyond the caps of its transactions. */
  async #overspent(): Promise<string[]> {
    const wrong: string[] = []
    const chain = this.#testbed.control('right')
    for (const signer of this.#signers) {
      const mined = await this.#rows<{ hash: Hex; claims: number }>(
        `SELECT a.hash, (SELECT count(*)::int FROM nonce_members m
                          WHERE (m.chain, m.signer, m.nonce) = (a.chain, a.signer, a.nonce)) AS claims
           FROM tx_attempts a WHERE a.chain = 'right' AND a.signer = $1 AND a.outcome IN ('mined', 'reverted')`,
        [signer],
      )
      for (const { hash, claims } of mined) {
        const receipt = await chain.getTransactionReceipt({ hash }).catch(() => undefined)
        const paid = receipt === undefined ? 0n : receipt.gasUsed * receipt.effectiveGasPrice
        const most = maxRevealedFee * BigInt(Math.max(1, claims))
        if (paid > most) wrong.push(`${hash} of ${signer} cost ${paid}, and ${claims} claims may cost ${most}`)
      }
    }
    return wrong
  }

  /** Takes a signer's money away for this long, and has the chain forget what it sent. */
  async #impoverish(address: Address, milliseconds: number): Promise<void> {
    const chain = this.#testbed.control('right')
    await this.#fund(address, 1n)
    await chain
      .request({ method: 'anvil_removePoolTransactions' as never, params: [address] as never })
      .catch(() => undefined)
    await sleep(milliseconds)
    await this.#fund(address, plenty)
  }

  async #fund(address: Address, value: bigint): Promise<void> {
    // anvil refuses while it is busy with a reorg.
    await this.#testbed
      .control('right')
      .setBalance({ address, value })
      .catch(() => undefined)
  }

  async #reorganize(depth: number): Promise<void> {
    const chain = this.#testbed.control('right')
    // anvil refuses a reorg while it is busy with another one; then nothing happens.
    await chain.request({ method: 'anvil_reorg' as never, params: [depth, []] as never }).catch(() => undefined)
  }

  async #emptyRedis(): Promise<void> {
    const redis = new Redis(this.#redis.url, { lazyConnect: true, maxRetriesPerRequest: 1 })
    redis.on('error', () => undefined)
    await redis
      .connect()
      .then(() => redis.flushall())
      .catch(() => undefined)
    redis.disconnect()
  }

  /** Has one user in twenty claim at the same time as the relayer. */
  async #compete(orders: readonly Order[], random: () => number, happened: Record<string, number>): Promise<void> {
    const wallet = this.#testbed.wallet('right', 1)
    for (const { order, secret } of orders.filter(() => random() < 0.05)) {
      await sleep(2_000 * random())
      const call = { ...claimCall(order.destination_intent, secret), gas: 200_000n }
      // The user's claim may fail, as the relayer's may: whoever comes first has paid the same recipient.
      await wallet.sendTransaction(call).then(
        () => {
          happened['claimed by its user too'] = (happened['claimed by its user too'] ?? 0) + 1
        },
        () => undefined,
      )
    }
  }

  /** Mines until the opened escrows are deeper than any reorg: one that took an escrow away would leave nothing to claim. */
  async #bury(): Promise<void> {
    const chain = this.#testbed.control('right')
    const opened = await chain.getBlockNumber({ cacheTime: 0 })
    while ((await chain.getBlockNumber({ cacheTime: 0 })) < opened + BigInt(confirmations)) await sleep(200)
  }

  /** Posts a claim until it is accepted, as a client does that is told to try again. */
  async #post(orderId: string, secret: Hex, random: () => number, withinMs: number, giveUpAt: number): Promise<void> {
    await sleep(withinMs * random())
    while (Date.now() < giveUpAt) {
      const status = await fetch(`${this.#api.url}/claims`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order_id: orderId, secret }),
        signal: AbortSignal.timeout(10_000),
      }).then(
        async (answer) => {
          await answer.arrayBuffer()
          return answer.status
        },
        () => 0,
      )
      if (status === 200 || status === 202) return
      await sleep(300 + 300 * random())
    }
  }

  /** Waits as long as claims still come to an end: how fast they do depends on the machine. */
  async #untilQuiet(orders: readonly Order[], patienceMs: number): Promise<void> {
    let least = Number.POSITIVE_INFINITY
    let since = Date.now()
    while (Date.now() - since < patienceMs) {
      const open = await this.#open(orders)
      if (open === 0) return
      if (open < least) {
        least = open
        since = Date.now()
      }
      await sleep(500)
    }
  }

  /** Counts the claims and nonces that are still open. */
  async #open(orders: readonly Order[]): Promise<number> {
    const ids = orders.map(({ order }) => order.order_id)
    const rows = await this.#rows<{ open: number }>(
      `SELECT (SELECT count(*) FROM requests WHERE order_id = ANY($1::uuid[])
                 AND state IN ('accepted', 'assigned', 'revealed', 'mined'))::int
            + (SELECT count(*) FROM nonces WHERE closed_hash IS NULL)::int AS open`,
      [ids],
    ).catch(() => [])
    return rows[0]?.open ?? Number.POSITIVE_INFINITY
  }

  async #whatIsWrong(orders: readonly Order[], paid: bigint): Promise<string[]> {
    const wrong: string[] = []
    const requests = await this.#rows<{ order_id: string; state: string; last_reason: string }>(
      'SELECT order_id::text, state, last_reason FROM requests WHERE order_id = ANY($1::uuid[])',
      [orders.map(({ order }) => order.order_id)],
    )
    if (requests.length !== orders.length) wrong.push(`${requests.length} requests of ${orders.length} claims`)
    for (const { order_id: id, state, last_reason: reason } of requests) {
      if (state !== 'confirmed' && state !== 'superseded') wrong.push(`claim of ${id} is ${state}: ${reason}`)
    }
    const expected = orders.reduce((sum, { order }) => sum + BigInt(order.destination_intent.amount), 0n)
    if (paid !== expected) wrong.push(`the recipient was paid ${paid}, not ${expected}`)

    for (const signer of this.#signers) {
      const nonces = await this.#rows<{ nonce: number; closed_hash: string | null }>(
        "SELECT nonce::int, closed_hash FROM nonces WHERE chain = 'right' AND signer = $1 ORDER BY nonce",
        [signer],
      )
      const used = await this.#testbed.control('right').getTransactionCount({ address: signer })
      nonces.forEach(({ nonce, closed_hash: hash }, index) => {
        if (nonce !== index) wrong.push(`nonce ${index} of ${signer} was never given out`)
        if (hash === null) wrong.push(`nonce ${nonce} of ${signer} is still open`)
      })
      if (used !== nonces.length)
        wrong.push(`the chain counts ${used} nonces of ${signer}, the database ${nonces.length}`)
    }
    if (wrong.length > 0) wrong.unshift(...(await this.#whereItStands()))
    return [...wrong, ...(await this.#secretsAtRest(orders))]
  }

  /** The state, on the chain and in the database, of the transaction that all others wait for. */
  async #whereItStands(): Promise<string[]> {
    const chain = this.#testbed.control('right')
    const head = await chain.getBlockNumber({ cacheTime: 0 })
    await sleep(3_000)
    const later = await chain.getBlockNumber({ cacheTime: 0 })
    const used = await Promise.all(this.#signers.map((address) => chain.getTransactionCount({ address })))
    const pool = await chain.request({ method: 'txpool_status' as never })
    const next = await this.#rows(
      `SELECT s.signer, s.nonce::int, s.abandoned_at, s.closed_hash, a.number, a.hash, a.outcome, a.error_class, a.last_broadcast_at,
              (SELECT string_agg(m.request_id || ' ' || m.is_open || ' ' || t.state, ', ')
                 FROM nonce_members m JOIN requests t ON t.id = m.request_id
                WHERE (m.chain, m.signer, m.nonce) = (s.chain, s.signer, s.nonce)) AS members
         FROM nonces s LEFT JOIN tx_attempts a USING (chain, signer, nonce)
        WHERE s.chain = 'right' AND s.closed_hash IS NULL ORDER BY s.nonce, a.number LIMIT 3`,
    )
    const workers = await Promise.all(
      this.#workers.map(({ url }) =>
        fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) }).then(
          (answer) => answer.text(),
          (error: unknown) => String(error),
        ),
      ),
    )
    this.#isWorthKeeping = true
    return [
      `the relayers' logs are in ${this.#dir}`,
      ...workers.map((health, index) => `worker ${index + 1}: ${health}`),
      `the chain went from block ${head} to ${later} in 3 s and counts ${used.join(' and ')} nonces; its pool: ${JSON.stringify(pool)}`,
      ...next.map((row) => `what is next: ${JSON.stringify(row)}`),
    ]
  }

  /** The places where a secret can still be read, or could be decrypted. */
  async #secretsAtRest(orders: readonly Order[]): Promise<string[]> {
    const sealed = await this.#rows<{ count: number }>(
      `SELECT (SELECT count(*) FROM requests WHERE secret_ct IS NOT NULL)::int
            + (SELECT count(*) FROM tx_attempts a JOIN nonces s USING (chain, signer, nonce)
                WHERE s.abandoned_at IS NULL AND a.raw_ct IS NOT NULL)::int AS count`,
    )
    const places: Record<string, string> = Object.fromEntries(
      readdirSync(this.#dir).map((name) => [name, readFileSync(join(this.#dir, name), 'utf8')]),
    )
    for (const table of ['requests', 'request_events', 'nonces', 'tx_attempts']) {
      const rows = await this.#rows<{ row: string }>(`SELECT t::text AS row FROM ${table} t`)
      places[table] = rows.map(({ row }) => row).join('\n')
    }
    places.redis = readFileSync(await this.#redisDump(), 'latin1')
    const wrong = sealed[0]?.count === 0 ? [] : [`${sealed[0]?.count} encrypted secrets or transactions are left`]
    for (const [place, text] of Object.entries(places)) {
      const lower = text.toLowerCase()
      const isShown = orders.some(({ secret }) => lower.includes(secret.slice(2).toLowerCase()))
      if (isShown) wrong.push(`a secret stands in ${place}`)
    }
    return wrong
  }

  async #redisDump(): Promise<string> {
    const redis = new Redis(this.#redis.url)
    await redis.save()
    const [, dir] = (await redis.config('GET', 'dir')) as [string, string]
    redis.disconnect()
    return join(dir, 'dump.rdb')
  }

  #balanceOf(owner: Address): Promise<bigint> {
    const { token } = this.#testbed
    const read = { address: token, abi: testTokenAbi, functionName: 'balanceOf', args: [owner] } as const
    return this.#testbed.control('right').readContract(read)
  }

  async #rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.#testbed.database.url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql, values)).rows as T[]
    } finally {
      await client.end()
    }
  }
}

/** Accounts of anvil that nothing else here uses, and, when more are needed, new ones. */
function accountsOf({ anvils }: Testbed, count: number): { address: Address; privateKey: Hex }[] {
  const free = anvils.right.accounts.slice(3).slice(-count)
  const more = Array.from({ length: count - free.length }, (_, index) => {
    const privateKey = keccak256(toHex(`chaos signer ${index}`))
    return { address: privateKeyToAccount(privateKey).address, privateKey }
  })
  return [...free, ...more]
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
