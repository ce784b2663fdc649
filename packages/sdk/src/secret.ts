import { bytesToHex, type Hex } from 'viem'

/** A new swap secret: 32 bytes of the platform's secure randomness. Never use one for two orders; never log it. */
export const newSecret = (): Hex => bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))
