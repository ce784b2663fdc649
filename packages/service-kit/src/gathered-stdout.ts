import { Writable } from 'node:stream'

let shared: Writable | undefined

/**
 * A stdout that writes the lines of one turn of the event loop together, because a system call for
 * each line would cost more than the line itself.
 */
export function gatheredStdout(): Writable {
  shared ??= gather((text) => process.stdout.write(text))
  return shared
}

function gather(write: (text: string) => void): Writable {
  let gathered = ''
  const flush = () => {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    write(text)
  }
  process.once('exit', flush)
  return new Writable({
    decodeStrings: false,
    write: (line: string, _encoding, done) => {
      if (gathered === '') setImmediate(flush)
      gathered += line
      done()
    },
  })
}
