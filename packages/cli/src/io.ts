import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import yoctoSpinner from 'yocto-spinner'

export interface Io {
  env: Readonly<Record<string, string | undefined>>
  /** The answer: text, or one JSON document. */
  out(line: string): void
  /** Progress and errors: never part of the answer. */
  note(line: string): void
  /** Shows that the program waits, on a terminal. Ends when the returned function is called. */
  waiting(text: string): () => void
  /** Asks for a secret without showing it; `undefined` where there is no terminal. */
  askSecret?: (question: string) => Promise<string>
  /** Ends waits: Ctrl-C. */
  signal: AbortSignal
}

/** The terminal, and Ctrl-C. */
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
