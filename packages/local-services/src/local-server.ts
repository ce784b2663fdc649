import type { Running } from './launch.ts'
import type { WorkingDir } from './working-dir.ts'

export interface LocalServer {
  readonly pid: number
  stop(): Promise<void>
  /** Ends the server with SIGKILL. Its files and its port are kept for `restart`. */
  kill(): Promise<void>
  /** Starts the server again, on the same files and the same port. */
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
