import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escrowRoot, forge } from './forge.ts'
import { standardJsonOf } from './standard-json.ts'

/** What became of a mutant. */
export type Fate = 'killed' | 'survived' | 'does not compile'

interface Workshop {
  /**
   * Runs the forge tests with one file changed.
   *
   * @param contract the file's name, without `.sol`.
   * @param source what it says now.
   */
  tryOut(contract: string, source: string): Fate
  /** Deletes the workshop's folder. */
  close(): void
}

interface Output {
  errors?: { severity: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }

const carrierOf = (contract: string): string =>
  contract === 'HopBridge' || contract.endsWith('Lens') ? contract : 'EscrowRegistry'

/**
 * The tests deploy by `vm.deployCode` (dynamic linking): a mutant needs one contract compiled, in a warm compiler, and
 * its creation code put into forge's artifact.
 */
export function openWorkshop(which: readonly string[] = everything): Workshop {
  const root = mkdtempSync(join(tmpdir(), 'tandem-mutants-'))
  const close = () => rmSync(root, { recursive: true, force: true })
  try {
    for (const name of ['contracts', 'forge-test', 'scripts', 'foundry.toml'])
      cpSync(join(escrowRoot, name), join(root, name), { recursive: true })
    symlinkSync(join(escrowRoot, 'node_modules'), join(root, 'node_modules'))
    mkdirSync(join(root, 'answers'))
    const first = runTests(root, which)
    if (!first.passed) throw new Error(`the tests fail before anything was changed:\n${first.output}`)
  } catch (error) {
    close()
    throw error
  }
  const tryOut = (contract: string, source: string): Fate => {
    const carrier = carrierOf(contract)
    const code = creationCodeOf(carrier, contract, source)
    if (code === undefined) return 'does not compile'
    const file = join(root, `out/${carrier}.sol/${carrier}.json`)
    const original = readFileSync(file, 'utf8')
    const artifact = JSON.parse(original) as { bytecode: { object: string } }
    artifact.bytecode.object = `0x${code}`
    writeFileSync(file, JSON.stringify(artifact))
    const { passed, output } = runTests(root, which)
    writeFileSync(file, original)
    if (/Compiling \d+ files/.test(output)) throw new Error('forge compiled again, and with that lost the mutant')
    return passed ? 'survived' : 'killed'
  }
  return { tryOut, close }
}

const everything = ['--fuzz-runs', '32', '--no-match-contract', 'Invariants']

function runTests(root: string, which: readonly string[]): { passed: boolean; output: string } {
  const args = ['test', ...which, '--fail-fast', '--dynamic-test-linking']
  // Without the optimizer the compiler takes a third of the time.
  const env = { FOUNDRY_OPTIMIZER: 'false', SOLC_ANSWERS: join(root, 'answers') }
  // A mutant may make a test run for ever, so each run has a time limit.
  const { status, stdout, stderr } = forge(args, { cwd: root, env, timeout: 300_000 })
  return { passed: status === 0, output: `${stdout}${stderr}` }
}

/** The creation code of the changed contract; `undefined` when it does not compile. */
function creationCodeOf(carrier: string, contract: string, source: string): string | undefined {
  const { language, sources, settings } = standardJsonOf(carrier)
  const input = {
    language,
    sources: { ...sources, [`contracts/${contract}.sol`]: { content: source } },
    settings: {
      ...settings,
      optimizer: { enabled: false },
      outputSelection: { [`contracts/${carrier}.sol`]: { [carrier]: ['evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output
  if (output.errors?.some(({ severity }) => severity === 'error')) return undefined
  const code = output.contracts?.[`contracts/${carrier}.sol`]?.[carrier]?.evm.bytecode.object
  if (code === undefined || code === '') throw new Error(`the compiler made no code of ${carrier}`)
  return code
}
