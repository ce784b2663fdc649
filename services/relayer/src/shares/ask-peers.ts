import { shareListSchema, successEnvelopeSchema } from '@tandem/contracts'
import { jsonOf, makeHttpClient, traceHeaders } from '@tandem/service-kit'
import type { Hex } from 'viem'
import type { ShownShare } from './domain/share-rules.ts'
import type { AskPeers } from './ports.ts'

const answerSchema = successEnvelopeSchema(shareListSchema)
const limits = { timeoutMs: 3_000, maxBytes: 16_384 }

/** A peer that answers nothing sound is left out. */
export function makeAskPeers(urls: readonly string[]): AskPeers {
  const ask = makeHttpClient(limits)

  async function askOne(base: string, orderId: string): Promise<ShownShare[] | undefined> {
    const url = new URL(`shares/${orderId}`, base.endsWith('/') ? base : `${base}/`)
    const answer = await ask({ url, headers: traceHeaders() }).catch(() => undefined)
    const found = answerSchema.safeParse(answer?.status === 200 ? jsonOf(answer) : undefined)
    return found.success
      ? found.data.result.data.map(({ share_hash, share }) => ({
          shareHash: share_hash.toLowerCase() as Hex,
          share: share === null ? null : (share.toLowerCase() as Hex),
        }))
      : undefined
  }

  return async (orderId) =>
    (await Promise.all(urls.map((url) => askOne(url, orderId)))).filter((answer) => answer !== undefined)
}
