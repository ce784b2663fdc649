/**
 * Builds a public package twice, for `import` and for `require`: `dist/esm` and `dist/cjs`, each with its types and source
 * maps. It runs in the package's folder; each half says by a package.json of its own how Node reads it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

const shared = ['-p', 'tsconfig.build.json']
const halves = [
  { name: 'esm', type: 'module', options: [] },
  {
    name: 'cjs',
    type: 'commonjs',
    options: ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'],
  },
]
rmSync('dist', { recursive: true, force: true })

/** Builds one half, and says whether that succeeded. */
async function build({ name, type, options }) {
  const outDir = `dist/${name}`
  const [status] = await once(spawn('tsc', [...shared, '--outDir', outDir, ...options], { stdio: 'inherit' }), 'exit')
  if (status !== 0) return false
  mkdirSync(outDir, { recursive: true })
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify({ type, sideEffects: false })}\n`)
  return true
}

const built = await Promise.all(halves.map(build))
process.exitCode = built.every(Boolean) ? 0 : 1
