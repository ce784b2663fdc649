/**
 * Publishes each public package of a checkout whose version the registry does not have yet. pnpm packs it, which writes the
 * versions of its siblings into its manifest; npm publishes the tarball, with the registry, the token and
 * `NPM_CONFIG_PROVENANCE` of its own settings. Its arguments are npm's.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npmNameOf, packedPackages, tarballOf } from '../packed-packages.ts'
import { packAll } from './pack-all.ts'

const { version } = JSON.parse(readFileSync('packages/sdk/package.json', 'utf8')) as { version: string }

/** A rehearsal names its registry for the packages without a scope. */
const given = process.argv.slice(2)

const isThere = (name: string): boolean =>
  spawnSync('npm', ['view', `${npmNameOf(name)}@${version}`, 'version', ...given], {
    encoding: 'utf8',
  }).stdout.trim() === version

const wanted = packedPackages.filter((name) => !isThere(name))
const tarballs = mkdtempSync(join(tmpdir(), 'tandem-publish-'))
try {
  if (wanted.length > 0) packAll('.', tarballs)
  for (const name of wanted)
    execFileSync('npm', ['publish', tarballOf(tarballs, name), '--access', 'public', ...given], { stdio: 'inherit' })
  console.log(`published ${wanted.length} of ${packedPackages.length} packages, version ${version}`)
} finally {
  rmSync(tarballs, { recursive: true, force: true })
}
