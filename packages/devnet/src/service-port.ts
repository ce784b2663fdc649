import { once } from 'node:events'
import { createServer } from 'node:net'

const firstPort = 20_000
const portCount = 10_000
/** Processes that start about the same time have near ids: each begins at ports of its own. */
let next = (process.pid * 32) % portCount

/**
 * A port of the loopback for a process that will listen on it in some seconds; this process returns it once. From below
 * the range out of which systems give ports to processes that ask for any (32768 and up on Linux, 49152 elsewhere), so that
 * no connection takes it meanwhile.
 */
export async function servicePort(): Promise<number> {
  for (;;) {
    const port = firstPort + next
    next = (next + 1) % portCount
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
