import type { CleanIo } from './clean-io.ts'
import type { Settings } from './settings.ts'

/** The context that a command is given. The command returns its exit code; it throws when it failed. */
export interface Context {
  io: CleanIo
  settings: () => Settings
  /** Remembers how the command ended. */
  end: (exitCode: number) => void
}
