import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { escrowRoot, forge } from './forge.ts'

/** Where the build for the tests is. These override what `foundry.toml` says. */
const testBuild = { FOUNDRY_OPTIMIZER: 'false', FOUNDRY_OUT: 'out/tests', FOUNDRY_CACHE_PATH: 'cache/tests' }

/**
 * Compiles the tests without the optimizer, which takes less than half the time, and the contracts as they are deployed.
 * The tests deploy contracts by `vm.deployCode` (dynamic test linking), which takes their code out of forge's artifacts.
 * So the optimized code is put there.
 *
 * @returns the arguments and the environment with which forge runs the tests of this build.
 * @throws Error with the compiler's messages.
 */
export function buildTests(): { args: string[]; env: NodeJS.ProcessEnv } {
  const args = ['--dynamic-test-linking']
  const env = { ...process.env, ...testBuild, NO_COLOR: '1' }
  build(['contracts'], process.env)
  build(args, env)
  const sources = readdirSync(join(escrowRoot, 'contracts'), { recursive: true, encoding: 'utf8' })
  for (const source of sources.filter((name) => name.endsWith('.sol'))) putCode(basename(source))
  return { args, env }
}

function build(args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = forge(['build', ...args], { env })
  if (status !== 0) throw new Error(`forge build failed:\n${stdout}${stderr}`)
}

/** Puts the optimized code of a source file's contracts into the artifacts of the tests' build. */
function putCode(source: string): void {
  // A file that only declares types has no artifacts.
  if (!existsSync(join(escrowRoot, 'out', source))) return
  for (const artifact of readdirSync(join(escrowRoot, 'out', source))) {
    const optimized = join(escrowRoot, 'out', source, artifact)
    const tested = join(escrowRoot, testBuild.FOUNDRY_OUT, source, artifact)
    const { bytecode, deployedBytecode } = JSON.parse(readFileSync(optimized, 'utf8'))
    writeFileSync(tested, JSON.stringify({ ...JSON.parse(readFileSync(tested, 'utf8')), bytecode, deployedBytecode }))
  }
}
