import type { Address } from 'viem'

/** Stands for a chain's own token. */
export const nativeToken: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
