import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { escrowRoot } from './forge.ts'

/** The input of `solc --standard-json`, as block explorers take it to verify a contract. */
export interface StandardJson {
  language: 'Solidity'
  sources: Record<string, { content: string }>
  settings: {
    optimizer: { enabled: boolean; runs: number }
    evmVersion: string
    metadata: { bytecodeHash: 'none'; appendCBOR: false }
    outputSelection: Record<string, Record<string, string[]>>
  }
}

const importPattern = /^import\s[^"]*"([^"]+)";/gm

/**
 * Repeats what `foundry.toml` sets. `test/verification.test.ts` compares the outcome with the
 * build.
 */
export function standardJsonOf(contract: string): StandardJson {
  const sources: StandardJson['sources'] = {}
  const collect = (path: string): void => {
    if (sources[path] !== undefined) return
    const file = path.startsWith('@') ? join(escrowRoot, 'node_modules', path) : join(escrowRoot, path)
    const content = readFileSync(file, 'utf8')
    sources[path] = { content }
    for (const [, imported = ''] of content.matchAll(importPattern))
      collect(imported.startsWith('.') ? normalize(join(dirname(path), imported)) : imported)
  }
  collect(`contracts/${contract}.sol`)
  return {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: { enabled: true, runs: 1_000_000 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  }
}
