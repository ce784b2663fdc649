/**
 * Three kinds of test, one run (`npm test`, or `npm test -- --selectProjects unit -- NAME`):
 * unit         {src,scripts}/**\/*.test.ts      pure; no I/O
 * integration  test/**\/*.test.ts     a real PostgreSQL, Redis and EVM, started once by the global set-up
 * e2e          test/e2e/*.test.ts    whole processes on the devnet; test/simulation: the whole system in one process,
 *                                    on simulated chains and time
 * Node.js loads the test files of all three, in place of jest's own module system (test/support/jest/runtime.cjs).
 */
const shared = {
  runtime: '<rootDir>/test/support/jest/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  // Jest transforms no file, because the loader of test/support/jest/hooks.mjs removes the types.
  transform: {},
  modulePathIgnorePatterns: ['/dist/'],
  // Tests share the global scope with Node.js itself, which would stand still without these two.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask'] },
}

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services}/*/{src,scripts}/**/*.test.ts'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services}/*/test/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/services/orderbook/test/support/parts.ts'],
      globalSetup: '<rootDir>/test/support/jest/integration-setup.mts',
      globalTeardown: '<rootDir>/test/support/jest/integration-teardown.mts',
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,repo,simulation}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/jest/e2e-setup.mts',
      globalTeardown: '<rootDir>/test/support/jest/e2e-teardown.mts',
    },
  ],
  testSequencer: '<rootDir>/test/support/jest/suite-order.mjs',
  // Most suites spend two thirds of their time waiting for blocks and processes, so five at once keep two cores busy.
  maxWorkers: 5,
  // A process that has grown beyond this is replaced, because the modules of its finished suites stay in memory.
  workerIdleMemoryLimit: '1200MB',
  // By default jest complains of a worker that takes half a second to exit, which on a busy machine says nothing. One that
  // is still there after ten seconds was kept open by a suite.
  workerGracefulExitTimeout: 10_000,
  // Waits end when their condition holds; this only ends what hangs. The longest test takes a minute on a quiet machine, and
  // up to eight times that on one that does ten other things.
  testTimeout: 600_000,
}
