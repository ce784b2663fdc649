import { createRequire, syncBuiltinESMExports } from 'node:module'

const require = createRequire(import.meta.url)

/** Paths under this folder are files of the simulation. */
export const simulatedFolder = '/simulated/'

let files = new Map<string, string>()
/** Forgets all files. */
export const emptyFiles = (): void => {
  files = new Map()
}

const absent = (path: string) => Object.assign(new Error(`ENOENT: no such file, ${path}`), { code: 'ENOENT' })

/**
 * A file with what journals need of it. A crash may lose a write that was not flushed to the disk; here it loses none.
 */
const fileAt = (path: string) => ({
  writeFile: async (text: string) => void files.set(path, text),
  appendFile: async (text: string) => void files.set(path, (files.get(path) ?? '') + text),
  sync: async () => undefined,
  datasync: async () => undefined,
  close: async () => undefined,
})

/** `node:fs/promises` keeps the files of the simulation in memory. Other paths are those of the machine. */
export function simulateFiles(): void {
  const real = require('node:fs/promises')
  const own = {
    async readFile(path: string, encoding?: string) {
      const text = files.get(path)
      if (text === undefined) throw absent(path)
      return encoding === undefined ? Buffer.from(text) : text
    },
    async truncate(path: string, bytes: number) {
      const kept = Buffer.from(files.get(path) ?? '').subarray(0, bytes)
      files.set(path, kept.toString())
    },
    async open(path: string, flags: string) {
      const file = fileAt(path)
      if (flags.startsWith('w') || !files.has(path)) files.set(path, '')
      // Renaming changes where the handle writes.
      return { ...file, appendFile: (text: string) => fileAt(renamed.get(path) ?? path).appendFile(text) }
    },
    async rename(from: string, to: string) {
      files.set(to, files.get(from) ?? '')
      files.delete(from)
      renamed.set(from, to)
    },
  }
  const renamed = new Map<string, string>()
  for (const name of ['readFile', 'truncate', 'open', 'rename'] as const) {
    const before = real[name]
    real[name] = (path: unknown, ...rest: unknown[]) =>
      typeof path === 'string' && path.startsWith(simulatedFolder)
        ? (own[name] as (...args: unknown[]) => unknown)(path, ...rest)
        : before(path, ...rest)
  }
  syncBuiltinESMExports()
}
