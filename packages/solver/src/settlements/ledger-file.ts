import { open, readFile, truncate } from 'node:fs/promises'
import { readJsonLines, replaceFile } from '../json-lines.ts'
import { type LedgerEntry, ledgerEntrySchema, ledgerFields } from './ledger-entry.ts'

/** The settled orders, as JSON lines and as CSV. Each order stands in it once, by its source vault. */
export interface LedgerFile {
  has(sourceVault: string): boolean
  /** @throws Error when the entry cannot be written; it is then written after the next start. */
  append(entry: LedgerEntry): Promise<void>
  close(): Promise<void>
}

export const readLedger = (path: string): Promise<LedgerEntry[]> =>
  readJsonLines(path, 'an entry of the ledger', ledgerEntrySchema)

const csvPathOf = (path: string) => path.replace(/\.jsonl$/, '.csv')

/** Quotes a field that has a comma or a quotation mark (RFC 4180). */
const csvLine = (fields: readonly unknown[]): string =>
  `${fields.map((field) => (/[",\n\r]/.test(String(field)) ? `"${String(field).replaceAll('"', '""')}"` : field)).join(',')}\n`
const csvLineOf = (entry: LedgerEntry): string => csvLine(ledgerFields.map((field) => entry[field] ?? ''))

/**
 * Opens the ledger. The JSON lines are authoritative. A last line without a line end is dropped, because the process
 * died while it wrote that line. The CSV file is rewritten if it differs. Without a path the ledger is kept in
 * memory only.
 *
 * @throws Error when the file holds anything else.
 */
export async function openLedger(path: string | undefined): Promise<LedgerFile> {
  const entries = path === undefined ? [] : await readLedger(path)
  const written = new Set(entries.map(({ source_vault }) => source_vault.toLowerCase()))
  const files = path === undefined ? [] : [await openLines(path), await openCsv(csvPathOf(path), entries)]
  let failure: unknown
  let last: Promise<unknown> = Promise.resolve()

  async function write(entry: LedgerEntry): Promise<void> {
    const key = entry.source_vault.toLowerCase()
    if (written.has(key)) return
    if (failure !== undefined) throw new Error('the ledger cannot be written', { cause: failure })
    const lines = [`${JSON.stringify(entry)}\n`, csvLineOf(entry)]
    try {
      for (const [index, file] of files.entries()) {
        await file.appendFile(lines[index] ?? '')
        await file.datasync()
      }
    } catch (error) {
      failure = error
      throw error
    }
    written.add(key)
  }

  return {
    has: (sourceVault) => written.has(sourceVault.toLowerCase()),
    append(entry) {
      const turn = last.then(() => write(entry))
      last = turn.catch(() => undefined)
      return turn
    },
    close: async () => {
      await last
      await Promise.all(files.map((file) => file.close()))
    },
  }
}

/** Opens the file for appending, and cuts off a last line without its end: the next line would continue it. */
async function openLines(path: string) {
  const file = await open(path, 'a', 0o600)
  const bytes = await readFile(path)
  const complete = bytes.lastIndexOf('\n'.charCodeAt(0)) + 1
  if (complete < bytes.length) await truncate(path, complete)
  return file
}

async function openCsv(path: string, entries: readonly LedgerEntry[]) {
  const lines = [csvLine(ledgerFields), ...entries.map(csvLineOf)]
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === lines.join('')) return open(path, 'a', 0o600)
  return replaceFile(path, lines)
}
