#!/usr/bin/env node
/**
 * Runs one verb of this repository on a machine that has Node and git and nothing else: installs the pinned pnpm
 * beside the project, then the locked dependencies, then runs the verb. Says what it does; does nothing twice.
 * Plain JavaScript, because nothing is installed yet when it runs.
 *
 *   node scripts/run.mjs            install only
 *   node scripts/run.mjs VERB ...   install, then VERB (see `verbs`)
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const toolsDir = join(root, '.tools')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const tsx = ['node', '--conditions=tandem:source', '--import', 'tsx', '--no-warnings']

/** The commands of each verb, which run in this order. Arguments after the verb go to the last one. */
const verbs = {
  demo: [[...tsx, 'packages/devnet/src/cli.ts', 'demo']],
  dev: [[...tsx, 'packages/devnet/src/cli.ts', 'dev']],
  hops: [[...tsx, 'packages/devnet/src/cli.ts', 'hops']],
  test: [[...tsx, 'scripts/test.ts']],
  'test:escrow': [[...tsx, 'packages/escrow/scripts/test.ts']],
  'test:coverage': [[...tsx, 'packages/escrow/scripts/coverage.ts']],
  'deploy:escrow': [[...tsx, 'packages/escrow/scripts/deploy.ts']],
  'verification:escrow': [[...tsx, 'packages/escrow/scripts/verification-input.ts']],
  'test:proof': [[...tsx, 'packages/escrow/scripts/prove.ts']],
  prove: [[...tsx, 'packages/proof/scripts/prove.ts']],
  'test:mutation': [[...tsx, 'packages/escrow/scripts/mutate.ts']],
  simulate: [[...tsx, 'test/simulation/simulate.ts']],
  'test:chaos': [[...tsx, 'services/relayer/test/chaos/main.ts']],
  tandem: [[...tsx, 'packages/cli/src/main.ts']],
  'check:packages': [[...tsx, 'scripts/check-packages.ts']],
  check: [[...tsx, 'scripts/check.ts']],
  drill: [[...tsx, 'scripts/drill.ts']],
  bench: [[...tsx, 'scripts/bench.ts']],
  watcher: [[...tsx, 'services/orderbook/src/main.ts']],
  solver: [[...tsx, 'packages/solver/src/main.ts']],
  relayer: [[...tsx, 'services/relayer/src/main.ts']],
  seed: [[...tsx, 'services/orderbook/bench/seed-cli.ts']],
  generate: [[...tsx, 'scripts/generate.ts']],
  build: [['pnpm', '-r', 'run', 'build']],
  audit: [['pnpm', 'audit', '--prod', '--audit-level', 'high']],
  'release:pack': [[...tsx, 'scripts/release/pack.ts']],
  'release:publish': [[...tsx, 'scripts/release/publish.ts']],
  'release:rehearse': [[...tsx, 'scripts/release/rehearse.ts']],
  'release:reproducible': [[...tsx, 'scripts/release/reproducible.ts']],
  site: [['pnpm', '--dir', 'packages/site', 'run', 'site']],
  format: [['pnpm', 'exec', 'biome', 'check', '--write', '.']],
}

function fail(message) {
  console.error(`\n${message}`)
  process.exit(1)
}

/** The environment children get: the pinned pnpm and the workspace's binaries come first on PATH. */
function childEnv() {
  const path = [join(toolsDir, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH].join(':')
  // `prisma generate` insists on a schema engine that it never calls; any existing file satisfies it offline.
  return { ...process.env, PATH: path, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' }
}

function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: childEnv(), ...options })
  if (result.error) fail(`${command} could not be started: ${result.error.message}`)
  // A signal (Ctrl-C) ends the verb as the shell would report it: 128 + SIGINT.
  if (result.signal) process.exit(130)
  return result.status ?? 1
}

function must(command, args, what) {
  if (run(command, args) !== 0) fail(`${what} failed; the lines above say why.`)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(
    `Tandem needs Node 20.19 or later, and this is ${process.versions.node}. Install a current LTS: https://nodejs.org`,
  )
}

