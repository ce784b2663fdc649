import { trackOrder } from '@tandem/sdk'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { exitCodes } from '../failure.ts'
import { print } from '../print.ts'

export function statusCommand(program: Command, { io, settings }: Context): void {
  program
    .command('status')
    .description('what the orderbook says of an order; `verify` holds it against the chains')
    .argument('<order>', 'order_id')
    .addHelpText('after', '\nExample:\n  tandem --orderbook https://… status 7f0c…')
    .action(async (orderId: string) => {
      const { client, json } = settings()
      const order = await client().getOrder(orderId)
      print(io, json, {
        order_id: order.order_id,
        status: order.status,
        source: `${order.source_intent.amount} ${order.source_intent.asset} (${order.source_intent.status})`,
        destination: `${order.destination_intent.amount} ${order.destination_intent.asset} (${order.destination_intent.status})`,
        next: order.next_action?.description,
      })
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
          if (at.json) io.json({ order_id: orderId, status: order.status })
          else io.out(`${new Date().toISOString()}  ${order.status}`)
          end(order.status === 'completed' ? exitCodes.done : exitCodes.failed)
          stop = io.waiting(order.status)
        }
      } finally {
        stop()
      }
    })
}
