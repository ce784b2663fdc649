import { custom, shouldThrow, type Transport } from 'viem'

export interface StandbyOptions {
  /** An endpoint that has not answered for so long is no longer waited for alone, and is asked after the others. */
  patienceMs?: number
  /** How often all endpoints are asked again when all have failed; by default as often as viem does. */
  retryCount?: number
  /** Milliseconds, for tests. */
  now?: () => number
}

/** An endpoint is asked after the others for so long, and for twice as long each time that it does not answer again. */
const firstPauseMs = 10_000
const longestPauseMs = 600_000
/** Each endpoint would do these with a key or a nonce of its own. Bytes that are signed do the same wherever they are sent. */
const doneByTheEndpoint = /^(eth_sendTransaction|eth_sign|personal_|wallet_)/

/**
 * Asks endpoints in their order. Where one does not answer soon, the next one is asked as well, and the first answer is taken: an
 * endpoint that hangs costs its patience once in a while, and not with every question. Whether an answer is true nobody compares here:
 * as with viem's `fallback`, an endpoint is believed when it is the first to answer. The first one alone
 * is asked to sign or send something by itself, however long that takes.
 */
export function standby(
  transports: readonly Transport[],
  { patienceMs = 1_000, retryCount, now = Date.now }: StandbyOptions = {},
): Transport {
  const places = transports.map((transport) => ({
    transport,
    behindUntil: Number.NEGATIVE_INFINITY,
    pauseMs: firstPauseMs,
  }))
  const isBehind = ({ behindUntil }: (typeof places)[number]) => now() < behindUntil

  function putBehind(place: (typeof places)[number]): void {
    if (isBehind(place)) return
    place.behindUntil = now() + place.pauseMs
    place.pauseMs = Math.min(place.pauseMs * 2, longestPauseMs)
  }

  return (options) => {
    const asks = places.map((place) => {
      const inner = place.transport({ ...options, retryCount: 0 })
      const ask = async (call: unknown): Promise<unknown> => {
        const timer = setTimeout(() => putBehind(place), patienceMs)
        try {
          const answer = await (inner.request as (call: unknown) => Promise<unknown>)(call)
          if (!isBehind(place)) place.pauseMs = firstPauseMs
          return answer
        } finally {
          clearTimeout(timer)
        }
      }
      return { place, ask }
    })

    async function request(call: { method: string; params?: unknown }): Promise<unknown> {
      const able = doneByTheEndpoint.test(call.method) ? asks.slice(0, 1) : asks
      const inOrder = able
        .map(({ place, ask }) => ({ ask: () => ask(call), isLast: isBehind(place) }))
        .sort((one, other) => Number(one.isLast) - Number(other.isLast))
      return firstAnswer(
        inOrder.map(({ ask }) => ask),
        patienceMs,
      )
    }
    const again = retryCount === undefined ? {} : { retryCount }
    return custom({ request }, { key: 'standby', name: 'Standby', ...again })(options)
  }
}

/** The first answer of these; the next one is asked when one has failed, or has not answered in time. */
function firstAnswer<T>(asks: readonly (() => Promise<T>)[], patienceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let begun = 0
    let failed = 0
    let isOver = false

    function askNext(): void {
      const ask = asks[begun]
      if (ask === undefined || isOver) return
      begun += 1
      // It is put behind the others before the next one is asked, and so before a further question.
      const asking = ask()
      const timer = setTimeout(askNext, patienceMs)
      asking
        .then(
          (answer) => {
            isOver = true
            resolve(answer)
          },
          (error: Error) => {
            failed += 1
            if (shouldThrow(error) === true || failed === asks.length) {
              isOver = true
              reject(error)
            } else askNext()
          },
        )
        .finally(() => clearTimeout(timer))
    }
    askNext()
  })
}
