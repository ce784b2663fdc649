/**
 * `node scripts/release/publish.ts FOLDER`: publishes each tarball of the folder whose version the registry does not have yet, in
 * the order in which the packages need each other. It builds nothing and imports no package, so that it can run beside the
 * registry's token. npm takes the registry, the token and `NPM_CONFIG_PROVENANCE` from its own settings; further arguments are
 * npm's.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { npmNameOf, packedPackages, tarballOf } from '../packed-packages.ts'

const [folder, ...given] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder of the tarballs')

const wanted = packedPackages
  .map((name) => ({ name, tarball: tarballOf(join(folder), name) }))
  .filter(({ name, tarball }) => !isThere(name, tarball))
for (const { tarball } of wanted)
  execFileSync('npm', ['publish', tarball, '--access', 'public', ...given], { stdio: 'inherit' })
console.log(`published ${wanted.length} of ${packedPackages.length} packages`)

function isThere(name: string, tarball: string): boolean {
  const { version } = JSON.parse(
    execFileSync('tar', ['--extract', '--to-stdout', '--file', tarball, 'package/package.json'], { encoding: 'utf8' }),
  ) as { version: string }
  const asked = spawnSync('npm', ['view', `${npmNameOf(name)}@${version}`, 'version', ...given], { encoding: 'utf8' })
  return asked.stdout.trim() === version
}
