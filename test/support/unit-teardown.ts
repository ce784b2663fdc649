import { removePackages } from './bundled-packages.ts'

/** Removes what the set-up made. */
export default removePackages
