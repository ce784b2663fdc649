import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SwapState } from '../swap-state.ts'
import { type SwapStore, storeOver } from './swap-store.ts'

/**
 * Keeps each swap in a file of its own that its owner alone may read (mode 0600, in a folder of mode 0700). A file is
 * whole or absent: it is written aside, flushed to the disk, and renamed.
 *
 * @param folder made where it does not exist.
 */
export function fileStore(folder: string): SwapStore {
  const fileOf = (name: string) => join(folder, `${name}.json`)
  const read = async (name: string) => JSON.parse(await readFile(fileOf(name), 'utf8')) as SwapState
  return storeOver({
    get: (name) => read(name).catch(unlessAbsent(undefined)),
    async all() {
      const files = (await readdir(folder).catch(unlessAbsent([]))).filter((file) => file.endsWith('.json'))
      const names = files.map((file) => file.slice(0, -'.json'.length))
      return Promise.all(names.map(async (name): Promise<[string, SwapState]> => [name, await read(name)]))
    },
    async put(name, state) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = fileOf(name)
      const aside = `${file}.${process.pid}.tmp`
      const handle = await open(aside, 'w', 0o600)
      try {
        await handle.writeFile(`${JSON.stringify(state, null, 2)}\n`)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(aside, file)
    },
    delete: (name) => rm(fileOf(name), { force: true }),
  })
}

const unlessAbsent =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
