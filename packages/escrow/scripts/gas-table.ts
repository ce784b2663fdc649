interface Row {
  row: GasRow
  label: string
  target?: number
}

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
  { row: 'createEscrow', label: '`createEscrow`, funded before', target: 85_500 },
  {
    row: 'createEscrowByCreator',
    label: '`createEscrowSigned`, sent by the creator',
    target: 120_000,
  },
  {
    row: 'createEscrowSigned',
    label: '`createEscrowSigned`, sent by a relayer',
    target: 127_000,
  },
  { row: 'createEscrowPermit', label: '`createEscrowPermit`, sent by the creator', target: 132_000 },
  {
    row: 'createEscrowPermitSigned',
    label: '`createEscrowPermit`, sent by a relayer',
    target: 138_500,
  },
  { row: 'createEscrowPermit2', label: '`createEscrowPermit2`, Permit2’s own code' },
  { row: 'createEscrowAuthorized', label: '`createEscrowAuthorized`, USDC’s own code behind its proxy' },
  {
    row: 'createEscrowNative',
    label: '`createEscrowNative`',
    target: 80_000,
  },
  { row: 'createEscrowBatch', label: '`createEscrowBatch` of 10, each' },
  { row: 'createEscrowSignedBatch', label: '`createEscrowSignedBatch` of 10, each' },
  {
    row: 'claim',
    label: '`claim`',
    target: 48_000,
  },
  {
    row: 'claimNative',
    label: '`claim`, native token',
    target: 48_000,
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
  },
  { row: 'cancelNative', label: '`cancel`, native token', target: 48_000 },
  { row: 'cancelWithConsent', label: '`cancelWithConsent` by signature' },
  { row: 'recoverPrefund', label: '`recoverPrefund`' },
]

const figure = (gas: number) => gas.toLocaleString('en-US')

export function gasTable(gas: Record<GasRow, number>): string {
  const lines = gasRows.map(({ row, label }) => [label, figure(gas[row])])
  return [['operation', 'gas'], ['---', '---:'], ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
