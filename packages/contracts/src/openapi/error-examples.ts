import { type ErrorCode, errorCodes } from '../error-codes.ts'

/**
 * An answer of each error, as a service gives it: `result`, and `details` where there are any.
 * test/e2e/conformance.test.ts compares each with an answer of a running stack, or finds its text
 * in the sources.
 */
const answers: Record<ErrorCode, string | { result: string; details: object }> = {
  INVALID_REQUEST: {
    result: 'colour: is not a known field',
    details: { issues: [{ path: 'colour', message: 'is not a known field' }] },
  },
  MALFORMED_JSON: 'The body is not a JSON object',
  PAGE_TOO_DEEP: { result: 'Pages reach 10000 rows deep; read on with cursor.', details: { max_rows: 10000 } },
  INVALID_CURSOR: 'The cursor belongs to a list with other filters; start without a cursor.',
  UNAUTHORIZED: 'The API key is missing or unknown',
  NOT_FOUND: 'There is nothing at this path',
  ORDER_NOT_FOUND: 'no order has this identifier',
  QUOTE_NOT_FOUND: 'No quote has this identifier.',
  CLAIM_NOT_FOUND: 'no claim has this identifier',
  INITIATION_NOT_FOUND: 'no initiation has this identifier',
  WEBHOOK_NOT_FOUND: 'No webhook or delivery has this identifier.',
  METHOD_NOT_ALLOWED: 'This path takes GET, HEAD',
  QUOTE_CONSUMED: 'This quote was already consumed.',
  QUOTE_WITHDRAWN: 'The maker of this quote does not stand by it.',
  COMMITMENT_REUSED: 'Another order has this commitment hash.',
  IDEMPOTENCY_CONFLICT: 'The Idempotency-Key was used with another request',
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this Idempotency-Key still runs',
  SOURCE_NOT_INITIATED: 'the source vault is not on chain at its confirmation depth',
  DESTINATION_NOT_INITIATED: 'the destination vault is not on chain at its confirmation depth',
  TOO_LATE: 'too little time is left on the destination',
  REFUND_TOO_EARLY: {
    result: 'the source escrow can be cancelled later, or with consent',
    details: { cancel_after: 1795609166, fill_by: 1795606348 },
  },
  ORDER_FINAL: 'the source escrow is settled, and nothing worth its gas is left at its address',
  CLAIM_CONFLICT: 'the claim was made with another hop payload',
  CLAIM_SENT: 'the secret has left the relayer',
  VAULT_MISMATCH: 'a vault has other terms than the order',
  SWAP_MISMATCH: {
    result: 'swap_id is not the destination vault of this order',
    details: {
      field: 'swap_id',
      expected: '0x565AEeBdA3d00C10CA324E6F84fcc88079e908c0',
      given: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    },
  },
  PAYOUT_BLOCKED: 'the token refuses the payout',
  PAYOUT_TOO_COSTLY: 'the recipient, or the token, needs more gas than a claim may use',
  SPONSOR_ORDER_TOO_SMALL: "at today's fees the gas on base is paid from 12.5 USD up",
  PREFUND_MISSING: {
    result: 'the predicted vault holds 0 of 1051052 base units',
    details: { held: '0', required: '1051052' },
  },
  CREATION_REVERTS: 'the registry would refuse this creation now',
  REQUEST_TIMEOUT: 'The request took too long to arrive',
  QUOTE_EXPIRED: 'This quote expired at 2026-11-21T06:15:00.782Z.',
  ORDER_EXPIRED: 'the time of the destination is over',
  EVENTS_GONE: { result: 'Events before 4711 are no longer kept.', details: { oldest_seq: 4711 } },
  BODY_TOO_LARGE: 'The body is over 64 KiB',
  UNSUPPORTED_CONTENT_TYPE: 'The body must be application/json',
  HEADERS_TOO_LARGE: 'The URL and headers are over 16 KiB',
  QUOTE_MISMATCH: {
    result: 'The order differs from its quote: source.amount is 1 and was quoted as 1051052.',
    details: { mismatches: [{ field: 'source.amount', quoted: '1051052', given: '1' }] },
  },
  UNSUPPORTED_ASSET: {
    result: 'The source asset devnet_a:nosuchtoken is not listed.',
    details: { field: 'source', asset: 'devnet_a:nosuchtoken' },
  },
  UNSUPPORTED_ROUTE: {
    result: 'There is no route from devnet_a:usdc to devnet_a:usdc.',
    details: { source: 'devnet_a:usdc', destination: 'devnet_a:usdc' },
  },
  AMOUNT_OUT_OF_BOUNDS: {
    result: 'source_amount must be between 1000000 and 100000000000 of devnet_a:usdc.',
    details: { field: 'source_amount', amount: '1', minimum: '1000000', maximum: '100000000000' },
  },
  INVALID_RECIPIENT: {
    result: "destination.recipient is the address of the market maker. It must be the user's own address.",
    details: { field: 'destination.recipient', address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720' },
  },
  WRONG_SECRET: "SHA-256 of the secret is not the order's commitment hash",
  HOP_REQUIRED: 'the order is a hop: send hop, signed by the recipient',
  HOP_NOT_EXPECTED: 'the order is direct: leave out hop',
  HOP_MISMATCH: {
    result: "hop.bridge_factory differs from the order's",
    details: {
      field: 'bridge_factory',
      expected: '0x4fEa3C8078c949A3c8aCD6136D34efeF47e5Cfd8',
      given: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    },
  },
  HOP_ROUTE_CLOSED: 'the bridge has no open route to the final chain',
  ROUTE_PAUSED: {
    result: 'The operator has paused devnet_a: nothing new is taken there now.',
    details: { paused: 'devnet_a' },
  },
  HOP_EXPIRED: 'the hop payload expires too soon',
  SIGNATURE_INVALID:
    'the consent is not by the recipient of the source escrow; it ends with a recovery byte of 222, and must end with 27 or 28',
  UNSUPPORTED_INITIATION: 'the native token is initiated by its owner, with createEscrowNative',
  INVALID_WEBHOOK_URL: 'The URL has 5 webhooks already.',
  WEBHOOK_CHALLENGE_FAILED: 'The endpoint did not answer the challenge: answered something else than the challenge.',
  RATE_LIMITED: 'More than 300 requests per minute',
  SPONSOR_BUDGET_SPENT: "today's budget for claims on base is spent",
  TOO_MANY_UNFUNDED_ORDERS: 'In all you have 50 orders that wait for their source escrow.',
  TOO_MANY_WAITING_CLAIMS: {
    result: 'too many claims wait for orders that nobody has paid',
    details: { of: 'client', most: 20 },
  },
  INTERNAL: 'Something went wrong on our side',
  UPSTREAM_INVALID: 'the orderbook answered nonsense',
  UNAVAILABLE: 'The database does not answer',
  CHAIN_UNAVAILABLE: 'base: 1 of the 2 endpoints that must agree answer',
  PRICE_UNAVAILABLE: 'The price of base:usdc is 7200 s old.',
  SIGNER_UNAVAILABLE: 'no signer on base can pay for gas',
  UPSTREAM_TIMEOUT: 'The quote service did not answer in time.',
}

/** The whole body of an answer with this error. */
export function errorExample(code: ErrorCode) {
  const answer = answers[code]
  return {
    status: 'Error',
    ...(typeof answer === 'string' ? { result: answer } : { result: answer.result }),
    code,
    request_id: '01a1fcbd-83ae-7ffb-98f6-3a8941add67f',
    retryable: errorCodes[code].retryable,
    ...(typeof answer === 'string' ? {} : { details: answer.details }),
  }
}
