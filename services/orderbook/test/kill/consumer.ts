/**
 * Reads every event from any server that answers, and appends it to a file. The file is the only memory, so that the
 * process can be killed at any moment. Arguments: the file with the servers' URLs, one per line, and the file to append
 * to.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStream } from '../support/event-stream.ts'

const [urlsFile = '', outFile = ''] = process.argv.slice(2)
const lines = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)

for (let turn = 0; ; turn += 1) {
  const urls = lines(urlsFile)
  const url = urls[(turn + process.pid) % urls.length]
  const last = lines(outFile).at(-1)?.split(' ')[0]
  try {
    const stream = await openStream(`${url}/events`, last === undefined ? {} : { 'last-event-id': last })
    for (;;) {
      const { seq, order_id, order_seq } = await stream.next()
      appendFileSync(outFile, `${seq} ${order_id} ${order_seq}\n`)
    }
  } catch {
    await sleep(50)
  }
}
