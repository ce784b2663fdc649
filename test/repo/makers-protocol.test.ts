/**
 * Checks the files for makers in other languages with other code: the platform's HMAC and viem, from what the files and
 * the page say alone. The schemas and the code of the services must take the same messages.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import {
  isSignedBy,
  makerAnswerSchema,
  orderAskSchema,
  quoteAskSchema,
  refundAnswerSchema,
  refundAskSchema,
  type z,
} from '@tandem/contracts'
import { verifyWebhook } from '@tandem/sdk'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  type Address,
  concat,
  encodeAbiParameters,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
  recoverAddress,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

const root = new URL('../..', import.meta.url).pathname
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

interface Request {
  name: string
  expected: 'accept' | 'refuse'
  path: '/quotes' | '/orders' | '/refunds'
  headers: Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  body: string
}
interface Signed {
  name: string
  encoded_type: string
  type_hash: Hex
  domain_separator: Hex
  struct_hash: Hex
  digest: Hex
  signer: Address
  signature: Hex
  answer: string
}
interface Vectors {
  now: number
  secret: string
  keys: Record<'quotes' | 'chains', Hex>
  requests: Request[]
  quote_ids: { quote_id: string; rfq_id: string }[]
  commitments: { secret: Hex; commitment_hash: Hex }[]
  quotes: Signed[]
  consents: Signed[]
  vaults: {
    chain_id: number
    registry: Address
    terms: Record<string, string | number>
    init_code: Hex
    vault: Address
  }[]
}

const schema = read('docs/makers/protocol.schema.json') as { $defs: Record<string, object> }
const vectors = read('docs/makers/vectors.json') as Vectors
const page = readFileSync(join(root, 'docs/makers.md'), 'utf8')

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(schema, 'protocol')
const fits = (name: string, message: unknown) => ajv.validate({ $ref: `protocol#/$defs/${name}` }, message)

const messages: Record<Request['path'], { name: string; answer: string; zod: z.ZodType }> = {
  '/quotes': { name: 'QuoteRequest', answer: 'QuoteAnswer', zod: quoteAskSchema },
  '/orders': { name: 'OrderRequest', answer: 'OrderAnswer', zod: orderAskSchema },
  '/refunds': { name: 'RefundRequest', answer: 'RefundAnswer', zod: refundAskSchema },
}

/** Verifies a request as docs/makers.md describes it. */
function isAccepted({ headers, body }: Request): boolean {
  const timestamp = Number(headers['webhook-timestamp'])
  if (Math.abs(vectors.now - timestamp) > 300) return false
  const key = Buffer.from(vectors.secret.replace('whsec_', ''), 'base64')
  const hmac = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.${body}`).digest()
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === hmac.length && timingSafeEqual(given, hmac)
  })
}

describe('the requests of docs/makers/vectors.json', () => {
  it.each(vectors.requests)('$expected: $name', async (request) => {
    const isRight = request.expected === 'accept'
    expect(isAccepted(request)).toBe(isRight)
    const verified = verifyWebhook(request.body, request.headers, { secret: vectors.secret, now: vectors.now })
    expect(await verified.then(Boolean, () => false)).toBe(isRight)
    const { name, zod } = messages[request.path]
    const message: unknown = JSON.parse(request.body)
    expect([fits(name, message), zod.safeParse(message).success]).toEqual([true, true])
  })
})

it('docs/makers.md shows the first request for a quote, byte by byte, and the answer to it', () => {
  const [request, quote] = [vectors.requests[0], vectors.quotes[0]]
  const [, shown = ''] = /```http\n([\s\S]*?)\n```/.exec(page) ?? []
  const [head = '', body] = shown.split('\n\n')
  expect(body).toBe(request?.body)
  for (const [name, value] of Object.entries(request?.headers ?? {})) expect(head).toContain(`\n${name}: ${value}`)
  const [, answer = 'null'] = /```http\n[\s\S]*?```\n\n```json\n([\s\S]*?)```/.exec(page) ?? []
  expect(JSON.parse(answer)).toEqual(JSON.parse(quote?.answer ?? ''))
  for (const text of [vectors.secret, quote?.signer ?? 'no signer']) expect(page).toContain(text)
})

describe('the signatures of docs/makers/vectors.json', () => {
  it.each([
    ...vectors.quotes.map((signed) => ({
      ...signed,
      key: vectors.keys.quotes,
      answers: 'QuoteAnswer',
      zod: makerAnswerSchema,
    })),
    ...vectors.consents.map((signed) => ({
      ...signed,
      key: vectors.keys.chains,
      answers: 'RefundAnswer',
      zod: refundAnswerSchema,
    })),
  ])('$name follows from its steps', async (signed) => {
    const { digest, signature, signer } = signed
    expect(keccak256(new TextEncoder().encode(signed.encoded_type))).toBe(signed.type_hash)
    expect(keccak256(concat(['0x1901', signed.domain_separator, signed.struct_hash]))).toBe(digest)
    expect(await recoverAddress({ hash: digest, signature })).toBe(signer)
    expect(privateKeyToAddress(signed.key)).toBe(signer)
    const answer: unknown = JSON.parse(signed.answer)
    expect([fits(signed.answers, answer), signed.zod.safeParse(answer).success]).toEqual([true, true])
  })

  it.each(vectors.quotes)('$name is what the orderbook believes', async ({ answer, signer }) => {
    const signed = JSON.parse(answer) as Parameters<typeof isSignedBy>[1]
    expect(await isSignedBy(signer, signed)).toBe(true)
    const other = { ...signed, message: { ...signed.message, destination_amount: '1' } }
    expect(await isSignedBy(signer, other)).toBe(false)
  })

  it('sign the type that the page shows', () => {
    const [, shown = ''] = /```\n(MakerQuote\([^`]*)```/.exec(page) ?? []
    expect(shown.replaceAll(/\s*\n\s*/g, '')).toBe(vectors.quotes[0]?.encoded_type)
  })
})

