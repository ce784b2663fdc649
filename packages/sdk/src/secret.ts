import { bytesToHex, type Hex } from 'viem'

/** Never for two orders; never logged. */
export const newSecret = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))
