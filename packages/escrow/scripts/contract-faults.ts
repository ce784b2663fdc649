/** A fault of a contract: `from` occurs once in `contracts/<contract>.sol`, and `to` takes its place. */
export interface ContractFault {
  what: string
  contract: string
  from: string
  to: string
}

const inRules = (what: string, from: string, to: string): ContractFault => ({ what, contract: 'Rules', from, to })
const inRegistry = (what: string, from: string, to: string): ContractFault => ({
  ...{ what, contract: 'EscrowRegistry', from, to },
})

/** Faults with each of which the proof of `contracts/Rules.sol` must fail. */
export const ruleFaults: readonly ContractFault[] = [
  inRules('no least window', 'cancelAfter >= time + MIN_WINDOW && ', ''),
  inRules('no longest window', ' && cancelAfter <= time + MAX_WINDOW', ''),
  inRules('a longest window of 31 days', '30 days', '31 days'),
  inRules('a claim at the deadline', 'time < cancelAfter', 'time <= cancelAfter'),
  inRules('anyone recovers at any time', '(to == creator && !isClaimable(time, cancelAfter))', 'to == creator'),
  inRules('anyone recovers to any payee', 'to == creator && ', ''),
  inRules('nobody but the creator recovers', ' || (to == creator && !isClaimable(time, cancelAfter))', ''),
  inRules('the vault pays itself', ' && to != vault', ''),
  inRules('the fee is the amount', 'fee < amount', 'fee <= amount'),
  inRules('the fee is in another token', 'feeToken == token && ', ''),
  inRules(
    'the amount is paid out of less',
    'balance < amount ? balance : amount',
    'balance < amount ? amount : balance',
  ),
  inRules('a vault reads the bits of the next one as well', '(word / unit) % 4', '(word / unit) % 8'),
  inRules('a settlement reaches the next vault', 'word + state * unit', 'word + state * unit * 2'),
  inRules('all vaults share a place', '2 * (index % 128)', '2 * (index % 1)'),
  inRules('words overlap', 'index / 128', 'index / 64'),
  inRules('a settlement takes the last vault along', 'word + state * unit', 'word + state * unit + 1'),
]

/** Faults with each of which the comparison with the model must fail. */
export const registryFaults: readonly ContractFault[] = [
  inRegistry(
    'a hop claim without a signature',
    '_requireConsent(terms.recipient, Signatures.hopClaim(vault, terms, route), route.deadline, signature);',
    '(signature);',
  ),
  inRegistry(
    'the hub fallback pays the recipient of the hop',
    '_payClaim(terms, vault, terms.recipient, secret, terms.amount);\n        }',
    '_payClaim(terms, vault, route.hopRecipient, secret, terms.amount);\n        }',
  ),
  inRegistry(
    'a claim pays the creator',
    '_payClaim(terms, vault, terms.recipient, secret, terms.amount);\n    }',
    '_payClaim(terms, vault, terms.creator, secret, terms.amount);\n    }',
  ),
  inRegistry('a claim without the secret', 'if (_sha256(secret) != terms.commitmentHash) revert WrongSecret();', ''),
  inRegistry(
    'a claim after the deadline',
    'if (!Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert ClaimWindowClosed();',
    '',
  ),
  inRegistry('a plain claim of a hop vault', 'if (terms.hopBridge != address(0)) revert IsHopVault();', ''),
  inRegistry(
    'a claim redirected by the creator',
    '_requireConsent(terms.recipient, Signatures.claimTo',
    '_requireConsent(terms.creator, Signatures.claimTo',
  ),
  inRegistry(
    'a cancellation that a stranger redirects',
    '_requireConsent(terms.creator, Signatures.cancelTo(vault, to, deadline), deadline, signature);',
    '(deadline, signature);',
  ),
  inRegistry(
    'a cancellation at any time',
    'if (Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert CancelTooEarly();\n        _repay',
    '_repay',
  ),
  inRegistry(
    'a consent of the creator',
    '_requireConsent(terms.recipient, Signatures.consentCancel',
    '_requireConsent(terms.creator, Signatures.consentCancel',
  ),
  inRegistry('a sweep of an open vault', 'if (vault.stateOf() == VaultState.Open) revert NotSettled();', ''),
  inRegistry(
    'a sweep that a stranger redirects',
    'if (to != terms.creator) {\n            _requireConsent',
    'if (to == terms.creator) {\n            _requireConsent',
  ),
  inRegistry(
    'a cancellation that pays the amount alone',
    'amount = _balanceOf(terms.token, vault);\n        _pay',
    'amount = terms.amount;\n        _pay',
  ),
  {
    what: 'a vault settles twice',
    contract: 'VaultStates',
    from: 'if (Rules.stateIn(states, unit) != uint256(VaultState.Open)) revert IEscrowRegistry.AlreadySettled();',
    to: '',
  },
  { what: 'all vaults share a state', contract: 'VaultStates', from: 'Rules.placeOf(index)', to: 'Rules.placeOf(1)' },
  inRegistry(
    'no creation window',
    'if (!Rules.isWindow(block.timestamp, terms.cancelAfter)) revert InvalidCancelAfter();',
    '',
  ),
  inRegistry('a creation that is short', 'if (balance < terms.amount) revert Underfunded(balance, terms.amount);', ''),
  inRegistry(
    'a stranger spends an allowance',
    'if (msg.sender != terms.creator) {\n            _requireConsent',
    'if (msg.sender == terms.creator) {\n            _requireConsent',
  ),
  inRegistry(
    'a stranger recovers a prefund early',
    'if (!Rules.mayRecover(msg.sender, terms.creator, to, block.timestamp, terms.cancelAfter)) revert NotCreator();',
    '',
  ),
]

export function withFault(source: string, { what, from, to }: Pick<ContractFault, 'what' | 'from' | 'to'>): string {
  if (source.split(from).length !== 2) throw new Error(`the source has no single place for "${what}"`)
  return source.replace(from, () => to)
}
