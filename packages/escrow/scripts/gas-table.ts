/**
 * The figures that the gas of the escrows is compared with: our own targets, and peers' contracts. Peers' are constants, measured once
 * from their public sources beside an earlier build of ours: one anvil (Cancun), one token, solc 0.8.28, 1,000,000 runs,
 * OpenZeppelin 5.7.0; 1inch and TRAIN via-IR, their own setting. Contracts that hold all swaps held others' tokens before, as in use.
 */
interface Row {
  row: GasRow
  label: string
  /** The most that it may take. */
  target?: number
  peers?: Partial<Record<Peer, number>>
}

/** Their repositories on GitHub, and what was compared. */
export const peers = {
  oryn: { name: 'Oryn', source: 'oryn-finance/evm, main of 2026-03-27: a clone for each escrow' },
  garden: { name: 'Garden', source: 'code-423n4/2025-11-garden 933f545: one contract holds all swaps' },
  train: { name: 'TRAIN', source: 'its public EVM contract: one contract holds all swaps' },
  oneInch: {
    name: '1inch',
    source: '1inch/cross-chain-swap 60228e3, destination side: a clone for each escrow; no signature, no announcement',
  },
} as const
export type Peer = keyof typeof peers

export type GasRow =
  | 'prefundTransfer'
  | 'createEscrow'
  | 'createEscrowByCreator'
  | 'createEscrowSigned'
  | 'createEscrowPermit'
  | 'createEscrowPermitSigned'
  | 'createEscrowPermit2'
  | 'createEscrowAuthorized'
  | 'createEscrowNative'
  | 'createEscrowBatch'
  | 'createEscrowSignedBatch'
  | 'claim'
  | 'claimNative'
  | 'claimTo'
  | 'claimBatch'
  | 'claimHop'
  | 'claimHopWithFee'
  | 'hopSend'
  | 'cancel'
  | 'cancelNative'
  | 'cancelWithConsent'
  | 'recoverPrefund'

export const gasRows: readonly Row[] = [
  { row: 'prefundTransfer', label: 'ERC-20 transfer to the predicted vault' },
  { row: 'createEscrow', label: '`createEscrow`, funded before', target: 85_500, peers: { oryn: 184_381 } },
  {
    row: 'createEscrowByCreator',
    label: '`createEscrowSigned`, sent by the creator',
    target: 120_000,
    peers: { garden: 158_755, train: 192_545, oneInch: 102_578 },
  },
  {
    row: 'createEscrowSigned',
    label: '`createEscrowSigned`, sent by a relayer',
    target: 127_000,
    peers: { oryn: 221_259, garden: 167_978 },
  },
  { row: 'createEscrowPermit', label: '`createEscrowPermit`, sent by the creator', target: 132_000 },
  {
    row: 'createEscrowPermitSigned',
    label: '`createEscrowPermit`, sent by a relayer',
    target: 138_500,
    peers: { oryn: 230_286 },
  },
  { row: 'createEscrowPermit2', label: '`createEscrowPermit2`, Permit2’s own code' },
  { row: 'createEscrowAuthorized', label: '`createEscrowAuthorized`, USDC’s own code behind its proxy' },
  {
    row: 'createEscrowNative',
    label: '`createEscrowNative`',
    target: 80_000,
    peers: { oryn: 213_442, garden: 138_730, oneInch: 67_405 },
  },
  { row: 'createEscrowBatch', label: '`createEscrowBatch` of 10, each', peers: { oryn: 158_160 } },
  { row: 'createEscrowSignedBatch', label: '`createEscrowSignedBatch` of 10, each' },
  {
    row: 'claim',
    label: '`claim`',
    target: 48_000,
    peers: { oryn: 61_487, garden: 74_956, train: 63_770, oneInch: 39_780 },
  },
  {
    row: 'claimNative',
    label: '`claim`, native token',
    target: 48_000,
    peers: { oryn: 59_281, garden: 66_688, oneInch: 38_255 },
  },
  { row: 'claimTo', label: '`claimTo` by signature' },
  { row: 'claimBatch', label: '`claimBatch` of 10, each', target: 22_000 },
  { row: 'claimHop', label: '`claimHop` through a token home', target: 215_000 },
  { row: 'claimHopWithFee', label: '`claimHop` with a fee for the bridge’s relayer' },
  { row: 'hopSend', label: 'of which the token home’s `send`, called directly' },
  {
    row: 'cancel',
    label: '`cancel`',
    target: 48_200,
    peers: { oryn: 62_521, garden: 71_442, train: 52_884, oneInch: 38_777 },
  },
  { row: 'cancelNative', label: '`cancel`, native token', target: 48_000 },
  { row: 'cancelWithConsent', label: '`cancelWithConsent` by signature', peers: { garden: 77_941 } },
  { row: 'recoverPrefund', label: '`recoverPrefund`' },
]

const figure = (gas: number | undefined) => (gas === undefined ? '' : gas.toLocaleString('en-US'))

/** A peer's gas, and ours divided by it. */
const beside = (ours: number, theirs: number | undefined) =>
  theirs === undefined ? '' : `${figure(theirs)} (${(ours / theirs).toFixed(2)})`

/** The figures as a table in Markdown; in brackets ours divided by theirs. */
export function gasTable(gas: Record<GasRow, number>): string {
  const names = Object.keys(peers) as Peer[]
  const header = ['operation', 'gas', 'target', ...names.map((peer) => peers[peer].name)]
  const lines = gasRows.map(({ row, label, target, peers: theirs }) =>
    [label, figure(gas[row]), figure(target), ...names.map((peer) => beside(gas[row], theirs?.[peer]))].join(' | '),
  )
  const rule = ['---', ...header.slice(1).map(() => '---:')].join(' | ')
  return [header.join(' | '), rule, ...lines].map((line) => `| ${line} |`).join('\n')
}
