import { type Asset, createClient, type IndicativeQuote, type Quote } from '@tandem/sdk'
import { formatUnits } from 'viem'

// `npm run dev` serves what your app would pin: the URLs of the services, and its own list of assets.
const page = process.env.PAGE_URL ?? 'http://127.0.0.1:4400'
const read = async (file: string) => (await fetch(`${page}/${file}.json`)).json()
const { base_url: baseUrl, relayer_url: relayerUrl } = await read('config')
const { assets } = (await read('network')) as { assets: Asset[] }
const client = createClient({ baseUrl, relayerUrl })

/** An amount in base units, written for a person: 24975000 of an asset with six decimals is "24.975 USDC". */
function amountText(amount: string | bigint, name: string): string {
  const asset = assets.find((listed) => listed.asset === name)
  if (asset === undefined) throw new Error(`${name} is not in the network file`)
  return `${formatUnits(BigInt(amount), asset.decimals)} ${asset.symbol}`
}

/** What a person should see before a swap. */
function linesOf(quote: Quote | IndicativeQuote): string[] {
  const { source, destination, fee_bips: bips, network_fee: networkFee } = quote
  const fee = (BigInt(source.amount) * BigInt(bips)) / 10_000n
  return [
    `You pay      ${amountText(source.amount, source.asset)}`,
    `You receive  ${amountText(destination.amount, destination.asset)}`,
    // The price of a market maker's quote contains its fee, and `fee_bips` is 0.
    ...(bips === 0 ? [] : [`Fee          ${amountText(fee, source.asset)} (${bips / 100} %), included`]),
    // `null` means that nobody knows what gas costs here. It does not mean that gas is free, so show no line.
    ...(networkFee === null ? [] : [`Network fee  ${amountText(networkFee, destination.asset)}, included`]),
    // Only a firm quote can expire.
    ...('expires_at' in quote ? [`Valid until  ${new Date(quote.expires_at).toLocaleTimeString()}`] : []),
  ]
}

const pair = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
console.log(linesOf(await client.getIndicativeQuote(pair)).join('\n'))
const firm = await client.createQuote(pair)
console.log(`\nA firm quote:\n${linesOf(firm).join('\n')}`)
