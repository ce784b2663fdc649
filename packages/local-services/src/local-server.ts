import type { Running } from './launch.ts'
import type { WorkingDir } from './working-dir.ts'

/** A server on the loopback that can be stopped, killed and started again in place. */
export interface LocalServer {
  /** The process of the latest start. */
  readonly pid: number
  /** Ends it in order and removes its temporary directory. */
  stop(): Promise<void>
  /** SIGKILL. Files and port stay as they are, for `restart`. */
  kill(): Promise<void>
  /** Starts it on the same files and port; stops it first if it still runs. */
  restart(): Promise<void>
}

/** Starts a server by `start`, and again by the same `start` on every restart. */
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
