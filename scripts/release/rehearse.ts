/**
 * `node scripts/run.mjs release:rehearse`: a whole release of the last commit on this machine. In a clean checkout the workflow's own step sets
 * the next versions, and the packages are built and published to a local registry. An empty project and
 * a copy of the example page then install them from there, and their pages swap in a browser, against the devnet.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { packedPackages } from '../packed-packages.ts'
import { cleanCheckout } from './clean-checkout.ts'
import { startRegistry } from './registry.ts'

interface Workflow {
  jobs: Record<string, { steps: { name?: string; run?: string }[] }>
}

/** The script of one step of the release workflow. */
function stepOf(job: string, name: string): string {
  const { jobs } = parse(readFileSync('.github/workflows/release.yml', 'utf8')) as Workflow
  const script = jobs[job]?.steps.find((step) => step.name === name)?.run
  if (script === undefined) throw new Error(`the workflow's job ${job} has no step "${name}"`)
  return script
}

/** Sets the next versions as the workflow does; a bare repository stands for GitHub, and `gh` finds its pull request. */
function setVersions(folder: string, checkout: string): void {
  const origin = join(folder, 'origin.git')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' })
  execFileSync('git', ['init', '--quiet', '--bare', origin])
  git('remote', 'set-url', 'origin', origin)
  const gh = join(folder, 'gh')
  writeFileSync(gh, '#!/bin/sh\nexit 0\n')
  chmodSync(gh, 0o755)
  const run = (script: string) =>
    execFileSync('bash', ['-e', '-c', script], {
      cwd: checkout,
      env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, RUNNER_TEMP: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  run(stepOf('versions', 'Set the next versions'))
  // The checkout is reset first, because another job opens the pull request, from a
  // checkout without the changes.
  git('reset', '--hard', '--quiet')
  run(stepOf('propose', 'Open the pull request of the next versions'))
  const pushed = git('ls-tree', '-r', '--name-only', 'next-version').split('\n')
  const missing = packedPackages.filter((name) => !pushed.includes(`packages/${name}/CHANGELOG.md`))
  if (missing.length > 0) throw new Error(`no changelog was committed of ${missing.join(', ')}`)
  const left = pushed.filter((file) => /^\.changeset\/(?!README).*\.md$/.test(file))
  if (left.length > 0) throw new Error(`changesets are left: ${left.join(', ')}`)
}

async function rehearse(folder: string): Promise<void> {
  const checkout = join(folder, 'checkout')
  cleanCheckout(checkout)
  setVersions(folder, checkout)
  console.log('✓ the next versions and changelogs are committed')
  const registry = await startRegistry(folder)
  try {
    execFileSync('node', ['scripts/run.mjs', 'release:pack', 'tarballs'], { cwd: checkout, stdio: 'inherit' })
    const publish = () =>
      execFileSync('node', ['scripts/run.mjs', 'release:publish', 'tarballs', '--registry', registry.url], {
        cwd: checkout,
        env: { ...process.env, NPM_CONFIG_USERCONFIG: registry.userConfig },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    console.log(`✓ ${publish().trim().split('\n').at(-1)}`)
    const again = publish().trim()
    if (!again.startsWith('published 0 of')) throw new Error(`a second run published again: ${again}`)
    console.log('✓ a second run publishes nothing')
    const swap = ['test', '--', '--selectProjects', 'e2e', '--', '--maxWorkers=1', 'test/e2e/sdk/packed']
    execFileSync('npm', swap, { env: { ...process.env, TANDEM_TEST_REGISTRY: registry.url }, stdio: 'inherit' })
    console.log('✓ an empty project installs them from the registry, and its pages swap')
  } finally {
    await registry.stop()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tandem-rehearsal-'))
try {
  await rehearse(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
