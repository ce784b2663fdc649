import type { WebhookChallengeWire } from '@tandem/contracts'
import { AppError } from '@tandem/service-kit'
import { signedHeaders } from '../outgoing/signature.ts'
import type { Clock } from '../ports.ts'
import type { SendWebhook } from './send.ts'
import type { Webhook, WebhookRegistry } from './webhook-registry.ts'

export type ChallengeDeps = {
  webhooks: Pick<WebhookRegistry, 'secretOf' | 'markVerified'>
  send: SendWebhook
  newId: () => string
  newChallenge: () => string
  now: Clock
}

/**
 * Asks a webhook's endpoint to prove that it wants the events.
 * @returns the verified webhook; undefined when the webhook was deleted during the challenge.
 * @throws WEBHOOK_CHALLENGE_FAILED
 */
export type ChallengeWebhook = (webhook: Webhook) => Promise<Webhook | undefined>

/** How much of an answer is read, in bytes. The challenge and the end of its line take less. */
const answerBytes = 1_024

/**
 * Has a webhook's endpoint repeat a random text, as a proof that it wants the events. The request is signed, so that an
 * endpoint which checks signatures agrees to no webhook that a stranger registered for its URL.
 */
export function makeChallengeWebhook({ webhooks, send, newId, newChallenge, now }: ChallengeDeps): ChallengeWebhook {
  return async (webhook) => {
    const secret = await webhooks.secretOf(webhook)
    if (secret === undefined) return undefined
    const challenge = newChallenge()
    const payload: WebhookChallengeWire = { type: 'webhook.challenge', challenge }
    const body = JSON.stringify(payload)
    const headers = signedHeaders(secret, newId(), Math.floor(now() / 1000), body)
    const { error, answer } = await send(webhook.url, headers, body, answerBytes)
    const problem = error ?? (answer?.trim() === challenge ? undefined : 'answered something else than the challenge')
    if (problem !== undefined)
      throw new AppError('WEBHOOK_CHALLENGE_FAILED', `The endpoint did not answer the challenge: ${problem}.`)
    return webhooks.markVerified(webhook.webhookId, new Date(now()))
  }
}
