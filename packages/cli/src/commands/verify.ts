import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes } from '../failure.ts'
import { type Line, verifySide } from '../verify-side.ts'

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
      const [network, evidence] = [at.network(), { endpoints: at.endpoints() }]
      const [source, destination] = [order.source_intent.commitment_hash, order.destination_intent.commitment_hash]
      const found = await Promise.all(
        (['source_intent', 'destination_intent'] as const).map((side) => verifySide(order, side, network, evidence)),
      )
      const lines = [
        ...found.flat(),
        {
          side: 'order',
          check: 'one commitment hash on both sides',
          isRight: source === destination,
          says: source,
          shows: destination,
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