it('a commitment hash, and an identifier that a maker is asked under, follow from SHA-256', () => {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  for (const { secret, commitment_hash } of vectors.commitments)
    expect(commitment_hash).toBe(`0x${sha256(Buffer.from(secret.slice(2), 'hex'))}`)
  for (const { quote_id, rfq_id } of vectors.quote_ids) {
    const digits = sha256(Buffer.from(quote_id.toLowerCase())).slice(0, 32)
    const [bare, versionAt, variantAt] = [rfq_id.replaceAll('-', ''), 12, 16]
    const rest = (text: string) =>
      text.slice(0, versionAt) + text.slice(versionAt + 1, variantAt) + text.slice(variantAt + 1)
    expect([rest(bare), bare[versionAt]]).toEqual([rest(digits), '8'])
  }
})

it('the address of a vault follows from its terms', () => {
  const fields =
    'address token, address creator, address recipient, address hopBridge, uint128 amount, uint40 cancelAfter, bytes32 commitmentHash'
  for (const { chain_id, registry, terms, init_code, vault } of vectors.vaults) {
    const values = fields.split(', ').map((field) => terms[field.split(' ')[1] ?? ''])
    const encoded = encodeAbiParameters(parseAbiParameters(fields), values as never)
    const salt = keccak256(concat([numberToHex(chain_id, { size: 32 }), keccak256(encoded)]))
    expect(getCreate2Address({ from: registry, salt, bytecode: init_code })).toBe(vault)
  }
})

describe('docs/makers/protocol.schema.json', () => {
  it.each<[string, string, unknown]>([
    ['an answer that is both', 'QuoteAnswer', { declined: 'no', signature: '0x' }],
    ['a request without a window', 'QuoteRequest', { rfq_id: vectors.quote_ids[0]?.rfq_id }],
    ['a number as an amount', 'QuoteRequest', { ...JSON.parse(vectors.requests[0]?.body ?? ''), source_amount: 5 }],
    ['a consent without a deadline', 'RefundAnswer', { consent: { signature: '0x' } }],
  ])('refuses %s', (_case, name, message) => {
    expect(fits(name, message)).toBe(false)
  })

  it('has no pattern that Go cannot compile', () => {
    const patterns = [...JSON.stringify(schema).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, pattern]) => pattern,
    )
    expect(patterns).not.toEqual([])
    expect(patterns.filter((pattern) => /\(\?[=!<]|\\\\p|\\\\u/.test(pattern ?? ''))).toEqual([])
  })
})
