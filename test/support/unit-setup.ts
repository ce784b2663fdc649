import { bundlePackages } from './bundled-packages.ts'

/** Bundles the packages that all suites load. */
export default bundlePackages
