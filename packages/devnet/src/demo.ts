import { createClient, type InitiationPath, type Order, Swap, type SwapState, type TandemClient } from '@tandem/sdk'
import pc from 'picocolors'
import { type Address, getAddress, parseUnits } from 'viem'
import { accounts } from './accounts.ts'
import { assetOf, type CountedAsset, formatAmount } from './balances.ts'
import { type LedgerRow, openLedger } from './ledger.ts'
import { makeNarrator } from './narrator.ts'
import { type Stack, startStack } from './stack.ts'
import { makeTimeline, short, type Timeline } from './timeline.ts'
import { endWithoutServers } from './without-servers.ts'

export interface DemoOptions {
  path: InitiationPath
  /** Plays a swap whose solver never answers. */
  isCancelled: boolean
  /** Kills the services and the market maker in the middle of the swap. */
  isAbandoned: boolean
  /** Lets the swap go on over a bridge, to the layer-1. */
  isHop: boolean
  write: (line: string) => void
}

/** DAI has no permit and no authorizations, USDC has. */
const tokenOf: Record<InitiationPath, { symbol: string; amount: string }> = {
  prefunded: { symbol: 'dai', amount: '25' },
  native: { symbol: 'eth', amount: '0.5' },
  permit: { symbol: 'usdc', amount: '25' },
  signed: { symbol: 'dai', amount: '25' },
  permit2: { symbol: 'dai', amount: '25' },
  eip3009: { symbol: 'usdc', amount: '25' },
}

/**
 * Drives one swap as a client of the two services would, and checks the balances.
 * @returns whether all ended as it should.
 */
export async function runDemo(options: DemoOptions, onStart: (stop: () => Promise<void>) => void): Promise<boolean> {
  const { write } = options
  const where = options.isHop ? ', over a bridge to a layer-1' : ''
  write(`\n${pc.bold(`Tandem: ${titleOf(options)}${where}`)}, initiated by ${pc.bold(options.path)}\n`)
  const boot = makeTimeline(write)
  const stack = await startStack({
    onProgress: (part) => boot.step('start', part),
    onStart,
  })
  if (stack.queue === 'postgres') write(pc.dim('            (no redis-server here: the relayer queues on PostgreSQL)'))
  try {
    // The solver is stopped, not only paused: a paused solver would give the source back by itself.
    if (options.isCancelled) await stack.solver.stop()
    const isGood = await drive(stack, options)
    if (!isGood) write(`\n${stack.logTails(20)}`)
    return isGood
  } catch (error) {
    write(
      `\n${pc.red('The demo failed:')} ${error instanceof Error ? error.message : String(error)}\n\n${stack.logTails(30)}`,
    )
    return false
  } finally {
    await stack.stop()
  }
}

function titleOf({ isCancelled, isAbandoned }: DemoOptions): string {
  if (isCancelled) return 'a swap whose market maker never answers'
  return isAbandoned ? 'a swap whose servers die' : 'a whole swap'
}

