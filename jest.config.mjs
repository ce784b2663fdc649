/**
 * Three kinds of test, one run (`npm test`, or `npm test -- --selectProjects unit -- NAME`):
 * unit         {src,scripts}/**\/*.test.ts      pure; no I/O
 * integration  test/**\/*.test.ts     a real PostgreSQL, Redis and EVM, started once by the global set-up
 * e2e          test/e2e/*.test.ts    whole processes on the devnet; test/simulation: the whole system in one process,
 *                                    on simulated chains and time
 * Native ES modules: Prisma 7's client does not load under CommonJS.
 */
const shared = {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironmentOptions: {
    customExportConditions: ['tandem:source', 'node', 'node-addons'],
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      },
    ],
  },
  modulePathIgnorePatterns: ['/dist/'],
  resolver: '<rootDir>/test/support/resolver.cjs',
}

export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services}/*/{src,scripts}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/unit-setup.ts',
      globalTeardown: '<rootDir>/test/support/unit-teardown.ts',
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services}/*/test/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,repo,simulation}/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/e2e-setup.ts',
      globalTeardown: '<rootDir>/test/support/e2e-teardown.ts',
    },
  ],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Most suites wait for blocks and processes twice as long as they compute: four at once fit two cores.
  maxWorkers: 4,
  // Native modules of a finished suite stay in memory, and the garbage collector then takes most of the time.
  workerIdleMemoryLimit: '800MB',
  // By default jest complains of a worker that takes half a second to exit, which on a busy machine says nothing. One that
  // is still there after ten seconds was kept open by a suite.
  workerGracefulExitTimeout: 10_000,
  // Waits end when their condition holds; this only ends what hangs. The longest test takes a minute on a quiet machine, and
  // up to eight times that on one that does ten other things.
  testTimeout: 600_000,
}
