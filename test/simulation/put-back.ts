/** A change of one source file: its path, the text that is there, and the text that replaces it. */
export type Change = readonly [path: string, before: string, after: string]

/**
 * Faults that were mended, by name, with the changes that put them back. Seed 4 finds the false status, seed 10 the
 * patience, seed 47 the endpoint that stops a start, seed 102 the early secret.
 */
export const mendedFaults: Record<string, readonly Change[]> = {
  'restarts halve the patience of the wallet': [
    [
      'packages/sdk/src/claim/watch-claim.ts',
      'Math.floor(Math.max(secsLeft, safetySecs) / 2)',
      'Math.floor(secsLeft / 2) + 0 * safetySecs',
    ],
  ],
  'the relayer sends a secret for a destination in the newest block': [
    [
      'services/relayer/src/work/domain/safety.ts',
      "destination.latest.state === 'missing' || destination.atDepth.state === 'missing'",
      "destination.latest.state === 'missing'",
    ],
  ],
  'one endpoint of three stops the start of the orderbook': [
    [
      'services/orderbook/src/network/preflight.ts',
      'mayBeRight(endpoints.length, wrong.length)',
      'mayBeRight(endpoints.length, endpoints.length * Math.min(1, wrong.length))',
    ],
  ],
  'the status counts facts in the newest block': [
    [
      'services/orderbook/src/watcher/db/chain-event.store.ts',
      'blockNumber <= lastCountedBlock(confirmationDepth(config, worths.get(subject)), { head: number, tagged })',
      'lastCountedBlock(confirmationDepth(config, worths.get(subject)), { head: number, tagged }) <= number',
    ],
  ],
}

/**
 * Makes polls rarer that wait for something rare, or that nobody reads here: they would take most of a simulation's
 * time.
 */
export const slower: readonly Change[] = [
  ['services/orderbook/src/watcher/db/chain-leader.ts', 'const heartbeatMs = 2_000', 'const heartbeatMs = 60_000'],
  ['services/orderbook/src/maintenance/maintenance.ts', 'const foldEveryMs = 5_000', 'const foldEveryMs = 60_000'],
  [
    'services/relayer/src/admin/compose-observation.ts',
    'const observeIntervalMs = 10_000',
    'const observeIntervalMs = 60_000',
  ],
  [
    'services/relayer/src/budgets/compose-budgets.ts',
    'const chargesIntervalMs = 10_000',
    'const chargesIntervalMs = 60_000',
  ],
  ['services/orderbook/src/events/db/event-feed.ts', 'const pollEveryMs = 200', 'const pollEveryMs = 3_000'],
  ['services/orderbook/src/webhooks/dispatcher.ts', 'const roundEveryMs = 500', 'const roundEveryMs = 30_000'],
]
