import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { type ErrorCode, type ErrorEnvelope, errorCodes } from '@tandem/contracts'

const refusals: Record<string, [ErrorCode, string, string]> = {
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'Request Header Fields Too Large', 'The URL and headers are over 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'Request Timeout', 'The request took too long to arrive'],
}
const malformed: [ErrorCode, string, string] = ['INVALID_REQUEST', 'Bad Request', 'The request is not valid HTTP']

/** Answers a malformed request with an error envelope. Node would send a bare status line. */
export function refuseConnection(error: Error & { code?: string; bytesParsed?: number }, socket: Duplex): void {
  const hasBegun =
    ((socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage?.headersSent ?? false) === true
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegun) {
    socket.destroy()
    return
  }
  const [code, phrase, result] = refusals[error.code ?? ''] ?? malformed
  const { httpStatus, retryable } = errorCodes[code]
  const requestId = randomUUID()
  const envelope: ErrorEnvelope = { status: 'Error', result, code, request_id: requestId, retryable }
  const body = JSON.stringify(envelope)
  socket.end(
    `HTTP/1.1 ${httpStatus} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n` +
      `Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n${body}`,
  )
}
