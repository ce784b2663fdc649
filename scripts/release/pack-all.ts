import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { packedPackages } from '../packed-packages.ts'

/**
 * Builds and packs the public packages of a checkout.
 *
 * @param tarballs the folder for the tarballs.
 */
export function packAll(checkout: string, tarballs: string): void {
  for (const name of packedPackages) {
    const folder = join(checkout, 'packages', name)
    execFileSync('pnpm', ['--silent', 'run', 'build'], { cwd: folder, stdio: 'inherit' })
    execFileSync('pnpm', ['pack', '--pack-destination', tarballs], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
}
