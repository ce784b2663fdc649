import { type ErrorMeaning, meaning, moved } from './error-money.ts'

/**
 * Every error either service can answer with: one code per cause, one HTTP status per code. The docs, the OpenAPI
 * documents and the services' error middleware are all made from this table.
 */
export interface ErrorCodeEntry extends ErrorMeaning {
  readonly httpStatus: number
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean
}

/**
 * @param money whether money has moved. By default the entry says that this error has moved none,
 * because a refused request moves nothing.
 */
const entry = (
  httpStatus: number,
  retryable: boolean,
  when: string,
  remedy: string,
  money: string = moved.notByThis,
): ErrorCodeEntry => ({ httpStatus, retryable, when, remedy, money })

export const errorCodes = {
  INVALID_REQUEST: entry(
    400,
    false,
    'A field, parameter or header is missing or malformed.',
    'Fix what `details.issues` lists.',
  ),
  MALFORMED_JSON: entry(
    400,
    false,
    'The body is not JSON, or is nested more than 64 levels deep.',
    'Send a JSON object.',
  ),
  PAGE_TOO_DEEP: entry(
    400,
    false,
    'The page lies beyond 10,000 rows, or needs too many tries.',
    'Read on with `cursor`.',
  ),
  INVALID_CURSOR: entry(400, false, 'The cursor is of another endpoint or other filters.', 'Start without a cursor.'),
  UNAUTHORIZED: entry(401, false, 'The API key is missing or unknown.', 'Send `Authorization: Bearer <key>`.'),
  NOT_FOUND: entry(404, false, 'No such path.', 'See `/openapi.json`.'),
  ORDER_NOT_FOUND: entry(404, false, 'No such order.', 'Check `order_id`.'),
  QUOTE_NOT_FOUND: entry(404, false, 'No such quote.', 'Request a new quote.', moved.no),
  CLAIM_NOT_FOUND: entry(404, false, 'No such claim.', 'List by `order_id`.'),
  INITIATION_NOT_FOUND: entry(404, false, 'No such initiation.', 'Check `initiation_id`.'),
  WEBHOOK_NOT_FOUND: entry(404, false, 'No such webhook or delivery.', 'List the webhooks.'),
  METHOD_NOT_ALLOWED: entry(405, false, 'The path has no such method.', 'See the `Allow` header.'),
  QUOTE_CONSUMED: entry(
    409,
    false,
    'The quote is used up: an order was made from it, or was begun from it with another commitment hash.',
    'Request a new quote.',
    moved.no,
  ),
  QUOTE_WITHDRAWN: entry(
    409,
    false,
    'The maker of the quote has withdrawn it.',
    'Take `details.quote`, the next best quote; without it request a new one.',
    moved.no,
  ),
  COMMITMENT_REUSED: entry(
    409,
    false,
    'Another order has this commitment hash.',
    'Make a new secret for every order.',
    moved.no,
  ),
  IDEMPOTENCY_CONFLICT: entry(409, false, 'Another request had this `Idempotency-Key`.', 'Use a new key.'),
  IDEMPOTENCY_IN_PROGRESS: entry(
    409,
    true,
    'The first request with this key still runs.',
    'Retry after `Retry-After`.',
    moved.perhaps,
  ),
  SOURCE_NOT_INITIATED: entry(
    409,
    true,
    'The source escrow does not have the confirmations that its chain asks for.',
    'Fund the source, wait, retry.',
  ),
  DESTINATION_NOT_INITIATED: entry(
    409,
    true,
    'The destination escrow does not have the confirmations that its chain asks for.',
    'Wait, retry. Keep the secret until then.',
    moved.inEscrow,
  ),
  TOO_LATE: entry(
    409,
    false,
    'Too little time is left to reveal the secret, or to fill an unfunded order.',
    'Do not reveal the secret, and do not fund. Cancel the source after `cancel_after`.',
  ),
  REFUND_TOO_EARLY: entry(
    409,
    true,
    'Before `details.cancel_after` a refund needs the consent of the market maker; `details.consent` says why there is none.',
    'Retry after `fill_by`, when the market maker may consent, or after `cancel_after`.',
    moved.inEscrow,
  ),
  ORDER_FINAL: entry(
    409,
    false,
    'The order or this side of it is already settled.',
    'Read the order.',
    'Yes: the order was paid or taken back. The order says which.',
  ),
  CLAIM_CONFLICT: entry(409, false, 'The order has a claim with another hop payload.', 'Read the claim.'),
  CLAIM_SENT: entry(
    409,
    false,
    'The secret of the claim has left the relayer, so the claim cannot be withdrawn.',
    'Read the claim: it is pursued to its end.',
  ),
  VAULT_MISMATCH: entry(
    409,
    false,
    'The vault does not match the order, or the order names an unknown token, registry or bridge, or one vault for both sides.',
    'Do not reveal the secret; report the order.',
  ),
  SWAP_MISMATCH: entry(
    409,
    false,
    '`swap_id` is not the destination vault of the order, or of its claim.',
    'Do not reveal the secret; report the order, with both vaults of `details`.',
  ),
  PAYOUT_BLOCKED: entry(
    409,
    true,
    'The token is paused, or refuses the recipient.',
    'Keep the secret, retry later.',
    'The amount is in the escrows: nobody was paid yet.',
  ),
  PAYOUT_TOO_COSTLY: entry(
    409,
    false,
    'The recipient or the token needs more gas than the relayer gives a claim.',
    'Claim on chain, or have another address paid by `claimTo` (docs/escrow.md).',
    'The amount is in the escrows: nobody was paid yet.',
  ),
  SPONSOR_ORDER_TOO_SMALL: entry(
    409,
    false,
    "Today's gas would cost too much of the amount.",
    'Send the transaction yourself, or swap at least `details.minimum_usd`.',
  ),
  PREFUND_MISSING: entry(
    409,
    true,
    'The predicted vault does not hold the amount yet.',
    'Send the rest (`details.required` minus `details.held`) to `swap_id`, then retry.',
    moved.sentAhead,
  ),
  CREATION_REVERTS: entry(
    409,
    true,
    'The registry would refuse the creation now.',
    'Check the balance, the allowance to the registry or Permit2, and the signature (used up, out of time, not by the creator).',
  ),
  REQUEST_TIMEOUT: entry(408, true, 'The request took over 20 s to arrive.', 'Use a faster connection.', moved.perhaps),
  QUOTE_EXPIRED: entry(410, false, 'The quote has expired.', 'Request a new quote.', moved.no),
  ORDER_EXPIRED: entry(
    410,
    false,
    'The order can no longer be filled.',
    'Fund nothing. Take back what lies at `swap_id` (`next_action`).',
    moved.sentAhead,
  ),
  EVENTS_GONE: entry(
    410,
    false,
    'Events after this position are no longer kept.',
    'Read the orders, then events after `details.oldest_seq` less one.',
  ),
  BODY_TOO_LARGE: entry(413, false, 'The body is over 64 KiB.', 'Send less.'),
  UNSUPPORTED_CONTENT_TYPE: entry(
    415,
    false,
    'The body is not `application/json`.',
    'Set `Content-Type: application/json`.',
  ),
  HEADERS_TOO_LARGE: entry(431, false, 'The URL and headers are over 16 KiB.', 'Send less.'),
  QUOTE_MISMATCH: entry(
    422,
    false,
    'An asset or amount differs from the quote.',
    'Send those of the quote, unchanged. `details` shows both.',
    moved.no,
  ),
  UNSUPPORTED_ASSET: entry(422, false, 'The asset is not listed.', 'Choose one of `GET /assets`.', moved.no),
  UNSUPPORTED_ROUTE: entry(
    422,
    false,
    'There is no route between the two assets.',
    'Choose one of `GET /routes`.',
    moved.no,
  ),
  AMOUNT_OUT_OF_BOUNDS: entry(
    422,
    false,
    "The amount is outside the asset's limits.",
    'Keep within `details.minimum` and `details.maximum`.',
    moved.no,
  ),
  INVALID_RECIPIENT: entry(
    422,
    false,
    'A recipient is the market maker, or a contract that could not spend what it is paid: of Tandem, of a listed token, Permit2, or built into the chain.',
    "Use the user's own address.",
    moved.no,
  ),
  WRONG_SECRET: entry(
    422,
    false,
    "The secret does not fit the order's commitment hash.",
    'Send the secret of this order.',
    moved.inEscrow,
  ),
  HOP_REQUIRED: entry(
    422,
    false,
    'The claim of a hop needs a hop payload.',
    'Send `hop`, signed by the recipient.',
    moved.inEscrow,
  ),
  HOP_NOT_EXPECTED: entry(
    422,
    false,
    'The order is direct: it takes no hop payload.',
    'Leave out `hop`.',
    moved.inEscrow,
  ),
  HOP_MISMATCH: entry(
    422,
    false,
    "A hop field differs from the order's.",
    'Sign the fields of the order, unchanged. `details` shows both.',
    moved.inEscrow,
  ),
  HOP_ROUTE_CLOSED: entry(
    409,
    false,
    'The bridge takes nothing to the final chain.',
    'Quote another destination. Of an open order take the tokens on the hub (docs/hops.md).',
  ),
  ROUTE_PAUSED: entry(
    503,
    true,
    'The operator has paused a chain, an asset or a route of this swap.',
    'Quote another pair, or wait. Open orders go on.',
  ),
  HOP_EXPIRED: entry(
    422,
    false,
    'The hop payload expires too soon.',
    'Sign again with a later deadline.',
    moved.inEscrow,
  ),
  SIGNATURE_INVALID: entry(
    422,
    false,
    'The signature is not by the expected signer over this message.',
    'Check typed data and key.',
  ),
  UNSUPPORTED_INITIATION: entry(422, false, 'The token or chain has no such initiation.', 'Choose another `type`.'),
  INVALID_WEBHOOK_URL: entry(
    422,
    false,
    'The webhook URL is not a public HTTPS address, or the client has too many webhooks.',
    'Change the URL, or delete webhooks.',
  ),
  WEBHOOK_CHALLENGE_FAILED: entry(
    422,
    true,
    "The webhook's endpoint did not answer the challenge, so that nothing is sent to it.",
    'Let it answer 2xx with the challenge alone, then send the request again.',
  ),
  RATE_LIMITED: entry(
    429,
    true,
    'Too many requests, or too many wrong secrets for one order.',
    'Wait for `Retry-After`.',
  ),
  SPONSOR_BUDGET_SPENT: entry(
    429,
    true,
    'What the relayer pays for others in a UTC day is spent, or reserved for work under way: for this address, or for all (`details.scope`).',
    'Wait for `Retry-After`: seconds while it is reserved, and until `details.opens_at` once it is spent. Or send the transaction yourself.',
  ),
  TOO_MANY_UNFUNDED_ORDERS: entry(
    429,
    true,
    'Too many of your orders wait for their source escrow: of this user, of the funding address, or in all (`details.of`: `user`, `address`, `client`).',
    'Wait until some of them are paid or expire, or use an API key of your own. Never pay for an order that you did not make.',
    moved.no,
  ),
  TOO_MANY_WAITING_CLAIMS: entry(
    429,
    true,
    'Too many claims wait for orders that nobody has paid: of this client, or of all (`details.of`: `client`, `all`).',
    'Pay the source escrow first; then post the claim again.',
  ),
  INTERNAL: entry(500, true, 'A fault of ours.', 'Retry; report `request_id` if it stays.', moved.perhaps),
  UPSTREAM_INVALID: entry(502, true, 'A service that we use answered nonsense.', 'Retry later.', moved.perhaps),
  UNAVAILABLE: entry(
    503,
    true,
    'A dependency is down, or the service is stopping.',
    'Retry after `Retry-After`.',
    moved.perhaps,
  ),
  CHAIN_UNAVAILABLE: entry(
    503,
    true,
    'Endpoints of the chain fail, lag or disagree, or its clock is too far ahead.',
    'Retry later.',
  ),
  PRICE_UNAVAILABLE: entry(503, true, 'There is no fresh price for an asset.', 'Retry later.'),
  SIGNER_UNAVAILABLE: entry(503, true, 'No signer of this chain can pay for gas.', 'Retry later.'),
  UPSTREAM_TIMEOUT: entry(504, true, 'A service that we use was too slow.', 'Retry.', moved.perhaps),
} as const satisfies Record<string, ErrorCodeEntry>

