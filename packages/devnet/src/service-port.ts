import { once } from 'node:events'
import { createServer } from 'node:net'

const firstPort = 20_000
const portCount = 10_000
/** Processes that start about the same time have near ids: each begins at ports of its own. */
let next = (process.pid * 32) % portCount

/**
 * Systems give ports from 32768 (Linux) or 49152 up to processes that ask for any: this one is below. This process
 * returns it once.
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
