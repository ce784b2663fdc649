import { removePrograms } from './bundled-programs.ts'

/** Removes what the set-up made. */
export default removePrograms
