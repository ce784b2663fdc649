import { type Command, InvalidArgumentError } from 'commander'
import type { Context } from '../context.ts'
import { print } from '../print.ts'

/** A positive whole number of base units. */
export function parseAmount(text: string): bigint {
  if (!/^[1-9]\d{0,77}$/.test(text)) throw new InvalidArgumentError('an amount is a whole number of base units')
  return BigInt(text)
}

/** `tandem quote`: what a swap would give. */
export function quoteCommand(program: Command, { io, settings }: Context): void {
  program
    .command('quote')
    .description('asks what a swap would give')
    .argument('<from>', 'source asset, such as base:usdc')
    .argument('<to>', 'destination asset')
    .argument('<amount>', 'base units of the source asset', parseAmount)
    .option('--exact-output', 'the amount is what must be received')
    .addHelpText('after', '\nExample:\n  tandem --orderbook https://… quote base:usdc avalanche:usdc 25000000')
    .action(async (from: string, to: string, amount: bigint, options: { exactOutput?: boolean }) => {
      const { client, json } = settings()
      const amountOf = options.exactOutput ? { destination_amount: String(amount) } : { source_amount: String(amount) }
      const quote = await client().createQuote({ source_asset: from, destination_asset: to, ...amountOf })
      print(io, json, {
        quote_id: quote.quote_id,
        from: `${quote.source.amount} ${quote.source.asset}`,
        to: `${quote.destination.amount} ${quote.destination.asset}`,
        route: quote.route_type,
        fee_bips: quote.fee_bips,
        expires_at: quote.expires_at,
      })
    })
}
