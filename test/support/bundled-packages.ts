import { makeTestBundle } from './test-bundle.ts'

/** The entries of viem, with the files that resolver.cjs gives to those who import them. */
const entries = {
  viem: 'viem',
  'viem-accounts': 'viem/accounts',
  'viem-actions': 'viem/actions',
  'viem-utils': 'viem/utils',
}

/**
 * Bundles viem, and names the folder in `TANDEM_TEST_PACKAGES`, where resolver.cjs finds it. Jest loads modules anew for each
 * suite, and viem is five hundred of them. Its entries share their parts, so that there is one of each class.
 */
export async function bundlePackages(): Promise<void> {
  await makeTestBundle('TANDEM_TEST_PACKAGES', {
    entryPoints: entries,
    outExtension: { '.js': '.mjs' },
    splitting: true,
  })
}
