/**
 * Records the examples of the OpenAPI documents from a real swap on the devnet. Run it after a change of a shape, then
 * `npm run generate`. That command does not record them itself, because every run gives other
 * hashes.
 *
 *   node --conditions=tandem:source --import tsx packages/devnet/scripts/record-examples.ts
 */
import { writeFileSync } from 'node:fs'
import { createClient, Swap } from '@tandem/sdk'
import { accounts, startStack } from '../src/index.ts'

const file = new URL('../../contracts/src/openapi/examples.ts', import.meta.url)
const stack = await startStack({ onProgress: (part) => console.log(`started ${part}`) })
try {
  const client = createClient({ baseUrl: stack.baseUrl, relayerUrl: stack.relayerUrl })
  const address = accounts.user.address
  const createQuote = { source_asset: 'devnet_a:usdc', destination_asset: 'devnet_b:usdc', source_amount: '25000000' }
  const request = {
    userId: 'user-42',
    sourceAsset: createQuote.source_asset,
    destinationAsset: createQuote.destination_asset,
    sourceAmount: BigInt(createQuote.source_amount),
    minReceived: 1n,
    sourceAddress: address,
    destinationAddress: address,
  }
  const swap = await Swap.start(request, {
    client,
    network: stack.network,
    dangerouslyTrustServers: true,
    save: () => undefined,
  })
  const { order: orderCreated, state } = swap
  const quote = await client.getQuote(orderCreated.quote_id)
  await swap.initiate('permit', stack.chains.devnet_a.user, { by: 'relayer', client })
  await swap.waitFor(['destination_initiated'])
  const claimQueued = await swap.claim()
  const orderCompleted = await swap.waitFor(['completed'])
  let claimConfirmed = claimQueued
  while (claimConfirmed.status !== 'confirmed') claimConfirmed = await client.getClaim(claimQueued.claim_id)
  const relayerHealth: unknown = await (await fetch(`${stack.relayerUrl}/health`)).json()

  const examples = {
    createQuote,
    quote: { ...quote, consumed: false },
    createOrder: {
      user_id: 'user-42',
      quote_id: quote.quote_id,
      source: { ...quote.source, recipient: address },
      destination: { ...quote.destination, recipient: address },
      commitment_hash: orderCreated.source_intent.commitment_hash,
    },
    orderCreated,
    orderCompleted,
    stats: await client.getStats(),
    // The secret of a finished devnet swap: it is public on chain.
    createClaim: { order_id: orderCreated.order_id, secret: state.secret },
    claimQueued,
    claimConfirmed,
    relayerHealth,
  }
  const header = '/** Bodies of a real swap on the devnet, recorded by packages/devnet/scripts/record-examples.ts. */\n'
  writeFileSync(file, `${header}export const examples = ${JSON.stringify(examples, null, 2)} as const\n`)
} finally {
  await stack.stop()
}
