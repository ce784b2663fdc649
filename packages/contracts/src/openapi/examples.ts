// The placeholder below is replaced by `npm run generate -- examples`, which records a real run of the demo.
const orderId = '019aa7c1-7f00-7cc2-9d3b-6f1d5b0a8c11'
const quoteId = '7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10'

/** Example bodies of the OpenAPI documents. */
export const examples: Record<string, unknown> = {
  createQuote: {
    source_asset: 'devnet_a:usdc',
    destination_asset: 'devnet_b:usdc',
    source_amount: '25000000',
  },
  createClaim: { order_id: orderId, secret: `0x${'5e'.repeat(32)}` },
  quoteId,
}
