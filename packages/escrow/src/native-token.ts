import type { Address } from 'viem'

/** The address that stands for a chain's own token. */
export const nativeToken: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
