/** Runs solc's SMTChecker with Debian's z3. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

interface Diagnostic {
  errorCode?: string
  severity: string
  formattedMessage: string
}

const solc = createRequire(import.meta.url)('solc')

/** The codes of the bounded model checker's diagnostics, by what became of an assertion. */
const codes = { proved: '2961', fails: ['4661'], unsure: ['7812', '2788', '1823', '8065'] }

export interface ProofResult {
  proved: number
  fails: number
  open: string[]
}

/**
 * Proves the assertions of one contract.
 *
 * @throws Error when the sources do not compile.
 */
export function checkAssertions(
  sources: Readonly<Record<string, string>>,
  target: readonly [string, string],
): ProofResult {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      outputSelection: { '*': { '*': ['abi'] } },
      modelChecker: {
        engine: 'bmc',
        targets: ['assert'],
        contracts: { [target[0]]: [target[1]] },
        solvers: ['smtlib2'],
        showProvedSafe: true,
        showUnproved: true,
      },
    },
  }
  const z3Args = ['-in', '-smt2', '-T:300', 'rewriter.pull_cheap_ite=true']
  const smtSolver = (query: string) => {
    const { stdout, error } = spawnSync('z3', z3Args, { input: query, encoding: 'utf8', maxBuffer: 1 << 28 })
    return error === undefined ? { contents: stdout } : { error: String(error) }
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { smtSolver })) as { errors?: Diagnostic[] }
  const found = output.errors ?? []
  const broken = found.filter(({ severity }) => severity === 'error')
  if (broken.length > 0) throw new Error(broken.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const withCodes = (wanted: readonly string[]) => found.filter(({ errorCode = '' }) => wanted.includes(errorCode))
  const fails = withCodes(codes.fails)
  return {
    proved: withCodes([codes.proved]).length,
    fails: fails.length,
    open: [...fails, ...withCodes(codes.unsure)].map(({ formattedMessage }) => formattedMessage),
  }
}
