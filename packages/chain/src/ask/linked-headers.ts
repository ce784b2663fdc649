import { type Belief, isBelieved } from '../belief/belief.ts'
import type { Quorum } from '../belief/quorum.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointError } from '../endpoint/fault.ts'
import { askHeader, type Header, readHeader } from './header.ts'

/**
 * Asks for the headers from `from` up to a believed block. Where hashes cover headers, one endpoint is enough: each
 * header is proven by the parent's hash in the next one.
 *
 * @returns the headers in ascending order, with `top` as the last; `disputed` where they do not link, because the chain
 * changed meanwhile.
 */
export async function askLinkedHeaders(quorum: Quorum, from: bigint, top: Header): Promise<Belief<readonly Header[]>> {
  if (from >= top.number) return { kind: 'proven', value: [top] }
  if (!top.isHashVerified) return askEach(quorum, from, top)
  return quorum.prove((endpoint, signal) => readLinked(endpoint, from, top, signal), { name: 'headers' })
}

async function readLinked(endpoint: Endpoint, from: bigint, top: Header, signal: AbortSignal): Promise<Header[]> {
  const numbers = numbersBetween(from, top.number - 1n)
  const headers: Header[] = []
  for (let first = 0; first < numbers.length; first += atOnce) {
    signal.throwIfAborted()
    const some = numbers.slice(first, first + atOnce)
    headers.push(...(await Promise.all(some.map((number) => readCovered(endpoint, number)))))
  }
  let child = top
  for (const header of headers.toReversed()) {
    if (header.hash !== child.parentHash)
      throw new EndpointError('absent', `${endpoint.name} has another block ${header.number}`)
    child = header
  }
  return [...headers, top]
}

const atOnce = 8

/**
 * Reads a header that its own hash proves. @throws EndpointError `wrong_data` when the hash does not cover the header.
 */
async function readCovered(endpoint: Endpoint, number: bigint): Promise<Header> {
  const header = await readHeader(endpoint, number)
  if (header.isHashVerified) return header
  throw new EndpointError('wrong_data', `${endpoint.name} has another header of block ${number}`)
}

async function askEach(quorum: Quorum, from: bigint, top: Header): Promise<Belief<readonly Header[]>> {
  const beliefs = await Promise.all(numbersBetween(from, top.number - 1n).map((number) => askHeader(quorum, number)))
  const headers: Header[] = []
  for (const belief of beliefs) {
    if (!isBelieved(belief)) return belief
    headers.push(belief.value)
  }
  headers.push(top)
  const isLinked = headers.every(({ parentHash }, index) => index === 0 || parentHash === headers[index - 1]?.hash)
  return isLinked
    ? { kind: quorum.endpoints.length === 1 ? 'single' : 'agreed', value: headers }
    : { kind: 'disputed', reason: `the blocks below ${top.number} do not follow each other` }
}

const numbersBetween = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index))
