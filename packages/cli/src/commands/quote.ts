import type { Command } from 'commander'
import { assetNamed, baseUnitsOf, namingBy, parseAmount, readAssets } from '../amounts.ts'
import type { Context } from '../context.ts'
import { print } from '../print.ts'
import { fromNow } from '../times.ts'

const help = `
Examples:
  tandem --orderbook https://… quote 25 base:usdc avalanche:usdc
  tandem --orderbook https://… quote 24.9 base:usdc avalanche:usdc --exact-output`

export function quoteCommand(program: Command, { io, settings }: Context): void {
  program
    .command('quote')
    .description('asks what a swap would give')
    .argument('<amount>', 'how much of the source asset, such as 25', parseAmount)
    .argument('<from>', 'source asset, such as base:usdc')
    .argument('<to>', 'destination asset')
    .option('--exact-output', 'the amount is what must be received, of the destination asset')
    .addHelpText('after', help)
    .action(async (amount: string, from: string, to: string, options: { exactOutput?: boolean }) => {
      const at = settings()
      const assets = await readAssets(at)
      const [source, destination] = [assetNamed(from, assets), assetNamed(to, assets)]
      const baseUnits = String(baseUnitsOf(amount, options.exactOutput ? destination : source, at.isBaseUnits))
      const asked = options.exactOutput ? { destination_amount: baseUnits } : { source_amount: baseUnits }
      const quote = await at.client().createQuote({ source_asset: from, destination_asset: to, ...asked })
      const { quote_id, source: give, destination: receive, route_type, fee_bips, expires_at } = quote
      const named = namingBy(at, assets)
      const answer = { quote_id, source: give, destination: receive, route_type, fee_bips, expires_at }
      print(io, at.json, answer, {
        give: named(give),
        receive: named(receive),
        route: route_type,
        fee: `${fee_bips / 100} %`,
        expires: fromNow(Date.parse(expires_at) / 1000),
        quote_id,
      })
    })
}
