import type { Address, Client } from 'viem'
import { getCode } from 'viem/actions'

export const hasCode = async (client: Client, address: Address): Promise<boolean> =>
  ((await getCode(client, { address })) ?? '0x') !== '0x'
