import type { Address } from 'viem'

/** Stands for a chain's own token where a token address is expected. */
export const nativeToken: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
