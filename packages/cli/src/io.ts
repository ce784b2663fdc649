import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import yoctoSpinner from 'yocto-spinner'

/** The environment, the output and the input of a command. */
export interface Io {
  env: Readonly<Record<string, string | undefined>>
  /** Writes a line of the answer, which is text or one JSON document, to standard output. */
  out(line: string): void
  /** Writes a line of progress or an error to standard error, so that it never mixes with the answer. */
  note(line: string): void
  /** Shows on a terminal that the program waits, until the returned function is called. */
  waiting(text: string): () => void
  /** Asks for a secret, and does not show what the user types. It is `undefined` when there is no terminal. */
  askSecret?: (question: string) => Promise<string>
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** The input and output of this process. */
export function processIo(): Io {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  return {
    env: process.env,
    out: (line) => void process.stdout.write(`${line}\n`),
    note,
    waiting(text) {
      if (!process.stderr.isTTY) return () => {}
      const spinner = yoctoSpinner({ text, stream: process.stderr }).start()
      return () => void spinner.stop()
    },
    ...(process.stdin.isTTY ? { askSecret } : {}),
    signal: stopping.signal,
  }
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
