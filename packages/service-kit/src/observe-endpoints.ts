import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Logger } from './logger.ts'

/** Is told what became of each question that was put to the endpoints of one chain. */
export interface EndpointObserver {
  answered(endpoint: string, question: string, tookMs: number): void
  failed(endpoint: string, question: string, fault: string, words: string): void
  contradicted(endpoint: string, question: string): void
  decided(question: string, kind: string): void
}

/**
 * Counts and logs what a chain's endpoints did. An endpoint is named by its place and host, because its URL may hold a
 * key.
 */
export function makeObserveEndpoints(logger: Logger, registry: Registry): (chain: string) => EndpointObserver {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'tandem_endpoint_answer_seconds',
    help: 'Seconds until an endpoint answered one question.',
    labelNames: ['chain', 'endpoint', 'question'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const up = new Gauge({
    name: 'tandem_endpoint_up',
    help: '1 if the endpoint answered the last question, and 0 if it failed.',
    labelNames: ['chain', 'endpoint'],
    registers,
  })
  const faults = new Counter({
    name: 'tandem_endpoint_faults_total',
    help: 'Questions that an endpoint did not answer.',
    labelNames: ['chain', 'endpoint', 'fault'],
    registers,
  })
  const contradictions = new Counter({
    name: 'tandem_endpoint_contradictions_total',
    help: 'Answers of an endpoint that a majority of the endpoints contradicted.',
    labelNames: ['chain', 'endpoint', 'question'],
    registers,
  })
  const beliefs = new Counter({
    name: 'tandem_beliefs_total',
    help: 'Questions that a chain’s endpoints were asked. The kind says how the question ended: single, agreed, proven, disputed or waiting (docs/belief.md).',
    labelNames: ['chain', 'question', 'kind'],
    registers,
  })
  return (chain) => ({
    answered(endpoint, question, tookMs) {
      seconds.observe({ chain, endpoint, question }, tookMs / 1_000)
      up.set({ chain, endpoint }, 1)
      // Created with zero, because an alert sees no increase in a series that begins with its first event.
      faults.inc({ chain, endpoint, fault: 'wrong_data' }, 0)
      contradictions.inc({ chain, endpoint, question }, 0)
    },
    failed(endpoint, question, fault, words) {
      faults.inc({ chain, endpoint, fault })
      if (fault !== 'absent') up.set({ chain, endpoint }, 0)
      logger.warn('endpoint.failed', { chain, endpoint, question, fault, error: words })
    },
    contradicted(endpoint, question) {
      contradictions.inc({ chain, endpoint, question })
      logger.warn('endpoint.contradicted', { chain, endpoint, question })
    },
    decided: (question, kind) => beliefs.inc({ chain, question, kind }),
  })
}
