import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { escrowRoot, forgeBuild } from './forge.ts'

/** The environment in which forge compiles and runs the tests. It overrides `foundry.toml`. */
export const testEnvironment = {
  FOUNDRY_OPTIMIZER: 'false',
  FOUNDRY_DYNAMIC_TEST_LINKING: 'true',
  FOUNDRY_OUT: 'out/tests',
  FOUNDRY_CACHE_PATH: 'cache/tests',
}

/**
 * Compiles the contracts as they are deployed, and then the tests without the optimizer, which takes less than half as long. With
 * dynamic test linking, a test deploys a contract by `vm.deployCode`, which reads the contract's code from a file that forge wrote.
 * This function puts the optimized code into those files, so that the tests run what is deployed.
 *
 * @throws Error with the compiler's messages.
 */
export function buildTests(): void {
  forgeBuild(['contracts'])
  forgeBuild([], testEnvironment)
  const sources = readdirSync(join(escrowRoot, 'contracts'), { recursive: true, encoding: 'utf8' })
  for (const source of sources.filter((name) => name.endsWith('.sol'))) putCode(basename(source))
}

/** Puts the optimized code of a source file's contracts into the files that forge wrote for the tests. */
function putCode(source: string): void {
  const folder = join(escrowRoot, 'out', source)
  // Forge writes nothing for a source file that only declares types.
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const { bytecode, deployedBytecode } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const tested = join(escrowRoot, testEnvironment.FOUNDRY_OUT, source, name)
    writeFileSync(tested, JSON.stringify({ ...JSON.parse(readFileSync(tested, 'utf8')), bytecode, deployedBytecode }))
  }
}