function installPnpm() {
  const version = manifest.packageManager.split('@')[1]
  const installed = join(toolsDir, 'node_modules/pnpm/package.json')
  if (existsSync(installed) && JSON.parse(readFileSync(installed, 'utf8')).version === version) return
  console.log(`· installing pnpm ${version} into .tools (nothing global is touched)`)
  mkdirSync(toolsDir, { recursive: true })
  must('npm', ['install', '--prefix', toolsDir, '--no-save', '--loglevel=error', `pnpm@${version}`], 'Installing pnpm')
}

/** A fingerprint of everything that the installed tree depends on; when it is unchanged the install is skipped. */
function fingerprint() {
  const hash = createHash('sha256')
  const inputs = ['.pnpmfile.mjs', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']
  for (const name of ['orderbook', 'relayer']) {
    const prisma = `services/${name}/prisma`
    const schemas = readdirSync(join(root, prisma), { recursive: true }).filter((file) => file.endsWith('.prisma'))
    inputs.push(...schemas.sort().map((file) => `${prisma}/${file}`))
  }
  for (const file of inputs) hash.update(readFileSync(join(root, file)))
  return hash.update(process.versions.node).digest('hex')
}

function installDependencies() {
  const stamp = join(toolsDir, 'installed')
  const want = fingerprint()
  const generated = ['orderbook', 'relayer'].every((name) =>
    existsSync(join(root, `services/${name}/src/db/generated`)),
  )
  if (generated && existsSync(stamp) && readFileSync(stamp, 'utf8') === want) return
  console.log('· installing the locked dependencies')
  must('pnpm', ['install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'], 'Installing dependencies')
  for (const name of ['orderbook', 'relayer']) {
    console.log(`· generating the ${name}'s database client`)
    must('pnpm', ['--silent', '--filter', `@tandem/${name}`, 'exec', 'prisma', 'generate'], 'prisma generate')
  }
  writeFileSync(stamp, want)
}

function onPath(name) {
  return (process.env.PATH ?? '').split(':').some((dir) => dir !== '' && existsSync(join(dir, name)))
}

/**
 * Programs that do not come from npm. On Debian as root they are installed; elsewhere one line says what is missing,
 * and what that means. Verbs that are not listed do not need the program.
 */
const systemPackages = [
  {
    name: 'redis-server',
    binaries: ['redis-server'],
    isNeededBy: () => true,
    without: 'the demo runs on the PostgreSQL queue meanwhile, the tests need Redis',
  },
  {
    name: 'z3',
    binaries: ['z3'],
    isNeededBy: (verb) => verb === 'test:proof',
    without: 'the rules of settlement cannot be proved',
  },
  {
    // The headless shell is preferred: it draws no window, so it takes less processor time than the whole browser.
    name: 'chromium-headless-shell',
    orElse: 'chromium',
    binaries: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    isNeededBy: (verb) => verb === 'test',
    without: 'the tests of the web app need it, or CHROMIUM_PATH',
  },
]

function installSystemPackage({ name, orElse, binaries, without }) {
  const isGiven = binaries.includes('chromium') && process.env.CHROMIUM_PATH !== undefined
  if (isGiven || binaries.some(onPath)) return
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath('apt-get')
  if (!isDebianRoot) {
    console.log(`· ${name} is not installed (Debian: sudo apt-get install ${name}; macOS: brew install it);`)
    console.log(`  ${without}`)
    return
  }
  console.log(`· installing ${name} from Debian`)
  const env = { ...childEnv(), DEBIAN_FRONTEND: 'noninteractive' }
  // Debian may start Redis as a system service on 6379; Tandem never uses it and starts its own on a free port.
  const install = (debian) =>
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debian], { env, stdio: 'ignore' }) === 0
  if (install(name)) return
  run('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
  // Older releases have no package of the shell.
  if (!install(name) && (orElse === undefined || !install(orElse)))
    console.log(`· ${name} could not be installed; ${without}`)
}

checkNode()
const [verb, ...args] = process.argv.slice(2)
const commands = verb === undefined ? [] : verbs[verb]
if (commands === undefined) fail(`Unknown verb "${verb}". One of: ${Object.keys(verbs).join(', ')}`)
installPnpm()
installDependencies()
for (const one of systemPackages.filter(({ isNeededBy }) => isNeededBy(verb))) installSystemPackage(one)
for (const [index, [command, ...rest]] of commands.entries()) {
  const last = index === commands.length - 1
  const status = run(command, last ? [...rest, ...args] : rest)
  if (status !== 0) process.exit(status)
}
