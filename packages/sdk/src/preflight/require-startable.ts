import { windowToleranceSecs } from '@tandem/contracts/rules'
import { type Address, type Client, isAddressEqual, zeroAddress } from 'viem'
import { getBlock } from 'viem/actions'
import type { Quote } from '../client/types.ts'
import { askMajority, believe, type ChainEvidence, evidenceOf } from '../evidence/evidence-options.ts'
import { chainOf, chainOfAsset, type KnownNetwork } from '../known-network.ts'
import type { SwapOptions, SwapRequest } from '../swap-state.ts'
import { readBalance } from '../wallet/read-account.ts'
import { insufficientTokens } from './insufficient-tokens.ts'
import { requireClock } from './require-clock.ts'
import { isNativeToken, requireDeployed, requireTakesNative } from './require-recipient.ts'

type Asked = Pick<SwapOptions, 'evidence' | 'secrets'> & {
  quote: Pick<Quote, 'source' | 'destination' | 'route_type' | 'expires_at'>
  network: KnownNetwork
}

/**
 * Checks through the application's endpoints whether the swap can succeed, before an order is made and before a wallet
 * is asked to make the secret. What the endpoints do not answer is not an error here, because later steps check it
 * again.
 *
 * @throws `CLOCK_SKEWED`, `RECIPIENT_NOT_DEPLOYED`, `RECIPIENT_REFUSES`; `INSUFFICIENT_TOKENS` if a wallet makes the
 * secret. Without a wallet the tokens are not checked, because the escrow may be paid from elsewhere, such as an
 * exchange.
 */
export async function requireStartable(request: SwapRequest, asked: Asked): Promise<void> {
  await Promise.all([requireClocks(request, asked), requireTokens(request, asked), requireRecipient(request, asked)])
}

/**
 * How long one question may take, in milliseconds. It is short, so that silent endpoints do not delay the start of a
 * swap.
 */
const timeoutMs = 3_000

const evidenceOn = ({ evidence, network }: Asked, name: string): ChainEvidence | undefined => {
  const chain = chainOf(network, name)
  return (evidence?.endpoints[name] ?? []).length === 0
    ? undefined
    : evidenceOf({ ...evidence, endpoints: evidence?.endpoints ?? {}, timeoutMs }, chain)
}

/**
 * Compares the device's clock with the newest block of both chains. A quiet chain may have made no block for a long
 * time, so the device's clock only counts as fast if it is also past the expiry of the quote that was just made.
 */
async function requireClocks({ sourceAsset, destinationAsset }: SwapRequest, asked: Asked): Promise<void> {
  const names = [sourceAsset, destinationAsset].map(chainOfAsset)
  const times = await Promise.all(names.map(async (name) => ({ name, time: await timeOn(evidenceOn(asked, name)) })))
  const latest = times.reduce((one, other) => ((other.time ?? 0) > (one.time ?? 0) ? other : one))
  const own = Math.floor(Date.now() / 1000)
  const quoted = Date.parse(asked.quote.expires_at) / 1000
  if (latest.time !== undefined && !(own > latest.time && own <= quoted + windowToleranceSecs))
    requireClock(latest.name, latest.time, own)
}

/** The latest block time that a majority of the endpoints has reached, in unix seconds. A minority cannot change it. */
async function timeOn(evidence: ChainEvidence | undefined): Promise<number | undefined> {
  if (evidence === undefined) return undefined
  const read = async ({ client }: { client: Client }) => (await getBlock(client)).timestamp
  return believe(evidence, evidence.quorum.reached(read, { name: 'time' })).then(Number, () => undefined)
}

async function requireTokens({ sourceAsset, sourceAddress }: SwapRequest, asked: Asked): Promise<void> {
  const evidence = evidenceOn(asked, chainOfAsset(sourceAsset))
  const asset = asked.network.assets.find((one) => one.asset === sourceAsset)
  if (asked.secrets === undefined || evidence === undefined || asset === undefined) return
  const token = asset.token_address as Address
  const held = await askMajority(evidence, 'balance', (client) => readBalance(client, token, sourceAddress)).catch(
    () => undefined,
  )
  const required = BigInt(asked.quote.source.amount)
  if (held !== undefined && held < required) throw insufficientTokens(asset, { address: sourceAddress, held, required })
}

async function requireRecipient(request: SwapRequest, asked: Asked): Promise<void> {
  const { sourceAsset, destinationAsset, sourceAddress, destinationAddress: recipient } = request
  const name = chainOfAsset(destinationAsset)
  const chain = chainOf(asked.network, name)
  const hub = asked.quote.route_type === 'hop' ? chain.hub_chain : undefined
  // On a hop the hub is checked as well, because the recipient's signature is verified there.
  const paidOn = [name, hub].flatMap((one) => (one == null ? [] : [[one, evidenceOn(asked, one)] as const]))
  if (request.allowUndeployedRecipient !== true && isAddressEqual(sourceAddress, recipient))
    await requireDeployed(recipient, { source: evidenceOn(asked, chainOfAsset(sourceAsset)), recipient: paidOn })
  const [[, evidence] = []] = paidOn
  const token = asked.network.assets.find(({ asset }) => asset === destinationAsset)?.token_address
  if (evidence === undefined || hub != null || token === undefined || !isNativeToken(token)) return
  const payer = (chain.registry_address ?? zeroAddress) as Address
  await requireTakesNative(evidence, { recipient, amount: BigInt(asked.quote.destination.amount), payer })
}
