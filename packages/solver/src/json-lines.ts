import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import type { z } from '@tandem/contracts'

/**
 * Reads a file of JSON lines. A last line without a line end is left out: the process died while it wrote that line,
 * and nothing is sent before its line is written.
 *
 * @throws Error when the file or a line cannot be read.
 */
export async function readJsonLines<S extends z.ZodType>(
  path: string,
  kind: string,
  schema: S,
): Promise<z.output<S>[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line, index) => {
    const parsed = schema.safeParse(jsonOf(line))
    if (!parsed.success) throw new Error(`line ${index + 1} of ${path} is not ${kind}`)
    return parsed.data
  })
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

export async function replaceFile(path: string, lines: readonly string[]): Promise<FileHandle> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  await file.writeFile(lines.join(''))
  await file.sync()
  await rename(draft, path)
  return file
}
