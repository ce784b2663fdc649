import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Address, concat, createTestClient, type Hex, http, isHex, parseAbi } from 'viem'

const require = createRequire(import.meta.url)

/**
 * The precompile that answers what only the validators of an Avalanche chain know. ICTT asks it for
 * the blockchain id.
 */
const warpPrecompile: Address = '0x0200000000000000000000000000000000000005'

export const realAbi = {
  teleporterRegistry: parseAbi(['constructor((uint256 version, address protocolAddress)[] initialEntries)']),
  tokenHome: parseAbi([
    'constructor(address teleporterRegistry, address teleporterManager, uint256 minTeleporterVersion, address token, uint8 tokenDecimals)',
  ]),
  tokenRemote: parseAbi([
    'struct TokenRemoteSettings { address teleporterRegistry; address teleporterManager; uint256 minTeleporterVersion; bytes32 tokenHomeBlockchainID; address tokenHome; uint8 tokenHomeDecimals; }',
    'constructor(TokenRemoteSettings settings, string name, string symbol, uint8 decimals)',
  ]),
}

/** Creation code of Avalanche's own contracts: the package has it in its sources, and does not export it. */
export function realBytecode(contract: keyof typeof realAbi): Hex {
  const root = dirname(require.resolve('@avalanche-sdk/client/package.json'))
  const source = readFileSync(join(root, `src/methods/wallet/abis/${contract}.ts`), 'utf8')
  const [, code] = new RegExp(`${contract}Bytecode\\s*=\\s*["'](0x[0-9a-f]+)["']`).exec(source) ?? []
  if (!isHex(code)) throw new Error(`no creation code of ${contract} in ${root}`)
  return code
}

/** Puts a contract in the place of the precompile. It answers every call with the blockchain id. */
export async function installWarpStub(rpcUrl: string, blockchainId: Hex): Promise<void> {
  const anvil = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
  const push32 = '0x7f'
  const storeAndReturn = '0x5f5260205ff3'
  await anvil.setCode({ address: warpPrecompile, bytecode: concat([push32, blockchainId, storeAndReturn]) })
}
