import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'

/** Permit2's creation code, as Uniswap deployed it (MIT licence). */
const codeFile = new URL('../permit2/creation-code.hex', import.meta.url)

/**
 * Permit2's creation code and salt for the deterministic deployer. Other code gets another address, so code at
 * `address` is the real one.
 */
export const permit2 = {
  address: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  salt: '0x0000000000000000000000000000000000000000d3af2663da51c10215000000',
  initCode: () => readFileSync(codeFile, 'utf8').trim() as Hex,
} as const
