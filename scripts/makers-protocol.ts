/**
 * Writes the JSON schemas and the signed test vectors of the makers' protocol (docs/makers), for
 * makers in other languages. With `--check` it only compares.
 */
import { createHash, createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type MakerQuoteMessage, makerQuoteTypedData, makersJsonSchema, rfqIdOf } from '@tandem/contracts'
import { consentCancelTypedData, nativeToken, predictVault, vaultInitCode } from '@tandem/escrow'
import {
  domainSeparator,
  type Hex,
  hashStruct,
  hashTypedData,
  keccak256,
  stringToHex,
  type TypedDataDefinition,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const folder = new URL('../docs/makers/', import.meta.url)

const secret = `whsec_${Buffer.from('the secret of the test vectors..').toString('base64')}`
const otherSecret = `whsec_${Buffer.from('a secret that nobody shares here').toString('base64')}`
/** The key that signs firm quotes, and the key of the maker's accounts on its chains. */
const keys = { quotes: `0x${'11'.repeat(32)}`, chains: `0x${'22'.repeat(32)}` } as const
const accounts = { quotes: privateKeyToAccount(keys.quotes), chains: privateKeyToAccount(keys.chains) }
const user = privateKeyToAccount(`0x${'33'.repeat(32)}`).address

/** The moment of all vectors, in unix seconds. */
const now = 1_795_000_000
const registry = '0x1111111111111111111111111111111111111111'

const toText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
const json = (value: unknown): string => JSON.stringify(value, toText)

const quoteIds = ['7b1c1f3e-52d7-4e9f-8a63-0f6f3f5e2a10', 'C4A5E0D2-9B1F-4B0E-8F38-1D2C3B4A5968']

const usdc: MakerQuoteMessage = {
  quote_id: rfqIdOf(quoteIds[0] ?? ''),
  source_asset: 'ethereum:usdc',
  source_chain_id: 1,
  source_token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  source_amount: '5000000000',
  source_recipient: accounts.chains.address,
  destination_asset: 'base:usdc',
  destination_chain_id: 8_453,
  destination_token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  destination_amount: '4994000000',
  destination_creator: accounts.chains.address,
  hop_relayer_fee: '0',
  initiate_by: now + 660,
  fill_by: now + 960,
  expires_at: now + 60,
}
/** A hop with native tokens, and with an amount that does not fit into 64 bits. */
const native: MakerQuoteMessage = {
  ...usdc,
  quote_id: rfqIdOf(quoteIds[1] ?? ''),
  source_asset: 'base:eth',
  source_chain_id: 8_453,
  source_token: nativeToken,
  source_amount: '123456789012345678901',
  destination_asset: 'final:avax',
  destination_chain_id: 43_114,
  destination_token: nativeToken,
  destination_amount: '340282366920938463463374607431768211455',
  hop_relayer_fee: '250000000000000000',
}

const quoteRequest = {
  rfq_id: usdc.quote_id,
  source_asset: usdc.source_asset,
  destination_asset: usdc.destination_asset,
  source_amount: usdc.source_amount,
  destination_amount: null,
  route_type: 'direct',
  hop_relayer_fee: '0',
  initiate_by: usdc.initiate_by,
  fill_by: usdc.fill_by,
  expires_at: usdc.expires_at,
  source_cancel_after: now + 86_400,
  dest_cancel_after: now + 14_400,
  free_option_secs: 14_400,
  answer_within_ms: 300,
}

const swapSecret: Hex = `0x${'5e'.repeat(32)}`
const commitmentHash: Hex = `0x${createHash('sha256')
  .update(Buffer.from(swapSecret.slice(2), 'hex'))
  .digest('hex')}`
const orderId = '018f3a52-7c6d-7e3b-9a7e-3b1f0c9d2e41'
const orderRequest = { order_id: orderId, commitment_hash: commitmentHash, message: usdc }

/** The terms of the order's source escrow. */
const sourceTerms = {
  token: usdc.source_token as Hex,
  creator: user,
  recipient: accounts.chains.address,
  hopBridge: zeroAddress,
  amount: BigInt(usdc.source_amount),
  cancelAfter: now + 86_400,
  commitmentHash,
}
const vault = predictVault({ registry, chainId: usdc.source_chain_id, terms: sourceTerms })
const refundRequest = {
  order_id: orderId,
  quote_id: usdc.quote_id,
  source_chain_id: usdc.source_chain_id,
  registry_address: registry,
  swap_id: vault,
}

interface Signing {
  secret?: string
  timestamp?: number
  /** What is sent in place of the body that was signed. */
  sent?: string
  /**
   * An old secret. Its signature is put before the right one, as it is while a secret is changed.
   */
  before?: string
}

function requestOf(
  name: string,
  path: string,
  body: unknown,
  expected: 'accept' | 'refuse',
  { secret: key = secret, timestamp = now, sent, before }: Signing = {},
) {
  const [text, id] = [json(body), `msg_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`]
  const signed = createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
  const signature = `v1,${signed.update(`${id}.${timestamp}.${text}`).digest('base64')}`
  return {
    name,
    expected,
    path,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': before === undefined ? signature : `${before} ${signature}`,
    },
    body: sent ?? text,
  }
}

