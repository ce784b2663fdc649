/**
 * The suites that jest begins first, in this order. They are long, and a long suite that began last would run alone at the end.
 * Suites that mostly wait alternate with suites that compute, because five waiting suites at once would leave both cores idle.
 * Both lists are written by hand: a machine that has never run the tests does not know how long each suite takes.
 */
const first = [
  'test/e2e/hops.test.ts',
  'services/relayer/test/relayer.test.ts',
  'services/orderbook/test/http/market.test.ts',
  'packages/service-kit/test/postgres-pool.test.ts',
  'test/e2e/web.test.ts',
  'services/relayer/test/slow-endpoints.test.ts',
  'test/e2e/swap.test.ts',
  'test/e2e/sdk/cli.test.ts',
  'test/e2e/sdk/packed/packed.test.ts',
  'test/e2e/sdk/before-the-wallet.test.ts',
  'services/orderbook/test/http/makers-file.test.ts',
  'services/orderbook/test/chain/watcher.test.ts',
  'services/orderbook/test/chain/providers.test.ts',
  'services/relayer/test/endpoints.test.ts',
  'test/e2e/sdk/examples.test.ts',
  'services/relayer/test/signers/relayer.test.ts',
  'test/e2e/sdk/run-and-restore.test.ts',
  'services/relayer/test/deep-reorg.test.ts',
  'test/e2e/refund.test.ts',
  'services/orderbook/test/http/makers.test.ts',
  'services/relayer/test/sponsoring.test.ts',
  'services/relayer/test/chaos.test.ts',
  'services/relayer/test/providers.test.ts',
  'services/orderbook/test/http/webhook-challenge.test.ts',
  'test/e2e/cli.test.ts',
  'services/orderbook/test/db/chain-leader.test.ts',
  'services/orderbook/test/prices/chainlink.test.ts',
  'packages/signers/test/kms.test.ts',
  'test/e2e/maker.test.ts',
  'packages/proof/src/explore.test.ts',
  'services/relayer/test/fees.test.ts',
  'services/relayer/test/idle.test.ts',
  'test/e2e/sdk/lying-servers.test.ts',
  'services/relayer/test/waiting-claims.test.ts',
  'services/orderbook/test/chain/time.test.ts',
  'services/orderbook/test/db/unfunded-orders.test.ts',
  'services/relayer/test/safety.test.ts',
  'test/repo/rendered-manifests.test.ts',
  'services/relayer/test/private-endpoint.test.ts',
  'services/relayer/test/initiation-time.test.ts',
  'test/e2e/conformance.test.ts',
  'test/e2e/mcp.test.ts',
  'test/e2e/sdk/completed-at-depth.test.ts',
]

/** Long suites that jest begins later, at even distances among the larger half of the suites that are in neither list. */
const spread = [
  'test/e2e/sdk/wrong-chain.test.ts',
  'packages/solver/test/wiring.test.ts',
  'services/relayer/test/one-lie-of-three.test.ts',
  'test/e2e/sdk/in-ci.test.ts',
  'services/orderbook/test/chain/deep-reorg.test.ts',
  'packages/local-services/test/postgres.test.ts',
  'services/relayer/test/redis-failover.test.ts',
  'services/orderbook/test/http/database-outage.test.ts',
  'services/relayer/test/hedge.test.ts',
  'test/simulation/simulation.test.ts',
  'services/orderbook/test/chain/property.test.ts',
  'test/e2e/sdk/when-we-are-gone.test.ts',
]

const placeIn = (suites, { path }) => suites.findIndex((suite) => path.endsWith(`/${suite}`))

/**
 * The place of a suite in the run, as a number to sort by. It is negative for the suites that begin first, and between 0 and 1 for
 * all others.
 *
 * @param share the part of all suites that are larger than this one, from 0 to 1.
 */
function rankOf(test, share) {
  const place = placeIn(first, test)
  if (place !== -1) return place - first.length
  const turn = placeIn(spread, test)
  return turn === -1 ? share : turn / spread.length / 2
}

/** Tells jest in which order to begin the suites. */
export default class SuiteOrder {
  sort(tests) {
    const sizeOf = ({ path, context }) => context.hasteFS.getSize(path) ?? 0
    const bySize = [...tests].sort((a, b) => sizeOf(b) - sizeOf(a))
    return bySize
      .map((test, index) => ({ test, rank: rankOf(test, index / bySize.length) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ test }) => test)
  }

  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1)
  }

  /** Lists every suite: no failures are kept, so `--onlyFailures` has nothing to choose from. */
  allFailedTests(tests) {
    return this.sort(tests)
  }

  cacheResults() {}
}
