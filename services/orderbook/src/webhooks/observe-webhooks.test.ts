import { expect, it } from '@jest/globals'
import type { Logger } from '@tandem/service-kit'
import { Registry } from 'prom-client'
import { observeWebhooks } from './observe-webhooks.ts'

const ignore = () => undefined
const logger: Logger = { error: ignore, warn: ignore, info: ignore, debug: ignore, child: () => logger }

it('counts from 0 before the first webhook was given up, so that alerts see the increase', async () => {
  const registry = new Registry()
  observeWebhooks(logger, registry)
  expect(await registry.metrics()).toContain('orderbook_webhook_attempts_total{outcome="failed"} 0')
})