const requests = [
  requestOf('a request for a quote', '/quotes', quoteRequest, 'accept'),
  requestOf(
    'a request for a quote by the destination amount, without deadlines',
    '/quotes',
    {
      ...quoteRequest,
      source_amount: null,
      destination_amount: usdc.destination_amount,
      source_cancel_after: null,
      dest_cancel_after: null,
      free_option_secs: null,
    },
    'accept',
  ),
  requestOf('an order', '/orders', orderRequest, 'accept'),
  requestOf('a request to give the source back', '/refunds', refundRequest, 'accept'),
  requestOf('two signatures, of which the second fits', '/orders', orderRequest, 'accept', {
    before: `v1,${Buffer.alloc(32).toString('base64')}`,
  }),
  requestOf('the signature of another secret', '/orders', orderRequest, 'refuse', { secret: otherSecret }),
  requestOf('a body that was changed', '/quotes', quoteRequest, 'refuse', {
    sent: json({ ...quoteRequest, source_amount: '5000000001' }),
  }),
  requestOf('a request of ten minutes ago', '/quotes', quoteRequest, 'refuse', { timestamp: now - 600 }),
]

/**
 * Lists every step from the message to its signature, so that the reader can see at which step another implementation
 * differs.
 */
async function signedOf(name: string, typedData: TypedDataDefinition, account: PrivateKeyAccount) {
  const { domain = {}, primaryType, message } = typedData
  const types = typedData.types as Readonly<Record<string, readonly { name: string; type: string }[]>>
  const fields = types[primaryType] ?? []
  const encodedType = `${primaryType}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
  return {
    name,
    domain,
    encoded_type: encodedType,
    type_hash: keccak256(stringToHex(encodedType)),
    message,
    domain_separator: domainSeparator({ domain }),
    struct_hash: hashStruct({ data: message, primaryType, types } as never),
    digest: hashTypedData(typedData),
    signer: account.address,
    signature: await account.signTypedData(typedData),
  }
}

const consent = consentCancelTypedData({ chainId: usdc.source_chain_id, registry, vault, deadline: now + 3_600 })
const [usdcQuote, nativeQuote, signedConsent] = [
  await signedOf('a firm quote', makerQuoteTypedData(usdc), accounts.quotes),
  await signedOf('a firm quote of native tokens, with the fee of a hop', makerQuoteTypedData(native), accounts.quotes),
  await signedOf('a consent', consent as TypedDataDefinition, accounts.chains),
]

const vectors = {
  about:
    'Made by scripts/makers-protocol.ts; explained in docs/makers.md. The keys and the secret are for tests alone.',
  now,
  secret,
  keys,
  requests,
  quote_ids: quoteIds.map((quoteId) => ({ quote_id: quoteId, rfq_id: rfqIdOf(quoteId) })),
  commitments: [{ secret: swapSecret, commitment_hash: commitmentHash }],
  quotes: [
    { ...usdcQuote, answer: json({ message: usdc, signature: usdcQuote.signature }) },
    { ...nativeQuote, answer: json({ message: native, signature: nativeQuote.signature }) },
  ],
  consents: [
    { ...signedConsent, answer: json({ consent: { deadline: now + 3_600, signature: signedConsent.signature } }) },
  ],
  vaults: [{ chain_id: usdc.source_chain_id, registry, terms: sourceTerms, init_code: vaultInitCode(registry), vault }],
}

const files = {
  'protocol.schema.json': makersJsonSchema(),
  'vectors.json': vectors,
}
for (const [name, content] of Object.entries(files)) {
  const file = new URL(name, folder)
  const text = `${JSON.stringify(content, toText, 2)}\n`
  if (!process.argv.includes('--check')) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, text)
    console.log(`wrote docs/makers/${name}`)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`docs/makers/${name} is not current; run: npm run generate`)
    process.exitCode = 1
  }
}
