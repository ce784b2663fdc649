import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes } from '../failure.ts'
import { type Line, verifySide } from '../verify-side.ts'

export function verifyCommand(program: Command, context: Context): void {
  program
    .command('verify')
    .description('holds what the orderbook says of an order against the chains, line by line')
    .argument('<order>', 'order_id')
    .addHelpText(
      'after',
      '\nExample:\n  tandem --network network.json --rpc base=https://… --rpc avalanche=https://… verify 7f0c…',
    )
    .action((orderId: string) => verifyOrder(orderId, context))
}

async function verifyOrder(orderId: string, context: Context): Promise<void> {
  const at = context.settings()
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
      is_right: source === destination,
      says: source,
      shows: destination,
    },
  ]
  printAnswer({ order_id: orderId, lines }, context)
}

function printAnswer(
  answer: { lines: readonly Line[]; [more: string]: unknown },
  { io, settings, end }: Context,
): void {
  const { lines } = answer
  if (settings().json) io.json(answer)
  else
    for (const { is_right: isRight, side, check, says, shows } of lines)
      io.out(`${isRight ? '✓' : '✗'} ${side}: ${check}${isRight ? '' : ` (said: ${says}; found: ${shows})`}`)
  if (lines.some((one) => !one.is_right)) end(exitCodes.unverified)
}
