import { bundlePrograms } from './bundled-programs.ts'

/** Makes the programs that the whole-process tests start. */
export default bundlePrograms
