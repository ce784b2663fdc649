import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SwapState } from '../swap-state.ts'
import { type SwapStore, storeOver } from './swap-store.ts'

/**
 * Keeps each swap in a file of its own, which only the owner of the process can read (mode 0600, folder 0700). A crash
 * never leaves a half-written file.
 *
 * @param folder is created when it does not exist.
 * @example
 * const swap = await Swap.start(request, { client, network, evidence, save: fileStore('swaps').save })
 */
export function fileStore(folder: string): SwapStore {
  const fileOf = (name: string) => join(folder, `${name}.json`)
  return storeOver({
    async all() {
      const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const read = async (file: string) => JSON.parse(await readFile(join(folder, file), 'utf8')) as SwapState
      return Promise.all(files.filter((file) => file.endsWith('.json')).map(read))
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
