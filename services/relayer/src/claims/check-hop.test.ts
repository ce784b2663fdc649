import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type HopPayload, hopPayloadSchema, type IntentWire, type Network } from '@tandem/contracts'
import { type Address, type Hex, type TypedDataDefinition, verifyTypedData, zeroAddress } from 'viem'
import type { Escrow } from '../vaults/domain/escrow.ts'
import type { RelayChain } from '../work/ports.ts'
import { checkClaim } from './check-claim.ts'
import { checkHop } from './check-hop.ts'

/** The test vector of the documentation, which a test of the SDK signs. */
const vector = JSON.parse(readFileSync(new URL('../../../../docs/hop-payload.json', import.meta.url), 'utf8'))
const { domain, message } = vector.typed_data
const wire = hopPayloadSchema.parse(vector.hop)
const payload: HopPayload = {
  bridgeFactory: wire.bridge_factory as Address,
  destBlockchainId: wire.dest_blockchain_id as Hex,
  recipient: wire.recipient as Address,
  feeToken: wire.fee_token as Address,
  relayerFee: BigInt(wire.relayer_fee),
  dispatchGas: wire.dispatch_gas,
  deadline: wire.deadline,
  signature: wire.signature as Hex,
}

const intent = {
  l1_hop: true,
  hop_bridge_factory: message.hopBridge,
  hop_dest_blockchain_id: message.destBlockchainId,
  hop_recipient: message.hopRecipient,
  hop_fee_token: message.feeToken,
  hop_relayer_fee: message.relayerFee,
  final_chain: 'final',
} as IntentWire
const escrow: Escrow = {
  chain: 'hub',
  vault: message.vault,
  terms: {
    token: message.feeToken,
    creator: zeroAddress,
    recipient: message.hopRecipient,
    hopBridge: message.hopBridge,
    amount: 25_000_000n,
    cancelAfter: payload.deadline,
    commitmentHash: message.commitmentHash,
  },
}
const network = {
  chains: [
    { chain: 'hub', chain_id: domain.chainId, registry_address: domain.verifyingContract, fitted_windows: null },
    { chain: 'source', fitted_windows: null },
  ],
  min_margin_secs: 21_600,
} as unknown as Network

/** The relayer's decision on a payload right before the reveal, with both vaults open and all the money in them. */
function decide(hop: HopPayload, { nowSecs = payload.deadline - 3_600, isOpen = true } = {}) {
  const view = { state: 'open', hasTerms: true, balance: escrow.terms.amount } as const
  const vault = { latest: view, atDepth: view, headNumber: 9n, chainTime: nowSecs }
  const chain = {
    claimSafetySecs: 600,
    readVault: async () => ({ kind: 'single', value: vault }),
    canPay: async () => true,
    isSignedBy: (address: Address, typedData: unknown, signature: Hex) =>
      verifyTypedData({ ...(typedData as TypedDataDefinition), address, signature }),
    isHopRouteOpen: async () => isOpen,
  } as unknown as RelayChain
  const source = { ...escrow, chain: 'source', terms: { ...escrow.terms, cancelAfter: payload.deadline + 90_000 } }
  const chains = new Map([
    ['hub', chain],
    ['source', chain],
  ])
  return checkClaim(
    { kind: 'claim', source, destination: escrow, hop: checkHop(intent, hop, 400_000n) },
    { chains, network, now: () => nowSecs * 1_000 },
  )
}

describe('a hop payload', () => {
  it('as docs/hop-payload.json has it is taken, and its signature holds', async () => {
    const {
      destBlockchainId,
      recipient: hopRecipient,
      feeToken,
      relayerFee,
      dispatchGas,
      deadline,
      signature,
    } = payload
    const route = { destBlockchainId, hopRecipient, feeToken, relayerFee, dispatchGas, deadline }
    expect(checkHop(intent, payload, 400_000n)).toEqual({ route, signature })
    expect(await decide(payload)).toEqual({ type: 'safe' })
  })

  it('is not taken on a direct order, and wanted on a hop', () => {
    const direct = { ...intent, l1_hop: false }
    expect(checkHop(direct, null, 0n)).toBeNull()
    expect(() => checkHop(direct, payload, 0n)).toThrow(expect.objectContaining({ code: 'HOP_NOT_EXPECTED' }))
    expect(() => checkHop(intent, null, 0n)).toThrow(expect.objectContaining({ code: 'HOP_REQUIRED' }))
  })

  it.each<[string, Partial<HopPayload>]>([
    ['bridge_factory', { bridgeFactory: zeroAddress }],
    ['dest_blockchain_id', { destBlockchainId: `0x${'ee'.repeat(32)}` }],
    ['recipient', { recipient: zeroAddress }],
    ['fee_token', { feeToken: zeroAddress }],
    ['relayer_fee', { relayerFee: 50_001n }],
    ['dispatch_gas', { dispatchGas: 400_001 }],
  ])('with another %s than the order has is refused', (field, over) => {
    expect(() => checkHop(intent, { ...payload, ...over }, 400_000n)).toThrow(
      expect.objectContaining({ code: 'HOP_MISMATCH', details: expect.objectContaining({ field }) }),
    )
  })

  it('with a signature over something else is refused', async () => {
    const later = { ...payload, deadline: payload.deadline + 1 }
    expect(await decide(later)).toMatchObject({ type: 'refuse', code: 'SIGNATURE_INVALID' })
  })

  it('reveals nothing over a route that is closed', async () => {
    expect(await decide(payload, { isOpen: false })).toMatchObject({ type: 'refuse', code: 'HOP_ROUTE_CLOSED' })
  })
})
