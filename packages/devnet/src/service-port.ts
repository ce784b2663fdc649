import { once } from 'node:events'
import { createServer } from 'node:net'

const firstPort = 20_000
const portCount = 10_000
/**
 * The port at which this process begins. Processes that start at about the same time have near ids,
 * so each of them begins at other ports.
 */
let next = (process.pid * 32) % portCount

/**
 * A free port that this process has not returned before. It is below 32768 and 49152: from there
 * on, Linux and other systems hand out ports to processes that ask for any.
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
