/** What the gas of the escrows is held against: our own targets, and what two peers' contracts take. */
interface Row {
  row: GasRow
  label: string
  /** The most that it may take. */
  target?: number
  /** The plain-chain contracts of an existing cross-chain swap service, measured the same way. */
  clones?: number
  /** An HTLC contract that keeps every swap in its storage, measured the same way. */
  storage?: number
}

export type GasRow =
  | 'prefundTransfer'
  | 'createEscrow'
  | 'createEscrowSigned'
  | 'createEscrowPermit'
  | 'createEscrowPermitSigned'
  | 'createEscrowNative'
  | 'createEscrowBatch'
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
  { row: 'prefundTransfer', label: 'ERC-20 transfer to the predicted vault', clones: 51_471 },
  { row: 'createEscrow', label: '`createEscrow`, funded before', target: 110_000, clones: 184_681 },
  { row: 'createEscrowSigned', label: '`createEscrowSigned`, sent by a relayer', target: 160_000, storage: 188_303 },
  { row: 'createEscrowPermit', label: '`createEscrowPermit`, sent by the creator', target: 160_000 },
  { row: 'createEscrowPermitSigned', label: '`createEscrowPermit`, sent by a relayer', target: 165_000 },
  { row: 'createEscrowNative', label: '`createEscrowNative`', target: 105_000, clones: 213_718 },
  { row: 'createEscrowBatch', label: '`createEscrowBatch` of 10, each' },
  { row: 'claim', label: '`claim`', target: 68_000, clones: 61_487, storage: 70_156 },
  { row: 'claimNative', label: '`claim`, native token', target: 67_000, clones: 59_281 },
  { row: 'claimTo', label: '`claimTo` by signature' },
  { row: 'claimBatch', label: '`claimBatch` of 10, each', target: 42_000 },
  { row: 'claimHop', label: '`claimHop` through a token home', target: 240_000 },
  { row: 'claimHopWithFee', label: '`claimHop` with a fee for the bridge’s relayer' },
  { row: 'hopSend', label: 'of which the token home’s `send`, called directly' },
  { row: 'cancel', label: '`cancel`', target: 67_500, storage: 66_642 },
  { row: 'cancelNative', label: '`cancel`, native token', target: 67_000 },
  { row: 'cancelWithConsent', label: '`cancelWithConsent` by signature' },
  { row: 'recoverPrefund', label: '`recoverPrefund`' },
]

const figure = (gas: number | undefined) => (gas === undefined ? '' : gas.toLocaleString('en-US'))

/** The figures as a table in Markdown. */
export function gasTable(gas: Record<GasRow, number>): string {
  const header = ['operation', 'gas', 'target', 'Oryn, main', 'Garden HTLC']
  const lines = gasRows.map(({ row, label, target, clones, storage }) =>
    [label, figure(gas[row]), figure(target), figure(clones), figure(storage)].join(' | '),
  )
  return [header.join(' | '), '--- | ---: | ---: | ---: | ---:', ...lines].map((line) => `| ${line} |`).join('\n')
}
