import { execFileSync } from 'node:child_process'

/** Puts the last commit into a folder that does not exist yet, with its dependencies and nothing that was built. */
export function cleanCheckout(folder: string): void {
  execFileSync('git', ['clone', '--quiet', '.', folder], { stdio: 'inherit' })
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--silent']
  execFileSync('pnpm', install, { cwd: folder, stdio: 'inherit' })
}
