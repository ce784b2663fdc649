import type { Running } from './launch.ts'
import type { WorkingDir } from './working-dir.ts'

export interface LocalServer {
  readonly pid: number
  stop(): Promise<void>
  /** SIGKILL. Files and port stay, for `restart`. */
  kill(): Promise<void>
  /** On the same files and port. */
  restart(): Promise<void>
}

export async function localServer(dir: WorkingDir, start: () => Promise<Running>): Promise<LocalServer> {
  let running = await start()
  return {
    get pid() {
      return running.pid
    },
    async stop() {
      await running.stop()
      dir.dispose()
    },
    kill: () => running.kill(),
    async restart() {
      await running.stop()
      running = await start()
    },
  }
}
