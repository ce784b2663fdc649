import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createClient, custom, hashTypedData, toHex, verifyTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Order } from '../client/types.ts'
import { hopClaimOf, signHop } from './hop.ts'

/** The test vector that docs/hops.md publishes. */
const vector = JSON.parse(readFileSync(new URL('../../../../docs/hop-payload.json', import.meta.url), 'utf8'))
const { domain, message } = vector.typed_data
const account = privateKeyToAccount(vector.private_key)
const signerOn = (chainId: number) =>
  createClient({ account, transport: custom({ request: async () => toHex(chainId) }) })

const chains = [{ chain: 'hub', chain_id: domain.chainId, registry_address: domain.verifyingContract }]
const order = (over: object = {}) =>
  ({
    destination_intent: {
      chain: 'hub',
      swap_id: message.vault,
      commitment_hash: message.commitmentHash,
      cancel_after: Number(message.deadline),
      hop_bridge_factory: message.hopBridge,
      hop_dest_blockchain_id: message.destBlockchainId,
      hop_recipient: message.hopRecipient,
      hop_fee_token: message.feeToken,
      hop_relayer_fee: message.relayerFee,
      ...over,
    },
  }) as Order

/** The value with each bigint as a decimal string, as in JSON. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === 'bigint' ? String(one) : one)))

describe('the hop payload', () => {
  it('is the one of docs/hop-payload.json: typed data, digest and signature', async () => {
    const data = hopClaimOf(order(), chains)
    const { EIP712Domain: _domain, ...types } = vector.typed_data.types
    expect(plain(data)).toEqual({ ...vector.typed_data, types })
    expect(hashTypedData(data)).toBe(vector.digest)
    expect(await signHop(order(), signerOn(domain.chainId), { chains })).toEqual(vector.hop)
    const { signature } = vector.hop
    expect(await verifyTypedData({ ...data, address: account.address, signature })).toBe(true)
  })

  it('is not signed by a wallet on another chain', async () => {
    await expect(signHop(order(), signerOn(1), { chains })).rejects.toMatchObject({
      code: 'WRONG_CHAIN',
      details: { wanted_chain: 'hub', wanted_chain_id: domain.chainId, given_chain_id: 1 },
    })
  })

  it.each(['swap_id', 'hop_recipient', 'hop_fee_token', 'hop_bridge_factory'])('commits to %s', (field) => {
    const other = hopClaimOf(order({ [field]: `0x${'12'.repeat(20)}` }), chains)
    expect(hashTypedData(other)).not.toBe(vector.digest)
  })

  it('cannot be made of a direct order, or for an unknown chain', () => {
    expect(() => hopClaimOf(order({ hop_dest_blockchain_id: null }), chains)).toThrow('not a hop')
    expect(() => hopClaimOf(order(), [])).toThrow('not a chain of the pinned network')
  })
})
