import { once } from 'node:events'
import { createServer } from 'node:net'

const firstPort = 20_000
const portCount = 10_000
/**
 * Where this process begins: processes that start about the same time have near ids, so that each begins at other
 * ports.
 */
let next = (process.pid * 32) % portCount

/**
 * A free port that this process has not returned before. It is below 32768 (Linux) and 49152, from where systems take
 * ports for processes that ask for any.
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