async function drive(stack: Stack, options: DemoOptions): Promise<boolean> {
  const { path, isCancelled, isHop, write } = options
  const { symbol, amount } = tokenOf[path]
  // A native token cannot be bridged, so on a hop it buys USDC instead.
  const bought = isHop && symbol === 'eth' ? 'usdc' : symbol
  const source = assetOf(stack.network, `devnet_a:${symbol}`)
  const hub = assetOf(stack.network, `devnet_b:${bought}`)
  const destination = isHop ? assetOf(stack.network, `devnet_l1:${bought}`) : hub
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
  const user = accounts.user.address

  write('')
  const timeline = makeTimeline(write)
  let saved: SwapState | undefined
  const sourceAmount = parseUnits(amount, source.decimals)
  const pair = { source_asset: source.id, destination_asset: destination.id }
  const shown = await client.getIndicativeQuote({ ...pair, source_amount: String(sourceAmount) })
  const swap = await Swap.start(
    {
      userId: 'demo',
      sourceAsset: source.id,
      destinationAsset: destination.id,
      sourceAmount,
      // The firm quote may be worse than the shown price by one percent.
      minReceived: (BigInt(shown.destination.amount) * 99n) / 100n,
      sourceAddress: user,
      destinationAddress: user,
    },
    {
      client,
      network: stack.network,
      evidence: { endpoints: endpointsOf(stack) },
      save: (state) => {
        saved = state
      },
    },
  )
  const { order } = swap
  const give = BigInt(order.source_intent.amount)
  const take = BigInt(swap.state.quote.destination.amount)
  const { hop_relayer_fee: bridgeFee, final_chain: finalChain } = order.destination_intent
  timeline.step(
    'user',
    `quote: ${formatAmount(give, source)} on devnet_a for ${formatAmount(take, destination)} on ${finalChain ?? 'devnet_b'}`,
    `fee ${order.fee_bips} bips${bridgeFee === null ? '' : `, and ${formatAmount(BigInt(bridgeFee), hub)} for the bridge`}`,
  )
  timeline.step('user', 'secret made and saved, only its SHA-256 leaves', short(order.source_intent.commitment_hash))
  timeline.step(
    'orderbook',
    `order ${order.order_id}`,
    `vaults ${short(order.source_intent.swap_id)} and ${short(order.destination_intent.swap_id)}, both verified`,
  )
  if (saved?.orderId !== order.order_id) throw new Error('the swap was not saved')

  const ledger = await openSwapLedger(stack, options, swap, { source, hub, destination })

  const initiated = await swap.initiate(
    path,
    stack.chains.devnet_a.user,
    path === 'native' ? { by: 'wallet' } : { by: 'relayer', client },
  )
  timeline.step('user', initiationText[path], initiated.walletTxHashes.map(short).join(', '))
  const narrate = makeNarrator(timeline)
  const wanted = isCancelled ? 'cancelled' : 'completed'
  const status = await endOf(stack, swap, options, { timeline, narrate })

  const { lines, isExact } = await ledger.close()
  timeline.note(`${pc.bold('Balances')}\n${lines.map((line) => (line.includes('✗') ? pc.red(line) : line)).join('\n')}`)
  if (!options.isAbandoned) await tellStatistics(client, timeline)
  const isGood = isExact && status === wanted
  const end = `${status} in ${timeline.elapsed().toFixed(1)} s`
  timeline.note(isGood ? pc.green(pc.bold(end)) : pc.red(pc.bold(`${end}, and not as it should`)))
  return isGood
}

async function endOf(
  stack: Stack,
  swap: Swap,
  { isCancelled, isAbandoned }: Pick<DemoOptions, 'isCancelled' | 'isAbandoned'>,
  { timeline, narrate }: { timeline: Timeline; narrate: (order: Order) => void },
): Promise<Order['status'] | 'not over'> {
  if (isAbandoned) return (await endWithoutServers(stack, swap, timeline, narrate)) ? 'completed' : 'not over'
  const end = isCancelled ? cancelSwap : completeSwap
  return (await end(stack, swap, timeline, narrate)).status
}

async function tellStatistics(client: TandemClient, timeline: Timeline): Promise<void> {
  const { all_time: stats } = await client.getStats()
  timeline.note(
    `${pc.bold('Statistics')}\n  orders ${stats.total_orders}, completed ${stats.completed_orders}, cancelled ${stats.cancelled_orders}, volume $${stats.total_volume_usd.toFixed(2)}, average time ${stats.avg_completion_time_secs.toFixed(1)} s`,
  )
}

