import { listedMakerSchema, listedMakersSchema, makerEntrySchema } from '../maker-admin.ts'
import { makerIdSchema } from '../maker-quote.ts'
import { z } from '../zod.ts'
import { buildDocument, type OpenApiDocument } from './build-document.ts'
import type { Operation } from './operation.ts'

const makerParams = z.object({ maker_id: makerIdSchema })
const listed = { description: 'The maker as it is listed now.', schema: listedMakerSchema, envelope: true }

/** The operations for operators: behind a key of `ADMIN_KEYS`, and never behind the Gateway. */
export const orderbookAdminOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/admin/makers',
    operationId: 'listAllMakers',
    tag: 'Makers',
    needsKey: true,
    summary: 'List every maker',
    description: 'Also those that are suspended. No secret is answered.',
    success: { 200: { description: 'Makers.', schema: listedMakersSchema, envelope: true } },
    errors: ['UNAUTHORIZED'],
  },
  {
    method: 'post',
    path: '/admin/makers',
    operationId: 'approveMaker',
    tag: 'Makers',
    needsKey: true,
    summary: 'Approve a maker',
    description:
      'It is asked for quotes from then on, by every replica within a second or two. An entry of the same name and signing key that ' +
      'was approved here before is replaced as a whole: so its `protocol`, endpoint, secret, addresses and routes change. If it is ' +
      'suspended it stays so.',
    isWrite: true,
    body: makerEntrySchema,
    bodyExample: {
      maker_id: 'maker-one',
      signer: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
      endpoint: 'https://maker.example/tandem',
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      addresses: { base: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720' },
      routes: ['base:usdc>avalanche:usdc'],
    },
    success: { 200: { ...listed, description: 'The maker that was listed, as it is now.' }, 201: listed },
    errors: ['MAKER_EXISTS'],
  },
  {
    method: 'post',
    path: '/admin/makers/{maker_id}/suspend',
    operationId: 'suspendMaker',
    tag: 'Makers',
    needsKey: true,
    summary: 'Suspend a maker',
    description:
      'It is asked for no quotes and given no orders, by every replica within a second or two. An open quote of it is ' +
      'withdrawn. Its orders stay: it is bound to them, and is ' +
      'asked for its consent to give a source back. Repeating it changes nothing.',
    isWrite: true,
    params: makerParams,
    success: { 200: listed },
    errors: ['MAKER_NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/admin/makers/{maker_id}/resume',
    operationId: 'resumeMaker',
    tag: 'Makers',
    needsKey: true,
    summary: 'End the suspension of a maker',
    description: 'Its record and its bench stay as they are. Repeating it changes nothing.',
    isWrite: true,
    params: makerParams,
    success: { 200: listed },
    errors: ['MAKER_NOT_FOUND'],
  },
]

/** The OpenAPI document of the operators' part, which `/admin/openapi.json` serves. */
export const orderbookAdminDocument = (serverUrl = 'http://127.0.0.1:4100'): OpenApiDocument =>
  buildDocument(
    {
      title: 'Tandem orderbook: operators',
      version: '1.0.0',
      description: 'Approves and suspends makers. Every request needs a key of `ADMIN_KEYS` as a bearer token.',
      serverUrl,
      tags: [{ name: 'Makers', description: 'The parties that are asked for quotes.' }],
    },
    orderbookAdminOperations,
  )
