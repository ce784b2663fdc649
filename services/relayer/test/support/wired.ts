/** The relayer's chains as production composes them, on endpoints in memory, and work for them. */
import { type EscrowTerms, hashSecret, predictVault } from '@tandem/escrow'
import { type Keyring, makeKeyring } from '@tandem/signers'
import { type Address, type Hex, zeroAddress } from 'viem'
import { endpointsOf } from '../../src/chain/compose-chains.ts'
import { relayChainOn } from '../../src/chain/compose-relay-chain.ts'
import type { Config } from '../../src/config.ts'
import { signersOf } from '../../src/signers/signers-of.ts'
import type { Escrow } from '../../src/vaults/domain/escrow.ts'
import type { ClaimWork, FillTime, InitiationWork, Work, WorkRequest } from '../../src/work/domain/work.ts'
import type { RelayChain } from '../../src/work/ports.ts'
import { registries } from './prime-config.ts'
import { type NodeState, type ScriptedNode, scriptedNode } from './scripted-node.ts'

export type Side = 'left' | 'right'

/** Unix seconds at which the tests begin. */
export const nowSecs = 1_900_000_000
export const secret: Hex = `0x${'5e'.repeat(32)}`
const amount = 1_000n
const party = (digit: string): Address => `0x${digit.repeat(40)}`

/** An escrow that can be cancelled `lifeSecs` seconds after the tests begin. */
export function escrowOn(chain: Side, lifeSecs: number, valueUsd: number | undefined = 1): Escrow {
  const terms: EscrowTerms = {
    token: party('4'),
    creator: party('5'),
    recipient: party('6'),
    hopBridge: zeroAddress,
    amount,
    cancelAfter: nowSecs + lifeSecs,
    commitmentHash: hashSecret(secret),
  }
  const chainId = { left: 911, right: 919 }[chain]
  return { chain, vault: predictVault({ registry: registries[chain], chainId, terms }), terms, valueUsd }
}

export interface Wired {
  chains: Map<string, RelayChain>
  nodes: Record<Side, readonly [ScriptedNode, ScriptedNode, ScriptedNode]>
  privateNode: ScriptedNode
  keyrings: Record<Side, Keyring>
}

const heads = { left: 5_003n, right: 7_001n }

/**
 * Composes the chains over nodes in memory. Every node shows the escrow of its chain open with all of its money, unless `over`
 * says otherwise.
 */
export async function wire(
  config: Config,
  escrows: Record<Side, Escrow>,
  over: Partial<Record<Side, Partial<NodeState>>> = {},
): Promise<Wired> {
  const stateOf = (side: Side): NodeState => ({
    chainId: { left: 911, right: 919 }[side],
    head: heads[side],
    time: nowSecs,
    seed: '0xaa',
    vault: escrows[side].vault,
    vaultAt: () => ({ state: 'open', balance: amount }),
    nonceAt: () => 0n,
    minedIn: () => undefined,
    balance: 10n ** 21n,
    baseFee: 2n,
    registryCode: '0x01',
    ...over[side],
  })
  const nodeOf = (side: Side, name: string) => scriptedNode(`${side} ${name}`, stateOf(side), registries[side])
  const nodesOf = (side: Side) => [nodeOf(side, 'a'), nodeOf(side, 'b'), nodeOf(side, 'c')] as const
  const nodes = { left: nodesOf('left'), right: nodesOf('right') }
  const privateNode = nodeOf('right', 'private')
  const keyrings = {
    left: makeKeyring('left', signersOf(config, 'left')),
    right: makeKeyring('right', signersOf(config, 'right')),
  }
  await Promise.all(Object.values(keyrings).map((keyring) => keyring.open()))
  const chainOn = (side: Side): RelayChain => {
    const chain = config.network.chains.find((one) => one.chain === side)
    if (chain === undefined) throw new Error(`${side} is not in the network file`)
    const { gasLimits, fees, confidential } = endpointsOf(config, side)
    const endpoints = nodes[side].map(({ endpoint }) => endpoint)
    const privateEndpoint = confidential && privateNode.endpoint
    const parts = { endpoints, privateEndpoint, privateForMs: confidential?.forMs, gasLimits, fees }
    return relayChainOn(chain, parts, keyrings[side], {})
  }
  const chains = new Map([
    ['left', chainOn('left')],
    ['right', chainOn('right')],
  ])
  return { chains, nodes, privateNode, keyrings }
}

export const claimWork = (escrows: Record<Side, Escrow>): ClaimWork => ({
  kind: 'claim',
  source: escrows.left,
  destination: escrows.right,
  hop: null,
})

export const initiationWork = (
  source: Escrow,
  destination: FillTime | undefined,
  how: InitiationWork['how'] = { type: 'signed', deadline: nowSecs + 9_999, creatorSignature: '0x' },
): InitiationWork => ({ kind: 'initiation', source, destination, how })

let requests = 0
/** A request as the store leases it, for an hour. */
export function requestOf(work: Work, over: Partial<WorkRequest> = {}): WorkRequest {
  requests += 1
  const { chain } = 'escrow' in work ? work.escrow : work.kind === 'claim' ? work.destination : work.source
  return {
    id: `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`,
    orderId: `00000000-0000-4000-9000-${String(requests).padStart(12, '0')}`,
    chain,
    work,
    commitmentHash: hashSecret(secret),
    state: 'accepted',
    version: 1,
    firstBroadcastAt: null,
    txHash: null,
    minedBlock: null,
    minedBlockHash: null,
    errorCode: null,
    reverts: 0,
    createdAt: new Date(nowSecs * 1_000),
    updatedAt: new Date(nowSecs * 1_000),
    leasedUntil: new Date((nowSecs + 3_600) * 1_000),
    ...over,
  }
}
