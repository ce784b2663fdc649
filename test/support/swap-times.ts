import { accounts, type Stack } from '@tandem/devnet'
import { createClient, type Order, Swap, type SwapOptions } from '@tandem/sdk'
import { createPublicClient, webSocket } from 'viem'

/**
 * The times of a swap, in milliseconds. `beyond` is `total` less `unavoidable`, and the fields after it are its parts.
 */
export interface SwapTimes {
  total: number
  /**
   * The time of waiting for confirmations: from the block of the source escrow to the block at which it counts, the
   * same for the destination, and from the maker's claim to the block at which both claims count.
   */
  unavoidable: number
  beyond: number
  quoteAndOrder: number
  initiation: number
  filling: number
  claim: number
  makerClaim: number
  notice: number
}

/** The amount of each swap, in base units of USDC. */
const amount = 10n * 10n ** 6n

interface Counts {
  /** How many swaps come before the counted ones, because programs that have just started are slower. */
  warmUp: number
  swaps: number
  atOnce: number
}

/**
 * Makes swaps, this many at a time, with `Swap.start` and `Swap.run` as an application would.
 *
 * @param onLost called with the reason why a swap did not complete.
 * @returns the times of those that completed.
 */
export async function timeSwaps(
  stack: Stack,
  { warmUp, swaps, atOnce, onLost }: Counts & { onLost: (error: unknown) => void },
): Promise<SwapTimes[]> {
  const clocks = { devnet_a: watchBlocks(stack, 'devnet_a'), devnet_b: watchBlocks(stack, 'devnet_b') }
  const times: SwapTimes[] = []
  const makeAll = async (count: number, onTime: (time: SwapTimes) => void) => {
    let next = 0
    const work = async () => {
      while (next < count) {
        next += 1
        await timeSwap(stack, clocks).then(onTime, onLost)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
  try {
    await makeAll(warmUp, () => undefined)
    await makeAll(swaps, (time) => times.push(time))
  } finally {
    for (const { stop } of Object.values(clocks)) await stop()
  }
  return times
}

type BlockClock = ReturnType<typeof watchBlocks>

/** Notes when each block of a chain was first heard of, by the clock of this process. */
function watchBlocks({ chains }: Stack, name: 'devnet_a' | 'devnet_b') {
  const heard = new Map<bigint, number>()
  const client = createPublicClient({ transport: webSocket(chains[name].anvil.wsUrl, { reconnect: false }) })
  const unwatch = client.watchBlockNumber({
    emitOnBegin: true,
    emitMissed: true,
    onBlockNumber: (number) => heard.set(number, heard.get(number) ?? performance.now()),
  })
  return {
    async stop() {
      unwatch()
      ;(await client.transport.getRpcClient()).close()
    },
    at(number: number): number {
      const ms = heard.get(BigInt(number))
      if (ms === undefined) throw new Error(`block ${number} of ${name} was not heard of`)
      return ms
    },
  }
}

async function timeSwap(stack: Stack, clocks: Record<'devnet_a' | 'devnet_b', BlockClock>): Promise<SwapTimes> {
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl, timeoutMs: 180_000 })
  const { devnet_a: source, devnet_b: destination } = stack.chains
  const options: SwapOptions = {
    client,
    network: stack.network,
    evidence: { endpoints: { devnet_a: [source.anvil.rpcUrl], devnet_b: [destination.anvil.rpcUrl] } },
    save: () => undefined,
  }
  const started = performance.now()
  const swap = await Swap.start(
    {
      userId: 'bench',
      sourceAsset: 'devnet_a:usdc',
      destinationAsset: 'devnet_b:usdc',
      sourceAmount: amount,
      minReceived: 1n,
      sourceAddress: accounts.user.address,
      destinationAddress: accounts.user.address,
    },
    options,
  )
  const ordered = performance.now()
  const submitter = { by: 'relayer', client } as const
  const { outcome, order } = await swap.run({ path: 'eip3009', wallet: source.user, submitter })
  const ended = performance.now()
  if (outcome !== 'completed') throw new Error(`a swap ended as ${outcome}`)
  return timesOf(stack, order, { started, ordered, ended, clocks })
}

function timesOf(
  { network }: Stack,
  { source_intent: source, destination_intent: destination }: Order,
  at: { started: number; ordered: number; ended: number; clocks: Record<'devnet_a' | 'devnet_b', BlockClock> },
): SwapTimes {
  const depth = (name: string) => (network.chains.find(({ chain }) => chain === name)?.confirmations ?? 1) - 1
  const { devnet_a: a, devnet_b: b } = at.clocks
  const blockOf = (number: number | null | undefined) => number ?? 0
  const created = { a: blockOf(source.create_block_number), b: blockOf(destination.create_block_number) }
  const claimed = { a: blockOf(source.claim_block_number), b: blockOf(destination.claim_block_number) }
  const [sourceAt, destinationAt] = [a.at(created.a), b.at(created.b)]
  const sourceCounts = a.at(created.a + depth('devnet_a'))
  const destinationCounts = b.at(created.b + depth('devnet_b'))
  const [claimAt, makerClaimAt] = [b.at(claimed.b), a.at(claimed.a)]
  const bothCount = Math.max(a.at(claimed.a + depth('devnet_a')), b.at(claimed.b + depth('devnet_b')), makerClaimAt)
  const unavoidable = sourceCounts - sourceAt + (destinationCounts - destinationAt) + (bothCount - makerClaimAt)
  const total = at.ended - at.started
  return {
    total,
    unavoidable,
    beyond: total - unavoidable,
    quoteAndOrder: at.ordered - at.started,
    initiation: sourceAt - at.ordered,
    filling: destinationAt - sourceCounts,
    claim: claimAt - destinationCounts,
    makerClaim: makerClaimAt - claimAt,
    notice: at.ended - bothCount,
  }
}
