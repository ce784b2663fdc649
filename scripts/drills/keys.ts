import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { accounts, assetOf, devnetChains, type Stack, startStack } from '@tandem/devnet'
import { testTokenAbi } from '@tandem/escrow'
import { anvilActions, programArgs, until } from '@tandem/local-services'
import { type Swap, verifyWebhook } from '@tandem/sdk'
import { keyIdOf } from '@tandem/service-kit'
import pg from 'pg'
import { type Address, createWalletClient, type Hex, hexToBytes, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { clientOf, completeSwap, fundedSwap } from './swap.ts'

const root = new URL('../..', import.meta.url).pathname
const say = (line: string) => console.log(line)
const byChain = <T>(value: T) => JSON.stringify(Object.fromEntries(devnetChains.map(({ name }) => [name, value])))
/** The chain that claims of the drill are sent on. */
const payingChain = 'devnet_b'
const longest = 300_000

/** A step of a rotation that did not end as docs/operations.md says. */
class DrillError extends Error {}

function must(holds: boolean, what: string): void {
  if (!holds) throw new DrillError(what)
}

/**
 * Changes every key as docs/operations.md tells operators to, one after the other, each time while a claim waits in the
 * mempool of a chain that mines nothing. Prints how long each of them took.
 *
 * @returns whether every swap completed, and each key was out of use at the end of its step.
 */
export async function keysDrill(): Promise<boolean> {
  const hooks = await startHookTarget()
  const stack = await startStack({
    isDurable: true,
    onProgress: (part) => say(`started ${part}`),
    env: { orderbook: { ALLOW_PRIVATE_ADDRESSES: 'true' } },
  })
  try {
    const signer = await newAccount(stack)
    const steps: [string, () => Promise<string>][] = [
      ['relayer signer', () => rotateSigner(stack, signer)],
      ['stolen signer', () => replaceStolenSigner(stack, signer.address)],
      ['encryption at rest', () => rotateEncryption(stack, hooks)],
      ['solver', () => rotateSolver(stack)],
      ['API keys', () => rotateApiKeys(stack)],
    ]
    for (const [name, step] of steps) {
      const since = performance.now()
      const outcome = await step()
      say(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s; ${outcome}`)
    }
    return true
  } catch (error) {
    if (!(error instanceof DrillError)) throw error
    say(`FAILED: ${error.message}`)
    return false
  } finally {
    await stack.stop()
    hooks.server.close()
  }
}

/** A swap whose claim is accepted and sent, and not mined: the chain of its destination stands still. */
async function claimInMempool(stack: Stack): Promise<Swap> {
  const swap = await fundedSwap(stack)
  const { control } = stack.chains[payingChain]
  await control.setIntervalMining({ interval: 0 })
  await control.setAutomine(false)
  const { order_id } = swap.order
  await clientOf(stack).createClaim({
    order_id,
    secret: swap.state.secret,
    swap_id: swap.order.destination_intent.swap_id,
  })
  await until(async () => (await claimOf(stack, swap)).status === 'submitted', 'the claim is sent', longest)
  return swap
}

async function mineAgain(stack: Stack): Promise<void> {
  const { control } = stack.chains[payingChain]
  await control.setAutomine(true)
  await control.setIntervalMining({ interval: 1 })
}

/** @returns the address that sent the claim which was mined. */
async function claimedBy(stack: Stack, swap: Swap): Promise<Address> {
  await until(async () => (await claimOf(stack, swap)).status === 'confirmed', 'the claim is confirmed', longest)
  await swap.waitFor(['completed'], { pollMs: 250, timeoutMs: longest })
  const { claim_tx_hash: hash } = await claimOf(stack, swap)
  return (await stack.chains[payingChain].control.getTransactionReceipt({ hash: hash as Hex })).from
}

async function claimOf(stack: Stack, swap: Swap) {
  const [claim] = await clientOf(stack).listClaims(swap.order.order_id)
  if (claim === undefined) throw new Error('the relayer does not know the claim')
  return claim
}

/** A key, and its address in lower case. */
interface Account {
  key: Hex
  address: Address
}

/** An account with gas money on both chains. */
async function newAccount(stack: Stack): Promise<Account> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  for (const { control } of Object.values(stack.chains)) await control.setBalance({ address, value: parseEther('100') })
  return { key, address: address.toLowerCase() as Address }
}

/** Beside the old one, then without it: "relayer signer" of the page. */
async function rotateSigner(stack: Stack, fresh: Account): Promise<string> {
  const old = { key: accounts.relayer.privateKey, address: accounts.relayer.address.toLowerCase() as Address }
  const open = await claimInMempool(stack)
  await stack.relayer.restart({ SIGNERS: byChain([old.key, fresh.key]) })
  // Counted now and then: just after the start it may not be yet.
  await until(
    async () => (await openSlots(stack, old.address)) === 1,
    'the claim at a nonce of the old signer',
    longest,
  )
  await mineAgain(stack)
  must((await claimedBy(stack, open)) === old.address, 'the open claim is sent by the old signer')
  await until(async () => (await openSlots(stack, old.address)) === 0, 'the old signer has nothing open', longest)
  await stack.relayer.restart({ SIGNERS: byChain([fresh.key]) })
  await moveCoins(stack, old.key, fresh.address)
  const next = await fundedSwap(stack)
  await completeSwap(next)
  must((await claimedBy(stack, next)) === fresh.address, 'the next claim is sent by the new signer')
  return 'the open claim was mined by the old signer, the next one by the new; the coins are moved'
}

/** Its coins are gone, and its key is taken out at once: "stolen signer" of the page. */
async function replaceStolenSigner(stack: Stack, stolen: Address): Promise<string> {
  const open = await claimInMempool(stack)
  await stack.chains[payingChain].control.setBalance({ address: stolen, value: 0n })
  const fresh = await newAccount(stack)
  await stack.relayer.restart({ SIGNERS: byChain([fresh.key]) })
  await mineAgain(stack)
  must((await claimedBy(stack, open)) === fresh.address, 'the open claim is sent by the other signer')
  return 'the open claim of the stolen signer was sent by the other one'
}

/** The new key opens everywhere before it seals anywhere, and the old one goes last: docs/secrets.md. */
async function rotateEncryption(stack: Stack, hooks: HookTarget): Promise<string> {
  const [oldKey, newKey] = [`0x${'42'.repeat(32)}`, generatePrivateKey()]
  hooks.secret = (await clientOf(stack).createWebhook({ url: hooks.url })).secret
  const open = await claimInMempool(stack)
  const both = [stack.relayer, stack.orderbook]
  for (const one of both) await one.restart({ SECRETS_KEY: `${oldKey},${newKey}` })
  const rotating = { SECRETS_KEY: `${newKey},${oldKey}` }
  for (const one of both) await one.restart(rotating)
  const rotated = ['relayer', 'orderbook'].map((name) => {
    const output = execFileSync('node', [...programArgs(`${root}services/${name}/src/main.ts`), 'rotate-secrets'], {
      env: { ...process.env, DATABASE_URL: stack.postgres.url(name), ...rotating },
      encoding: 'utf8',
    })
    return output.split('\n').find((one) => one.includes('secrets.rotated')) ?? '{}'
  })
  const { requests } = JSON.parse(rotated[0] ?? '{}') as { requests?: { rotated: number; unreadable: number } }
  must(requests?.rotated === 1 && requests.unreadable === 0, `the secret of the open claim is sealed anew: ${rotated}`)
  for (const one of both) await one.restart({ SECRETS_KEY: newKey })
  must(await noneSealedBefore(stack, newKey), 'every secret of a webhook is sealed with the new key')
  const before = hooks.verified
  await mineAgain(stack)
  await claimedBy(stack, open)
  await until(() => hooks.verified > before, 'a webhook arrives with a signature that verifies', longest)
  return `without the old key: the open claim completed, and ${hooks.verified - before} webhooks verify`
}

async function noneSealedBefore(stack: Stack, key: Hex): Promise<boolean> {
  const db = new pg.Client({ connectionString: stack.postgres.url('orderbook') })
  await db.connect()
  const { rows } = await db.query<{ secret: string }>('SELECT secret FROM webhooks')
  await db.end()
  return rows.length > 0 && rows.every(({ secret }) => secret.startsWith(`sealed:${keyIdOf(hexToBytes(key))}:`))
}

/** Paused until nothing is open, then another key and address together: "solver" of the page. */
async function rotateSolver(stack: Stack): Promise<string> {
  await stack.solver.restart({ SOLVER_PAUSED: 'true' })
  await until(async () => (await openOrders(stack)) === 0, 'no order of the solver is open', longest)
  const fresh = await newAccount(stack)
  for (const asset of ['devnet_a:usdc', 'devnet_b:usdc']) await mint(stack, asset, fresh.address)
  const network = JSON.parse(readFileSync(stack.networkFile, 'utf8')) as { chains: { solver_address: string | null }[] }
  for (const chain of network.chains)
    if (chain.solver_address !== null) chain.solver_address = privateKeyToAccount(fresh.key).address
  writeFileSync(stack.networkFile, JSON.stringify(network, null, 2))
  await Promise.all([stack.orderbook.restart(), stack.relayer.restart()])
  await stack.solver.restart({ SOLVER_SIGNERS: byChain(fresh.key), SOLVER_PAUSED: 'false' })
  const chains = stack.network.chains.map((chain) =>
    chain.solver_address === null ? chain : { ...chain, solver_address: privateKeyToAccount(fresh.key).address },
  )
  const next = await fundedSwap({ ...stack, network: { ...stack.network, chains } })
  await completeSwap(next)
  must(next.order.source_intent.recipient.toLowerCase() === fresh.address, 'the next order is with the new solver')
  return 'the next swap completed with the new address'
}

async function openOrders(stack: Stack): Promise<number> {
  const open = ['created', 'source_initiated', 'destination_initiated', 'destination_claimed'] as const
  const pages = await Promise.all(open.map((status) => clientOf(stack).listOrders({ status, limit: 1 })))
  return pages.reduce((count, { data }) => count + data.length, 0)
}

async function mint(stack: Stack, asset: string, to: Address): Promise<void> {
  const { token: address } = assetOf(stack.network, asset)
  const { user } = stack.chains[asset.startsWith('devnet_a') ? 'devnet_a' : 'devnet_b']
  const hash = await user.writeContract({ address, abi: testTokenAbi, functionName: 'mint', args: [to, 10n ** 12n] })
  await user.waitForTransactionReceipt({ hash })
}

async function moveCoins(stack: Stack, key: Hex, to: Address): Promise<void> {
  const { user, anvil } = stack.chains[payingChain]
  const account = privateKeyToAccount(key)
  const wallet = createWalletClient({ account, chain: user.chain, transport: http(anvil.rpcUrl) }).extend(anvilActions)
  const { maxFeePerGas } = await wallet.estimateFeesPerGas()
  const value = (await wallet.getBalance({ address: account.address })) - 21_000n * maxFeePerGas
  const hash = await wallet.sendTransaction({ to, value, gas: 21_000n, maxFeePerGas })
  await wallet.waitForTransactionReceipt({ hash })
}

/** The new one beside the old one, then alone: "API keys" of the page. */
async function rotateApiKeys(stack: Stack): Promise<string> {
  const hash = (key: string) => `sha256:${createHash('sha256').update(key).digest('hex')}`
  const [old, fresh] = [generatePrivateKey(), generatePrivateKey()]
  const expected: [string, number[]][] = [
    [hash(old), [201, 401]],
    [`${hash(old)},${hash(fresh)}`, [201, 201]],
    [hash(fresh), [401, 201]],
  ]
  for (const [keys, statuses] of expected) {
    await stack.orderbook.restart({ API_KEYS: keys })
    const given = [await quoteStatus(stack, old), await quoteStatus(stack, fresh)]
    must(String(given) === String(statuses), `the old and the new key answer ${statuses}, and not ${given}`)
  }
  return 'the old key was refused at the end, and no step refused both'
}

async function quoteStatus(stack: Stack, key: string): Promise<number> {
  const body = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '10000000' }
  const answer = await fetch(`${stack.baseUrl}/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  await answer.body?.cancel()
  return answer.status
}

/** Nonces of a signer at which nothing is known to be mined, by the relayer's metrics. */
async function openSlots(stack: Stack, signer: Address): Promise<number | undefined> {
  const metrics = await (await fetch(`${stack.relayerUrl}/metrics`)).text()
  const line = metrics.split('\n').find((one) => {
    const isOpenSlots = one.startsWith('tandem_relayer_signer_open_slots{') && one.includes(`"${payingChain}"`)
    return isOpenSlots && one.toLowerCase().includes(signer)
  })
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

interface HookTarget {
  server: Server
  url: string
  secret: string | undefined
  /** Deliveries whose signature is right. */
  verified: number
}

async function startHookTarget(): Promise<HookTarget> {
  const target: HookTarget = { server: createServer(), url: '', secret: undefined, verified: 0 }
  target.server.on('request', async (request, response) => {
    const body = await text(request)
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const isRight = await Promise.resolve()
      .then(() => verifyWebhook(body, headers, { secret: target.secret ?? '' }))
      .then(
        () => true,
        () => false,
      )
    if (isRight) target.verified += 1
    response.writeHead(isRight ? 204 : 400).end()
  })
  target.server.listen(0, '127.0.0.1')
  await once(target.server, 'listening')
  target.url = `http://127.0.0.1:${(target.server.address() as AddressInfo).port}/`
  return target
}
