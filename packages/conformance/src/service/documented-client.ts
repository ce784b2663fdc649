import { setTimeout as pause } from 'node:timers/promises'
import type { ErrorCode, ErrorEnvelope, OpenApiDocument } from '@tandem/contracts'
import { boundedFetch } from '../bounded-fetch.ts'
import { documentedAnswers } from './documented-answers.ts'

/** The parts of a request. `body` as text is sent as it is. */
export interface Sent {
  path?: Record<string, string>
  query?: Record<string, string | number>
  headers?: Record<string, string>
  body?: object | string
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  /** Of a JSON answer: the payload of a success, the code of an error. */
  result: unknown
  code: string | undefined
}

const codeOf = ({ status, code }: Pick<Answer, 'status' | 'code'>) =>
  code === undefined ? `${status}` : `${status} ${code}`

const timeoutMs = 30_000
/** How often a request waits for its turn where the service limits the rate. */
const maxTurns = 5

/**
 * A client that knows a service by its OpenAPI document alone. Each answer must be documented: status, headers, content
 * type and body. It notes which answers it has seen.
 */
export function documentedClient(baseUrl: string, document: OpenApiDocument, apiKey?: string) {
  const { operations, found, check } = documentedAnswers(document)
  const seen = new Set<string>()
  const errors = new Map<string, ErrorEnvelope>()

  async function ask(operationId: string, sent: Sent, turns = maxTurns): ReturnType<typeof boundedFetch> {
    const { path, method } = found(operationId)
    const url = new URL(baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(sent.path?.[name] ?? '')))
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, String(value))
    const body = typeof sent.body === 'object' ? JSON.stringify(sent.body) : sent.body
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...sent.headers,
    }
    const init = { method: method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) }
    const answer = await boundedFetch(url, init, { timeoutMs })
    const isLimited = answer.status === 429 && answer.text.includes('"RATE_LIMITED"')
    if (!isLimited || turns === 0) return answer
    await pause(1_000 * Math.min(60, Number(answer.headers.get('retry-after') ?? 1)))
    return ask(operationId, sent, turns - 1)
  }

  /** @throws Error for an answer that is not documented. */
  async function send(operationId: string, sent: Sent = {}): Promise<Answer> {
    const { status, headers, text } = await ask(operationId, sent)
    check(operationId, { status, headers }, text)
    seen.add(`${operationId} ${status}`)
    const isJson = (headers.get('content-type') ?? '').startsWith('application/json')
    const content = isJson ? (JSON.parse(text) as Partial<ErrorEnvelope>) : {}
    if (content.code !== undefined) errors.set(content.code, content as ErrorEnvelope)
    return { status, headers, text, result: content.result, code: content.code }
  }

  /** @throws Error for another answer than a success with one of these statuses. */
  async function succeed<Result>(operationId: string, sent: Sent = {}, statuses = [200, 201, 202]): Promise<Result> {
    const answer = await send(operationId, sent)
    if (!statuses.includes(answer.status))
      throw new Error(`${operationId} answered ${codeOf(answer)}, not ${statuses.join(' or ')}`)
    return answer.result as Result
  }

  /** @throws Error for another answer than this refusal. */
  async function refuse(operationId: string, sent: Sent, status: number, wanted?: ErrorCode): Promise<void> {
    const answer = await send(operationId, sent)
    if (answer.status === status && (wanted === undefined || answer.code === wanted)) return
    throw new Error(`${operationId} answered ${codeOf(answer)}, not ${codeOf({ status, code: wanted })}`)
  }

  return {
    baseUrl,
    send,
    succeed,
    refuse,
    errors,
    operationIds: [...operations.keys()],
    operation: (operationId: string) => found(operationId).operation,
    /** Documented statuses of an operation that no answer has had yet. */
    unseen: (isWanted: (status: number) => boolean): string[] =>
      [...operations].flatMap(([id, { operation }]) =>
        Object.keys(operation.responses)
          .filter((status) => isWanted(Number(status)) && !seen.has(`${id} ${status}`))
          .map((status) => `${id} ${status}`),
      ),
  }
}

export type DocumentedClient = ReturnType<typeof documentedClient>
