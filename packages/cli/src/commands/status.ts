import { trackOrder } from '@tandem/sdk'
import type { Command } from 'commander'
import { namingOf } from '../amounts.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../failure.ts'
import { rowsOfOrder } from '../order-rows.ts'
import { print } from '../print.ts'

export function statusCommand(program: Command, { io, settings }: Context): void {
  program
    .command('status')
    .description('what the orderbook says of an order; `verify` holds it against the chains')
    .argument('<order>', 'order_id')
    .addHelpText('after', '\nExample:\n  tandem --orderbook https://… status 7f0c…')
    .action(async (orderId: string) => {
      const at = settings()
      const order = await at.client().getOrder(orderId)
      print(io, at.json, order, at.json ? {} : rowsOfOrder(order, await namingOf(at)))
    })
}

export function watchCommand(program: Command, { io, settings, end }: Context): void {
  program
    .command('watch')
    .description('tells each change of an order’s status until its end')
    .argument('<order>', 'order_id')
    .addHelpText('after', '\nExample:\n  tandem --orderbook https://… --json watch 7f0c… | jq .status')
    .action(async (orderId: string) => {
      const at = settings()
      const client = at.client()
      let stop = () => {}
      try {
        for await (const order of trackOrder(client, await client.getOrder(orderId), { signal: io.signal })) {
          stop()
          const { status, updated_at: updatedAt } = order
          if (at.json) io.json({ order_id: orderId, status, updated_at: updatedAt })
          else io.out(`${updatedAt}  ${status}`)
          end(status === 'completed' ? exitCodes.done : exitCodes.failed)
          stop = io.waiting(status)
        }
      } finally {
        stop()
      }
    })
}
