import { bundlePackages } from './bundled-packages.ts'

/** Makes what all suites load. */
export default bundlePackages
