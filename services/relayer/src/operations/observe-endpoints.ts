import type { PanelObserver } from '@tandem/chain'
import type { Logger } from '@tandem/service-kit'
import { Counter, type Registry } from 'prom-client'

/** The metrics of the endpoints, and of what is believed of them. */
export function makeObserveEndpoints(logger: Logger, registry: Registry): (chain: string) => PanelObserver {
  const registers = [registry]
  const answers = new Counter({
    name: 'tandem_relayer_endpoint_answers_total',
    help: 'Answers of an endpoint, by question.',
    labelNames: ['chain', 'endpoint', 'question'],
    registers,
  })
  const failures = new Counter({
    name: 'tandem_relayer_endpoint_failures_total',
    help: 'Questions that an endpoint did not answer, by fault.',
    labelNames: ['chain', 'endpoint', 'fault'],
    registers,
  })
  const contradictions = new Counter({
    name: 'tandem_relayer_endpoint_contradictions_total',
    help: 'Answers in which an endpoint contradicted a majority of them, by question.',
    labelNames: ['chain', 'endpoint', 'question'],
    registers,
  })
  const beliefs = new Counter({
    name: 'tandem_relayer_beliefs_total',
    help: 'Questions to a chain, by the ground on which the answer is believed. disputed, waiting: none is.',
    labelNames: ['chain', 'question', 'kind'],
    registers,
  })
  return (chain) => ({
    answered: (endpoint, question) => answers.inc({ chain, endpoint, question }),
    failed: (endpoint, _question, fault) => failures.inc({ chain, endpoint, fault }),
    contradicted(endpoint, question) {
      contradictions.inc({ chain, endpoint, question })
      logger.warn('endpoint.contradicted', { chain, endpoint, question })
    },
    decided: (question, kind) => beliefs.inc({ chain, question, kind }),
  })
}
