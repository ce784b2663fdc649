export type { Io } from './io.ts'
export { runCli } from './program.ts'
