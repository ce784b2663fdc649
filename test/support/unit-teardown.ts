import { removeTestBundles } from './test-bundle.ts'

/** Removes what the set-up made. */
export default removeTestBundles
