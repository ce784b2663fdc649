/** Requests to a relayer. Answers are checked against the documents of the wire. */
import {
  type ClaimWire,
  claimListSchema,
  claimSchema,
  type ErrorEnvelope,
  errorEnvelopeSchema,
  type InitiationWire,
  initiationListSchema,
  initiationSchema,
  type OrderWire,
  successEnvelopeSchema,
  type z,
} from '@tandem/contracts'
import type { Hex } from 'viem'

/** An answer of the relayer: `code` and `details` where it refuses. */
export interface Answer {
  status: number
  code: ErrorEnvelope['code'] | undefined
  details: ErrorEnvelope['details'] | undefined
  body: unknown
  text: string
  headers: Headers
}

export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const said: unknown = JSON.parse(text)
  const { code, details } = answer.ok ? { code: undefined, details: undefined } : errorEnvelopeSchema.parse(said)
  return { status: answer.status, code, details, body: said, text, headers: answer.headers }
}

/** The result of a success answer. */
export const resultOf = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> =>
  (successEnvelopeSchema(schema).parse(body) as { result: z.output<T> }).result

const read = async <T extends z.ZodType>(url: string, schema: T): Promise<z.output<T>> =>
  resultOf(schema, await (await fetch(url)).json())

export interface PostedClaim {
  order: OrderWire
  secret: Hex
  swapId?: string | undefined
  hop?: object | undefined
  wait?: boolean
}

export const postClaim = (url: string, { order, secret, swapId, hop, wait }: PostedClaim): Promise<Answer> =>
  post(`${url}/claims`, { order_id: order.order_id, secret, swap_id: swapId, hop, wait })

/** @throws Error when the claim is not accepted. */
export async function acceptClaim(url: string, claim: PostedClaim): Promise<ClaimWire> {
  const { status, code, body } = await postClaim(url, claim)
  if (status !== 202) throw new Error(`POST /claims answered ${status} ${code}`)
  return resultOf(claimSchema, body)
}

export const readClaim = (url: string, id: string): Promise<ClaimWire> => read(`${url}/claims/${id}`, claimSchema)

export const listClaims = (url: string, { order_id: id }: Pick<OrderWire, 'order_id'>) =>
  read(`${url}/claims?order_id=${id}`, claimListSchema)

/** The claim of an order. */
export const claimOf = async (url: string, order: OrderWire): Promise<ClaimWire | undefined> =>
  (await listClaims(url, order)).data[0]

export const postInitiation = (url: string, body: object): Promise<Answer> => post(`${url}/initiations`, body)

/** @throws Error when the initiation is not accepted. */
export async function acceptInitiation(url: string, body: object): Promise<InitiationWire> {
  const answer = await postInitiation(url, body)
  if (answer.status !== 202) throw new Error(`POST /initiations answered ${answer.status} ${answer.code}`)
  return resultOf(initiationSchema, answer.body)
}

export const readInitiation = (url: string, id: string): Promise<InitiationWire> =>
  read(`${url}/initiations/${id}`, initiationSchema)

/** The initiation of an order. */
export const initiationOf = async (url: string, { order_id: id }: OrderWire): Promise<InitiationWire | undefined> =>
  (await read(`${url}/initiations?order_id=${id}`, initiationListSchema)).data[0]

/** The gas of an empty transaction, which fills a nonce. */
const emptyGas = '21000'

/**
 * How the transactions that carried the request ended. A busy machine may sign a transaction too late to send it. An empty
 * transaction then fills the nonce: it is listed among the attempts, but carries no request, and is left out here.
 */
export const outcomesOf = ({ attempts }: Pick<ClaimWire, 'attempts'>): string[] =>
  attempts.filter(({ gas_limit: gas }) => gas !== emptyGas).map(({ outcome }) => outcome)
