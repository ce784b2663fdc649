import {
  claimListSchema,
  claimSchema,
  createClaimSchema,
  createInitiationSchema,
  createRefundSchema,
  initiationListSchema,
  initiationSchema,
  listClaimsSchema,
  listInitiationsSchema,
  refundSchema,
  withdrawClaimSchema,
} from '../claim.ts'
import { readinessSchema, relayerHealthSchema } from '../health.ts'
import { orderIdSchema } from '../scalars.ts'
import { z } from '../zod.ts'
import { answers } from './answer-examples.ts'
import { buildDocument, type OpenApiDocument } from './build-document.ts'
import { examples } from './examples.ts'
import type { Operation } from './operation.ts'

/**
 * The errors of each operation whose gas the relayer pays. They have the same causes once the
 * relayer has read the order and its chains.
 */
const sponsoringErrors = [
  'SPONSOR_ORDER_TOO_SMALL',
  'SPONSOR_BUDGET_SPENT',
  'UPSTREAM_INVALID',
  'UPSTREAM_TIMEOUT',
  'CHAIN_UNAVAILABLE',
  'SIGNER_UNAVAILABLE',
] as const

export const relayerOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/claims',
    operationId: 'createClaim',
    tag: 'Claims',
    summary: 'Claim the destination side',
    description:
      'Takes the secret once it is safe to reveal, keeps it encrypted until the claim is final, and gets the claim mined exactly once. The same claim posted again answers 200 with the same claim. A secret that is not yet safe to reveal is refused and not kept, unless `wait` is `true`: then the claim is `waiting` until it is safe, and ends as `failed` when that can no longer be.',
    isWrite: true,
    body: createClaimSchema,
    bodyExample: examples.createClaim,
    success: {
      200: {
        description: 'The claim that was already there; or another party has claimed, and this is the transaction.',
        schema: claimSchema,
        envelope: true,
        headers: ['Location'],
        example: examples.claimConfirmed,
      },
      202: {
        description: 'The claim is stored and will be pursued; with `waiting`, as soon as revealing is safe.',
        schema: claimSchema,
        envelope: true,
        headers: ['Location'],
        example: examples.claimQueued,
      },
    },
    errors: [
      'ORDER_NOT_FOUND',
      'SOURCE_NOT_INITIATED',
      'DESTINATION_NOT_INITIATED',
      'TOO_LATE',
      'ORDER_FINAL',
      'ORDER_EXPIRED',
      'CLAIM_CONFLICT',
      'VAULT_MISMATCH',
      'SWAP_MISMATCH',
      'PAYOUT_BLOCKED',
      'PAYOUT_TOO_COSTLY',
      'SPONSOR_ORDER_TOO_SMALL',
      'SPONSOR_BUDGET_SPENT',
      'TOO_MANY_WAITING_CLAIMS',
      'WRONG_SECRET',
      'HOP_REQUIRED',
      'HOP_NOT_EXPECTED',
      'HOP_MISMATCH',
      'HOP_EXPIRED',
      'HOP_ROUTE_CLOSED',
      'SIGNATURE_INVALID',
      'UPSTREAM_INVALID',
      'UPSTREAM_TIMEOUT',
      'CHAIN_UNAVAILABLE',
      'SIGNER_UNAVAILABLE',
    ],
  },
  {
    method: 'get',
    path: '/claims',
    operationId: 'listClaims',
    tag: 'Claims',
    summary: "List an order's claims",
    query: listClaimsSchema,
    success: {
      200: {
        description: 'Its claim, or none.',
        schema: claimListSchema,
        envelope: true,
        example: answers.claimList,
      },
    },
    errors: ['INVALID_REQUEST'],
  },
  {
    method: 'get',
    path: '/claims/{claim_id}',
    operationId: 'getClaim',
    tag: 'Claims',
    summary: 'Read one claim',
    params: z.object({ claim_id: z.uuid() }),
    success: {
      200: {
        description: 'The claim.',
        schema: claimSchema,
        envelope: true,
        example: examples.claimConfirmed,
      },
    },
    errors: ['INVALID_REQUEST', 'CLAIM_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/claims/{claim_id}/withdraw',
    operationId: 'withdrawClaim',
    tag: 'Claims',
    summary: 'Take a claim back',
    description:
      'Ends a claim whose secret has not left the relayer, and erases the secret. The claim is then `failed` with `WITHDRAWN`, and may be posted again. A claim that was withdrawn or has failed before is answered as it stands.',
    isWrite: true,
    params: z.object({ claim_id: z.uuid() }),
    body: withdrawClaimSchema,
    bodyExample: { secret: examples.createClaim.secret },
    success: {
      200: {
        description: 'The claim, of which nothing is pursued any more.',
        schema: claimSchema,
        envelope: true,
        example: examples.claimWithdrawn,
      },
    },
    errors: ['CLAIM_NOT_FOUND', 'CLAIM_SENT', 'WRONG_SECRET'],
  },
  {
    method: 'post',
    path: '/initiations',
    operationId: 'createInitiation',
    tag: 'Initiations',
    summary: 'Have the relayer create the source escrow',
    description:
      '`prefunded`: the tokens are in the predicted vault. `permit`, `signed`: the creator signed the terms. `permit2`, `eip3009`: one signature that moves the tokens and binds the terms. An order has one initiation: one that was rejected, reverted or expired, or whose simulation fails, gives way to the next body that is posted, once no transaction of it can be mined any more. Otherwise the answer is the initiation that stands (`type`, `reason`).',
    isWrite: true,
    body: createInitiationSchema,
    bodyExample: { type: 'prefunded', order_id: examples.orderCreated.order_id },
    success: {
      200: {
        description: 'The initiation that was already there.',
        schema: initiationSchema,
        envelope: true,
        headers: ['Location'],
        example: answers.initiation,
      },
      202: {
        description: 'The initiation is stored and will be pursued.',
        schema: initiationSchema,
        envelope: true,
        headers: ['Location'],
        example: answers.initiationQueued,
      },
    },
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_FINAL',
      'ORDER_EXPIRED',
      'TOO_LATE',
      'PREFUND_MISSING',
      'VAULT_MISMATCH',
      'SIGNATURE_INVALID',
      'CREATION_REVERTS',
      'UNSUPPORTED_INITIATION',
      ...sponsoringErrors,
    ],
  },
  {
    method: 'get',
    path: '/initiations',
    operationId: 'listInitiations',
    tag: 'Initiations',
    summary: "List an order's initiations",
    query: listInitiationsSchema,
    success: {
      200: {
        description: 'Its initiation, or none.',
        schema: initiationListSchema,
        envelope: true,
        example: answers.initiationList,
      },
    },
    errors: ['INVALID_REQUEST'],
  },
  {
    method: 'get',
    path: '/initiations/{initiation_id}',
    operationId: 'getInitiation',
    tag: 'Initiations',
    summary: 'Read one initiation',
    params: z.object({ initiation_id: z.uuid() }),
    success: {
      200: {
        description: 'The initiation.',
        schema: initiationSchema,
        envelope: true,
        example: answers.initiation,
      },
    },
    errors: ['INVALID_REQUEST', 'INITIATION_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/orders/{order_id}/refund',
    operationId: 'createRefund',
    tag: 'Refunds',
    summary: 'Have the relayer give the source amount back',
    description:
      'Pays the creator of the source escrow and no other address, free of charge. With the consent of the market maker at once, which is asked for after `fill_by`; otherwise from `cancel_after` on. Posted again it answers how far the refund is.',
    isWrite: true,
    params: z.object({ order_id: orderIdSchema }),
    body: createRefundSchema,
    bodyExample: {},
    success: {
      200: {
        description: 'The refund that was already there.',
        schema: refundSchema,
        envelope: true,
        example: answers.refund,
      },
      202: {
        description: 'The refund is stored and will be pursued.',
        schema: refundSchema,
        envelope: true,
        example: answers.refundQueued,
      },
    },
    errors: [
      'ORDER_NOT_FOUND',
      'SOURCE_NOT_INITIATED',
      'REFUND_TOO_EARLY',
      'ORDER_FINAL',
      'VAULT_MISMATCH',
      'SIGNATURE_INVALID',
      ...sponsoringErrors,
    ],
  },
  {
    method: 'get',
    path: '/health',
    operationId: 'getHealth',
    tag: 'Operation',
    summary: 'Whether the process is alive, and how its parts do',
    success: {
      200: {
        description: 'Alive.',
        schema: relayerHealthSchema,
        envelope: false,
        example: examples.relayerHealth,
      },
    },
    errors: [],
  },
  {
    method: 'get',
    path: '/ready',
    operationId: 'getReadiness',
    tag: 'Operation',
    summary: 'Whether every dependency answers',
    success: {
      200: { description: 'Ready.', schema: readinessSchema, envelope: false, example: answers.ready },
      503: {
        description: 'Not ready; the failing check is named.',
        schema: readinessSchema,
        envelope: false,
        example: answers.notReady,
      },
    },
    errors: [],
  },
]

/** The relayer's OpenAPI 3.1 document. */
export function relayerDocument(serverUrl = 'http://127.0.0.1:4200'): OpenApiDocument {
  return buildDocument(
    {
      title: 'Tandem relayer',
      version: '1.0.0',
      description:
        'To end a swap: make its order with the orderbook, pay its source escrow, and `POST /initiations` with `prefunded`; when the ' +
        'order’s `next_action` is `submit_claim`, `POST /claims` with `order_id`, the secret, and `swap_id`, the vault that you ' +
        'have verified. The rest is waiting.\n\n' +
        'The relayer submits the destination claim of a swap, exactly once, and never before the secret is safe to reveal.',
      serverUrl,
      tags: [
        { name: 'Claims', description: 'Hand the secret over, and be paid by the relayer’s transaction.' },
        {
          name: 'Initiations',
          description: 'Have the relayer create the source escrow, so that the user needs no gas.',
        },
        { name: 'Refunds', description: 'Get the source amount back.' },
        {
          name: 'Operation',
          description: 'Whether the process is alive and ready, for load balancers and monitoring.',
        },
      ],
    },
    relayerOperations,
  )
}
