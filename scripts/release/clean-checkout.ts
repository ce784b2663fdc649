import { execFileSync } from 'node:child_process'

/** Clones the last commit into a new folder, and installs its dependencies. */
export function cleanCheckout(folder: string): void {
  execFileSync('git', ['clone', '--quiet', '.', folder], { stdio: 'inherit' })
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--silent']
  execFileSync('pnpm', install, { cwd: folder, stdio: 'inherit' })
}