/** A stable word for the cause of an error. */
export type ErrorCode = keyof typeof errorCodes

/** All codes, in the table's order. */
export const errorCodeNames = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]

/**
 * Why a claim or an initiation ended as `failed`, or why it waits for its user. No request is
 * answered with one of these: they are values of the `error_code` of a claim or an initiation.
 */
export const requestFailures = {
  EXPIRED: meaning(
    'Too little time was left. The secret was not sent.',
    'Take the source back after `cancel_after`; a source that was not created needs nothing.',
    moved.inEscrow,
  ),
  CANCELLED: meaning(
    'The vault was cancelled. The secret was not sent.',
    'Take the source back after `cancel_after`.',
    moved.inEscrow,
  ),
  VAULT_MISMATCH: meaning(
    'The vault does not hold what the order says. The secret was not sent.',
    'Do not reveal the secret. Take the source back after `cancel_after`, and report the order.',
    moved.inEscrow,
  ),
  HOP_INVALID: meaning(
    'The hop payload expired or is for another vault or route, or the route is closed. The secret was not sent.',
    'Sign a new payload, or take the tokens on the hub (docs/hops.md).',
    moved.inEscrow,
  ),
  POLICY: meaning(
    "The network fee stayed above the operator's cap, or the operator did not pay for the claim. The secret was not sent.",
    'Claim by your own wallet, or take the source back after `cancel_after`.',
    moved.inEscrow,
  ),
  WITHDRAWN: meaning(
    'Its client took the claim back. The secret was not sent.',
    'Claim again, or take the source back after `cancel_after`.',
    moved.inEscrow,
  ),
  REVERTED: meaning(
    'The transaction cannot succeed: its simulation reverts.',
    'Check balance, allowance and signature, or claim by your own wallet to see the reason.',
    moved.notByThis,
  ),
  PAYOUT_REVERTS: meaning(
    'The secret is public, and the payout reverted in several transactions. The relayer sends no more of them, and the claim stays `submitted`.',
    'Claim by the wallet of the recipient before `cancel_after` of the destination. If the token refuses your address, name another one with `claimTo` (docs/escrow.md).',
    'The market maker can take the source; the destination waits for your claim.',
  ),
  LOST: meaning(
    'The secret was revealed, and the vault was cancelled before the claim was mined.',
    'Take the source back at once if it still stands, and report the order.',
    'Yes: the market maker took the destination back, and can take the source.',
  ),
} as const satisfies Record<string, ErrorMeaning>

export type RequestFailure = keyof typeof requestFailures
export const requestFailureNames = Object.keys(requestFailures) as [RequestFailure, ...RequestFailure[]]
