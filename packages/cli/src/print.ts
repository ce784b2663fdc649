import type { CleanIo } from './clean-io.ts'

/**
 * Prints an answer, as JSON or for a person.
 *
 * @param answer the JSON document. Its fields have the names of the API, and amounts are in base units.
 * @param rows the same for a person: a name and a text for each line. A row without a text is left out.
 */
export function print(
  io: CleanIo,
  isJson: boolean,
  answer: Readonly<Record<string, unknown>>,
  rows: Readonly<Record<string, string | number | null | undefined>>,
): void {
  if (isJson) {
    io.json(answer)
    return
  }
  const shown = Object.entries(rows).filter(([, text]) => text !== null && text !== undefined)
  const width = Math.max(...shown.map(([name]) => name.length))
  for (const [name, text] of shown) io.out(`${name.padEnd(width)}  ${text}`)
}
