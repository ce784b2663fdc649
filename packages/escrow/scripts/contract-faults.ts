/** A fault of a contract: `from` occurs once in `contracts/<contract>.sol`, and `to` takes its place. */
export interface ContractFault {
  what: string
  contract: string
  from: string
  to: string
}

const inRules = (what: string, from: string, to: string): ContractFault => ({ what, contract: 'Rules', from, to })
const inSettlement = (what: string, from: string, to: string): ContractFault => ({
  ...{ what, contract: 'EscrowSettlement', from, to },
})

/** The proof of `contracts/Rules.sol` must fail with each of them. */
export const ruleFaults: readonly ContractFault[] = [
  inRules('no least window', 'cancelAfter >= time + MIN_WINDOW && ', ''),
  inRules('no longest window', ' && cancelAfter <= time + MAX_WINDOW', ''),
  inRules('a longest window of 31 days', '30 days', '31 days'),
  inRules('a claim at the deadline', 'time < cancelAfter', 'time <= cancelAfter'),
  inRules('anyone recovers at any time', 'sender == creator || !isClaimable', 'sender != creator || !isClaimable'),
  inRules('nobody but the creator recovers', ' || !isClaimable(time, cancelAfter)', ''),
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
  inRules('a settlement takes the last vault along', 'word + state * unit', 'word + state * unit + 1'),
]

/** The comparison of the registry with the model must fail with each of them. */
export const registryFaults: readonly ContractFault[] = [
  inSettlement(
    'a hop claim without a signature',
    '_requireConsent(terms.recipient, structHash, route.deadline, signature);',
    '(structHash, signature);',
  ),
  inSettlement(
    'the hub fallback pays the recipient of the hop',
    '_payClaim(terms, vault, terms.recipient, secret, terms.amount);\n        }',
    '_payClaim(terms, vault, route.hopRecipient, secret, terms.amount);\n        }',
  ),
  inSettlement(
    'a claim pays the creator',
    '_payClaim(terms, vault, terms.recipient, secret, terms.amount);\n        _unlock',
    '_payClaim(terms, vault, terms.creator, secret, terms.amount);\n        _unlock',
  ),
  inSettlement('a claim without the secret', 'if (_sha256(secret) != terms.commitmentHash) revert WrongSecret();', ''),
  inSettlement(
    'a claim after the deadline',
    'if (!Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert ClaimWindowClosed();',
    '',
  ),
  inSettlement('a plain claim of a hop vault', 'if (terms.hopBridge != address(0)) revert IsHopVault();', ''),
  inSettlement(
    'a claim redirected by the creator',
    '_requireConsent(terms.recipient, structHash, deadline, signature);\n        _settleClaim',
    '_requireConsent(terms.creator, structHash, deadline, signature);\n        _settleClaim',
  ),
  inSettlement(
    'a cancellation that a stranger redirects',
    '_requireConsent(terms.creator, structHash, deadline, signature);\n        _cancel',
    '(structHash, signature);\n        _cancel',
  ),
  inSettlement(
    'a cancellation at any time',
    'if (Rules.isClaimable(block.timestamp, terms.cancelAfter)) revert CancelTooEarly();',
    '',
  ),
  inSettlement(
    'a consent of the creator',
    '_requireConsent(terms.recipient, structHash, deadline, signature);\n        _cancel',
    '_requireConsent(terms.creator, structHash, deadline, signature);\n        _cancel',
  ),
  inSettlement('a sweep of an open vault', 'if (_stateOf(vault) == VaultState.Open) revert NotSettled();', ''),
  inSettlement(
    'a cancellation that pays the amount alone',
    '_pay(vault, terms.token, to, amount);\n        emit EscrowCancelled',
    '_pay(vault, terms.token, to, terms.amount);\n        emit EscrowCancelled',
  ),
  {
    what: 'a vault settles twice',
    contract: 'EscrowBase',
    from: 'if (Rules.stateIn(states, unit) != uint256(VaultState.Open)) revert AlreadySettled();',
    to: '',
  },
  { what: 'all vaults share a state', contract: 'EscrowBase', from: '(index & 127) << 1', to: '(index & 0) << 1' },
  {
    what: 'no creation window',
    contract: 'EscrowRegistry',
    from: 'if (!Rules.isWindow(block.timestamp, terms.cancelAfter)) revert InvalidCancelAfter();',
    to: '',
  },
  {
    what: 'a creation that is short',
    contract: 'EscrowRegistry',
    from: 'if (balance < terms.amount) revert Underfunded(balance, terms.amount);',
    to: '',
  },
  {
    what: 'a stranger spends an allowance',
    contract: 'EscrowRegistry',
    from: 'if (msg.sender != terms.creator) revert NotCreator();\n        vault = _createForPull(terms);',
    to: 'vault = _createForPull(terms);',
  },
  {
    what: 'a stranger recovers a prefund early',
    contract: 'EscrowRegistry',
    from: 'if (!Rules.mayRecover(msg.sender, terms.creator, block.timestamp, terms.cancelAfter)) revert NotCreator();',
    to: '',
  },
]

/** The source with the fault. @throws Error when its place is not there, or not once. */
export function withFault(source: string, { what, from, to }: Pick<ContractFault, 'what' | 'from' | 'to'>): string {
  if (source.split(from).length !== 2) throw new Error(`the source has no single place for "${what}"`)
  return source.replace(from, () => to)
}
