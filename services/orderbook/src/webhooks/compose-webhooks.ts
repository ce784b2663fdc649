import { randomBytes, randomUUID } from 'node:crypto'
import { type Logger, openLimit, type Part, type RedisClient, type SecretBox } from '@tandem/service-kit'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Databases } from '../db/compose-database.ts'
import { type ResolveName, urlProblem } from '../outgoing/public-address.ts'
import { formatSecret } from '../outgoing/signature.ts'
import type { Clock } from '../ports.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { makeChallengeWebhook } from './challenge.ts'
import { makeDeliveryQueue } from './db/delivery-queue.ts'
import { rotateWebhookSecrets } from './db/sealed-secret.ts'
import { makeWebhookStore } from './db/webhook.store.ts'
import { startDispatcher } from './dispatcher.ts'
import { observeWebhooks } from './observe-webhooks.ts'
import { makeSendWebhook, type SendWebhook } from './send.ts'
import { webhookRoutes } from './webhook.routes.ts'

type Needs = {
  config: Pick<Config, 'allowPrivate' | 'challengesPerMinute'>
  databases: Databases
  /** Seals the secrets of webhooks. Without a box no webhook can be registered. */
  box: SecretBox | undefined
  redis: RedisClient | undefined
  send: SendWebhook | undefined
  resolveName: ResolveName | undefined
  logger: Logger
  registry: Registry
  now: Clock
  onError: (error: unknown) => void
}

/** Limits challenges, because a URL that is not proven yet may belong to somebody who wants no requests. */
const challengeLimitOf = ({ config: { challengesPerMinute }, redis }: Needs) =>
  openLimit({
    most: { address: challengesPerMinute, key: challengesPerMinute * 20 },
    windowSecs: 60,
    what: 'challenges of webhooks',
    redis,
    prefix: 'orderbook:challenges',
  })

export function composeWebhooks(needs: Needs): Part {
  const { config, databases, box, logger, now, onError } = needs
  const { allowPrivate } = config
  const { prisma } = databases.essential
  const webhooks = makeWebhookStore({ prisma, lists: databases.lists.prisma }, box)
  const send = needs.send ?? makeSendWebhook({ allowPrivate, resolveName: needs.resolveName })
  const observer = observeWebhooks(logger, needs.registry)
  let stopDispatcher: (() => Promise<void>) | undefined
  return {
    routes: [
      webhookRoutes({
        webhooks,
        challenge: makeChallengeWebhook({
          webhooks,
          send,
          newId: randomUUID,
          newChallenge: () => randomBytes(32).toString('hex'),
          now,
        }),
        challengeLimit: challengeLimitOf(needs),
        urlProblem: allowPrivate ? () => undefined : urlProblem,
        newId: () => uuidV7(now(), randomBytes(10)),
        newSecret: () => formatSecret(randomBytes(32)),
        now,
      }),
    ],
    start: async () => {
      if (box !== undefined) {
        const unreadable = (id: string) => logger.error('secrets.unreadable', { table: 'webhooks', id })
        await rotateWebhookSecrets(prisma, box, unreadable).catch(onError)
      }
      stopDispatcher = startDispatcher({
        queue: makeDeliveryQueue(prisma, { box, onError }),
        send,
        now,
        onDelivery: observer.attempted,
        onDisabled: observer.disabled,
        onError,
      })
    },
    stop: () => stopDispatcher?.(),
  }
}
