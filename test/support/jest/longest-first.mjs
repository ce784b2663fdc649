/**
 * The suites that take longest. They begin first, because a long suite that began last would run alone at the end. Suites that
 * mostly wait stand between suites that compute, because five waiting suites at once would leave both cores idle. The list is
 * written down here because a machine that has never run the tests knows no durations. All other suites follow by size.
 */
const longest = [
  'test/e2e/web.test.ts',
  'services/relayer/test/relayer.test.ts',
  'services/orderbook/test/http/market.test.ts',
  'test/e2e/hops.test.ts',
  'test/simulation/simulation.test.ts',
  'test/e2e/swap.test.ts',
  'services/relayer/test/slow-endpoints.test.ts',
  'test/e2e/sdk/cli.test.ts',
  'test/e2e/sdk/packed/packed.test.ts',
  'services/orderbook/test/http/makers-file.test.ts',
  'services/orderbook/test/chain/property.test.ts',
  'services/orderbook/test/chain/providers.test.ts',
  'services/relayer/test/endpoints.test.ts',
  'test/e2e/sdk/examples.test.ts',
  'services/relayer/test/hedge.test.ts',
  'test/e2e/refund.test.ts',
  'services/relayer/test/redis-failover.test.ts',
  'test/e2e/maker.test.ts',
  'services/orderbook/test/http/webhook-challenge.test.ts',
  'test/e2e/mcp.test.ts',
  'services/orderbook/test/http/makers.test.ts',
  'services/relayer/test/chaos.test.ts',
  'services/relayer/test/providers.test.ts',
  'test/e2e/sdk/run-and-restore.test.ts',
  'services/relayer/test/deep-reorg.test.ts',
  'test/e2e/sdk/when-we-are-gone.test.ts',
  'services/relayer/test/signers/relayer.test.ts',
  'packages/solver/test/wiring.test.ts',
  'services/relayer/test/sponsoring.test.ts',
  'services/relayer/test/one-lie-of-three.test.ts',
  'services/orderbook/test/http/database-outage.test.ts',
  'test/e2e/cli.test.ts',
  'services/orderbook/test/chain/deep-reorg.test.ts',
  'test/e2e/sdk/wrong-chain.test.ts',
  'services/orderbook/test/chain/watcher.test.ts',
  'services/orderbook/test/prices/chainlink.test.ts',
  'services/relayer/test/initiation-time.test.ts',
  'packages/service-kit/test/postgres-pool.test.ts',
  'test/e2e/sdk/lying-servers.test.ts',
  'packages/signers/test/kms.test.ts',
  'packages/proof/src/explore.test.ts',
  'services/relayer/test/fees.test.ts',
  'services/relayer/test/idle.test.ts',
  'services/relayer/test/waiting-claims.test.ts',
  'services/orderbook/test/db/chain-leader.test.ts',
  'services/orderbook/test/chain/time.test.ts',
  'services/orderbook/test/db/unfunded-orders.test.ts',
  'services/relayer/test/safety.test.ts',
  'test/repo/rendered-manifests.test.ts',
  'services/relayer/test/private-endpoint.test.ts',
  'test/e2e/conformance.test.ts',
  'test/e2e/sdk/in-ci.test.ts',
  'test/e2e/sdk/before-the-wallet.test.ts',
  'test/e2e/sdk/completed-at-depth.test.ts',
  'packages/local-services/test/postgres.test.ts',
]

const placeOf = ({ path }) => {
  const place = longest.findIndex((suite) => path.endsWith(`/${suite}`))
  return place === -1 ? longest.length : place
}
const sizeOf = ({ path, context }) => context.hasteFS.getSize(path) ?? 0

/** Tells jest in which order to begin the suites. */
export default class LongestFirst {
  sort(tests) {
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a))
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
