import type { ErrorCode, ErrorEnvelope, OpenApiDocument } from '@tandem/contracts'
import request from 'supertest'
import { documentTester } from './openapi.ts'

/** The parts of a request. A `body` that is a text is sent as it is. */
export interface Sent {
  path?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: object | string
}

/** A client of a running service whose every answer must be in the OpenAPI document. It remembers which answers came. */
export type DocumentedClient = ReturnType<typeof documentedClient>

export function documentedClient(baseUrl: string, document: OpenApiDocument) {
  const { operations, operationOf, send: sendTo } = documentTester(document as never, () => request(baseUrl), {})
  const seen = new Set<string>()
  const errors = new Map<string, ErrorEnvelope>()

  /**
   * Sends a request.
   *
   * @throws Error for an answer that is not in the document.
   */
  async function send(id: string, { path, query, headers = {}, body }: Sent = {}): Promise<request.Response> {
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await sendTo(operationOf(id), { ...path, ...query }, body, { ...type, ...headers })
    seen.add(`${id} ${answer.status}`)
    if (answer.body?.code !== undefined) errors.set(answer.body.code, answer.body)
    return answer
  }

  /**
   * Expects a success.
   *
   * @throws Error for anything but a success with one of these statuses.
   */
  async function succeed<Result>(id: string, sent: Sent = {}, statuses = [200, 201, 202]): Promise<Result> {
    const { status, body, text } = await send(id, sent)
    if (!statuses.includes(status)) throw new Error(`${id} answered ${status}, not ${statuses.join(' or ')}: ${text}`)
    return body.result
  }

  /**
   * Expects a refusal.
   *
   * @throws Error for any other answer.
   */
  async function refuse(id: string, sent: Sent, status: number, code?: ErrorCode): Promise<void> {
    const answer = await send(id, sent)
    const isWanted = answer.status === status && (code === undefined || answer.body.code === code)
    if (!isWanted) throw new Error(`${id} answered ${answer.status}, not ${status} ${code ?? ''}: ${answer.text}`)
  }

  return {
    send,
    succeed,
    refuse,
    errors,
    operations,
    /** The documented answers that have not come yet, as `operationId status`. */
    unseen: (isWanted: (status: number) => boolean): string[] =>
      operations.flatMap(({ operationId, statuses }) =>
        statuses
          .filter((status) => isWanted(status) && !seen.has(`${operationId} ${status}`))
          .map((status) => `${operationId} ${status}`),
      ),
  }
}