async function openSwapLedger(
  stack: Stack,
  { isCancelled, isHop }: Pick<DemoOptions, 'isCancelled' | 'isHop'>,
  swap: Swap,
  { source, hub, destination }: Record<'source' | 'hub' | 'destination', CountedAsset>,
): ReturnType<typeof openLedger> {
  const { devnet_a: chainA, devnet_b: chainB, devnet_l1: chainL1 } = stack.chains
  const [user, solver] = [accounts.user.address, accounts.solver.address]
  const give = BigInt(swap.order.source_intent.amount)
  const take = BigInt(swap.state.quote.destination.amount)
  const { amount: escrowed, hop_relayer_fee: bridgeFee } = swap.order.destination_intent
  const moved = (amountMoved: bigint) => (isCancelled ? 0n : amountMoved)
  const row = (
    who: string,
    owner: Address,
    chain: typeof chainA,
    asset: CountedAsset,
    expected: bigint,
  ): LedgerRow => ({ who, owner, client: chain.user, asset, expected })
  return openLedger([
    row('user', user, chainA, source, -moved(give)),
    row('user', user, isHop ? chainL1 : chainB, destination, moved(take)),
    row('solver', solver, chainA, source, moved(give)),
    row('solver', solver, chainB, hub, -moved(BigInt(escrowed))),
    ...(isHop
      ? [
          row('user', user, chainB, hub, 0n),
          row(
            'token home',
            tokenHomeOf(stack, destination),
            chainB,
            hub,
            moved(BigInt(escrowed) - BigInt(bridgeFee ?? 0)),
          ),
          row('messenger', messengerOf(stack), chainB, hub, moved(BigInt(bridgeFee ?? 0))),
        ]
      : []),
  ])
}

/** The endpoints that the demo itself asks before the secret leaves. */
const endpointsOf = ({ chains }: Stack): Record<string, readonly string[]> =>
  Object.fromEntries(Object.values(chains).map(({ name, anvil }) => [name, [anvil.rpcUrl]]))

const initiationText: Record<InitiationPath, string> = {
  prefunded: 'tokens sent to the predicted vault; the relayer announces it',
  native: 'vault created with the native token in one transaction',
  permit: 'two signatures, no gas: a permit, and the terms; the relayer creates the vault',
  signed: 'one approval and a signature over the terms; the relayer creates the vault',
  permit2: 'one signature for Permit2, approved once, with the terms as witness; the relayer creates the vault',
  eip3009: 'one signature, no approval, no gas: an authorization that pays the vault; the relayer creates it',
}

/** The contract on the hub that locks the tokens that were bridged. */
function tokenHomeOf({ network }: Stack, { id }: CountedAsset): Address {
  return getAddress(network.assets.find(({ asset }) => asset === id)?.token_home_address ?? '')
}

/**
 * The messenger on the hub. It keeps the fees of the bridge's relayer, which nobody withdraws on a
 * devnet.
 */
function messengerOf({ network }: Stack): Address {
  return getAddress(network.chains.find(({ chain }) => chain === 'devnet_b')?.messenger_address ?? '')
}

async function completeSwap(
  stack: Stack,
  swap: Swap,
  timeline: Timeline,
  onChange: (order: Order) => void,
): Promise<Order> {
  await swap.waitFor(['destination_initiated'], {
    pollMs: 100,
    timeoutMs: 90_000,
    onChange,
  })
  if (swap.order.destination_intent.l1_hop)
    timeline.step('user', 'hop payload signed: the bridge, the final chain, the payee, the fee')
  const claim = await swap.claim({ pollMs: 200, timeoutMs: 60_000, signer: stack.chains.devnet_b.user })
  timeline.step('user', 'secret handed to the relayer, which found it safe to reveal', `claim ${short(claim.claim_id)}`)
  return swap.waitFor(['completed'], { pollMs: 100, timeoutMs: 90_000, onChange })
}

async function cancelSwap(
  stack: Stack,
  swap: Swap,
  timeline: Timeline,
  onChange: (order: Order) => void,
): Promise<Order> {
  const { devnet_a: chainA } = stack.chains
  const wait = { pollMs: 100, timeoutMs: 90_000, onChange }
  const { source_intent: source } = await swap.waitFor(['source_initiated'], wait)
  timeline.step('solver', 'does not answer')
  for (const { control } of Object.values(stack.chains)) {
    const { timestamp } = await control.getBlock()
    await control.increaseTime({ seconds: source.cancel_after - Number(timestamp) + 1 })
    await control.mine({ blocks: 3 })
  }
  timeline.step('devnet', 'the clocks of all chains are moved past cancel_after')
  await swap.waitFor(['refundable'], wait)
  timeline.step('orderbook', 'refundable: it can no longer be claimed')
  const { txHash: hash } = await swap.refund(chainA.user)
  timeline.step('user', 'cancels the vault', hash === null ? '' : short(hash))
  return swap.waitFor(['cancelled'], wait)
}
