import { bytesToHex, type Hex } from 'viem'

/** 32 secure random bytes. Never for two orders; never logged. */
export const newSecret = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))
