import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import type { Hex } from 'viem'

const escrowFolder = new URL('../../packages/escrow', import.meta.url).pathname
const importPattern = /^import\s[^"]*"([^"]+)";/gm

/**
 * Compiles a contract of the Solidity tests, such as a token that behaves like USDT.
 * @param path within `packages/escrow`.
 * @returns its creation code, for a constructor without arguments.
 */
export function compiledContract(path: string, name: string): Hex {
  const sources: Record<string, { content: string }> = {}
  const collect = (file: string): void => {
    if (sources[file] !== undefined) return
    const folder = file.startsWith('@') ? join(escrowFolder, 'node_modules') : escrowFolder
    const content = readFileSync(join(folder, file), 'utf8')
    sources[file] = { content }
    for (const [, imported = ''] of content.matchAll(importPattern))
      collect(imported.startsWith('.') ? normalize(join(dirname(file), imported)) : imported)
  }
  collect(path)
  const solc = createRequire(join(escrowFolder, 'package.json'))('solc') as { compile(input: string): string }
  const settings = { evmVersion: 'cancun', outputSelection: { [path]: { [name]: ['evm.bytecode.object'] } } }
  const answer = JSON.parse(solc.compile(JSON.stringify({ language: 'Solidity', sources, settings }))) as {
    contracts?: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
    errors?: readonly { formattedMessage: string }[]
  }
  const made = answer.contracts?.[path]?.[name]
  if (made === undefined) throw new Error(answer.errors?.[0]?.formattedMessage ?? `${path} has no ${name}`)
  return `0x${made.evm.bytecode.object}`
}
