import { expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import type { Logger } from './logger.ts'
import { makeObserveEndpoints } from './observe-endpoints.ts'

const ignore = () => undefined
const logger: Logger = { error: ignore, warn: ignore, info: ignore, debug: ignore, child: () => logger }

it('has the counters that alerts watch at 0 before the first wrong answer of an endpoint', async () => {
  const registry = new Registry()
  makeObserveEndpoints(logger, registry)('devnet_a').answered?.('1:rpc.example', 'head', 5)
  const text = await registry.metrics()
  expect(text).toContain('faults_total{chain="devnet_a",endpoint="1:rpc.example",fault="wrong_data"} 0')
  expect(text).toContain('contradictions_total{chain="devnet_a",endpoint="1:rpc.example",question="head"} 0')
})
