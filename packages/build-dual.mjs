/**
 * Builds a public package twice, for `import` and for `require`: `dist/esm` and `dist/cjs`, each with its types and source
 * maps. It runs in the package's folder; each half says by a package.json of its own how Node reads it.
 */
import { spawnSync } from 'node:child_process'
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
for (const { name, type, options } of halves) {
  const outDir = `dist/${name}`
  const { status } = spawnSync('tsc', [...shared, '--outDir', outDir, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  mkdirSync(outDir, { recursive: true })
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify({ type, sideEffects: false })}\n`)
}
