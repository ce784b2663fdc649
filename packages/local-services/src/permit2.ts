import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const folder = dirname(createRequire(import.meta.url).resolve('hardhat-predeploy/package.json'))

/**
 * Permit2's creation code and salt for the deterministic deployer. Other code gets another address, so code at
 * `address` is the real one.
 */
export const permit2 = {
  address,
  salt: '0x0000000000000000000000000000000000000000d3af2663da51c10215000000',
  initCode: (): `0x${string}` => `0x${readFileSync(join(folder, `bin/${address}.bytecode`)).toString('hex')}`,
} as const
