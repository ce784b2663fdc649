/** The answer that several endpoints of a chain give alike, or the reason why there is none yet. */
export type Agreement<T> = { isAgreed: true; value: T } | { isAgreed: false; reason: string }

/** Endpoints are rarely at the same block. Further apart than this, one of them has stopped, or invents blocks. */
const mostApartMs = 3_000

/**
 * The newest block that enough endpoints have to be asked about it. As soon as two answer, two must agree, whatever the
 * quorum: it only says how many must answer.
 *
 * @param heads the newest block number of every endpoint that answered.
 * @param quorum how many endpoints must answer.
 */
export function commonBlock(heads: readonly bigint[], quorum: number, blockTimeMs: number): Agreement<bigint> {
  if (heads.length < quorum) {
    return { isAgreed: false, reason: `${heads.length} of the ${quorum} endpoints that must agree answer` }
  }
  const newestFirst = [...heads].sort((a, b) => (a > b ? -1 : 1))
  const newest = newestFirst[0]
  const common = newestFirst[Math.max(quorum, Math.min(2, heads.length)) - 1]
  if (newest === undefined || common === undefined) return { isAgreed: false, reason: 'no endpoint answers' }
  const mostApart = Math.max(2, Math.ceil(mostApartMs / blockTimeMs))
  if (newest - common > BigInt(mostApart))
    return { isAgreed: false, reason: `the endpoints are ${newest - common} blocks apart` }
  return { isAgreed: true, value: common }
}
