/** Runs forge's linter, then solhint with its security rules. Any finding fails. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escrowRoot, forge } from './forge.ts'

// The contracts that are deployed to real chains.
const files = ['contracts', 'contracts/interfaces'].flatMap((folder) =>
  readdirSync(join(escrowRoot, folder))
    .filter((name) => name.endsWith('.sol'))
    .map((name) => join(folder, name)),
)

// The linter gets a folder of its own, because it writes artifacts without code, and other runs
// keep theirs.
const dir = mkdtempSync(join(tmpdir(), 'tandem-lint-'))
const env = { FOUNDRY_OUT: join(dir, 'out'), FOUNDRY_CACHE_PATH: join(dir, 'cache') }
const forgeLint = forge(['lint', '--deny', 'notes', ...files], { env })
rmSync(dir, { recursive: true, force: true })
const solhint = spawnSync(
  join(escrowRoot, 'node_modules/.bin/solhint'),
  ['--config', '.solhint.cjs', '--noPoster', '--max-warnings', '0', ...files],
  { cwd: escrowRoot, encoding: 'utf8' },
)
for (const { stdout, stderr, status } of [forgeLint, solhint]) {
  if (status === 0) continue
  console.error(`${stdout}${stderr}`)
  process.exitCode = 1
}
