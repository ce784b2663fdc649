import type { CleanIo } from './clean-io.ts'
import type { Settings } from './settings.ts'

/** What every command gets. A command that fails throws; otherwise it may call `end`. */
export interface Context {
  io: CleanIo
  settings: () => Settings
  /** Sets the exit code, which is 0 by default. */
  end: (exitCode: number) => void
}
