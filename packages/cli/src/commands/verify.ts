import type { Command } from 'commander'
import { type Client, createClient } from 'viem'
import { chainTransport } from '../chain-transport.ts'
import type { Context } from '../context.ts'
import { exitCodes, UsageError } from '../failure.ts'
import type { Settings } from '../settings.ts'
import { type Line, verifySide } from '../verify-side.ts'

/** A client over all endpoints that were named for a chain. */
export function chainClient(settings: Settings, chain: string): Client {
  const urls = settings.endpoints()[chain] ?? []
  if (urls.length === 0) throw new UsageError(`${chain} has no endpoint: --rpc ${chain}=URL, or RPC_URLS`)
  return createClient({ transport: chainTransport(urls) })
}

/** `tandem verify`: everything that the orderbook says of an order's escrows, against the chains. */
export function verifyCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('verify')
    .description('holds what the orderbook says of an order against the chains, line by line')
    .argument('<order>', 'order_id')
    .addHelpText(
      'after',
      '\nExample:\n  tandem --network network.json --rpc base=https://… --rpc avalanche=https://… verify 7f0c…',
    )
    .action(async (orderId: string) => {
      const at = settings()
      const order = await at.client().getOrder(orderId)
      const network = at.network()
      const sides = [order.source_intent, order.destination_intent]
      const found = await Promise.all(sides.map((side) => verifySide(side, network, chainClient(at, side.chain))))
      const lines = [
        ...found.flat(),
        {
          side: 'order',
          check: 'one commitment hash on both sides',
          isRight: sides[0]?.commitment_hash === sides[1]?.commitment_hash,
          says: sides[0]?.commitment_hash ?? '-',
          shows: sides[1]?.commitment_hash ?? '-',
        },
      ]
      tell(lines)
      end(lines.every(({ isRight }) => isRight) ? exitCodes.done : exitCodes.unverified)
      function tell(all: readonly Line[]) {
        if (at.json) return io.out(JSON.stringify({ order_id: orderId, lines: all }))
        for (const { isRight, side, check, says, shows } of all)
          io.out(`${isRight ? '✓' : '✗'} ${side}: ${check}${isRight ? '' : ` (orderbook: ${says}; chain: ${shows})`}`)
      }
    })
}
