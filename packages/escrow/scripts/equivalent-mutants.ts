/** A mutant that no test can kill, because it does what the contract does. */
export interface Equivalent {
  contract: string
  /** As `npm run test:mutation` prints it. */
  what: string
  why: string
}

export const equivalentMutants: readonly Equivalent[] = [
  {
    contract: 'EscrowBase',
    what: '> as >=: return signer.code.length > 0 && SignatureChecker.isValidERC1271SignatureNow(signer, digest, signature);',
    why: 'An account without code answers nothing, and the checker wants 32 bytes: the look at the code saves its call.',
  },
  {
    contract: 'EscrowBase',
    what: '+ as -: return (STATES + (index >> 7), (index & 127) << 1);',
    why: 'The words of states go down from the hash instead of up: as far from every other variable, and each index has its own.',
  },
  {
    contract: 'EscrowSettlement',
    what: '< as <=: if (gasleft() < gasBefore / 4) revert HopNeedsGas();',
    why: 'It differs when exactly a quarter of the gas is left, to the unit; both are right then.',
  },
  {
    contract: 'EscrowSettlement',
    what: '< as <=: return balance < terms.amount ? balance : terms.amount;',
    why: 'Where both are the same, it does not matter which is taken.',
  },
]
