/** A fault of `proofs/SettlementModel.sol`: `from` occurs once, and `to` takes its place. */
export interface Fault {
  what: string
  from: string
  to: string
  breaks: string
}

/** Faults that contracts of this kind have had. */
export const faults: readonly Fault[] = [
  {
    what: 'a vault settles twice',
    from: 'require(state == State.Open);\n        state = into;',
    to: 'require(state != State.Missing);\n        state = into;',
    breaks: 'provesOneSettlement',
  },
  {
    what: 'a sweep takes what an open vault holds',
    from: 'require(state == State.Claimed || state == State.Cancelled);',
    to: 'require(state != State.Missing);',
    breaks: 'provesAnOpenVaultHoldsItsAmount',
  },
  {
    what: 'a cancellation a second too early',
    from: 'require(time >= CANCEL_AFTER);\n        settle',
    to: 'require(time + 1 >= CANCEL_AFTER);\n        settle',
    breaks: 'provesCancellationsNeedTimeOrConsent',
  },
  {
    what: 'a claim at the deadline',
    from: 'function claim(bool isSecret) external {\n        settle(State.Claimed);\n        require(time < CANCEL_AFTER);',
    to: 'function claim(bool isSecret) external {\n        settle(State.Claimed);\n        require(time <= CANCEL_AFTER);',
    breaks: 'provesClaimsNeedSecretAndTime',
  },
  {
    what: 'a creation that is short',
    from: 'require(held >= AMOUNT);\n        state = State.Open;',
    to: 'state = State.Open;',
    breaks: 'provesAnOpenVaultHoldsItsAmount',
  },
  {
    what: 'a claim without the secret',
    from: 'require(isSecret);\n        hadSecret = isSecret;\n        claimedAt = time;\n        payRecipient(AMOUNT);\n    }\n\n    /// @dev A bridge',
    to: 'hadSecret = isSecret;\n        claimedAt = time;\n        payRecipient(AMOUNT);\n    }\n\n    /// @dev A bridge',
    breaks: 'provesClaimsNeedSecretAndTime',
  },
  {
    what: 'the recovery of a prefund that was announced',
    from: 'require(state == State.Missing);\n        require(isCreator || held != 0);',
    to: 'require(isCreator || held != 0);',
    breaks: 'provesOneSettlement',
  },
  {
    what: 'a hop claim without a signature',
    from: 'require(isSigned);',
    to: '',
    breaks: 'provesHopsAreSigned',
  },
  {
    what: 'no creation window',
    from: 'require(CANCEL_AFTER >= time + 60 && CANCEL_AFTER <= time + 30 days);',
    to: '',
    breaks: 'provesTheWindow',
  },
  {
    what: 'a claim that pays the creator',
    from: 'hadSecret = isSecret;\n        claimedAt = time;\n        payRecipient(AMOUNT);\n    }\n\n    /// @dev A bridge',
    to: 'hadSecret = isSecret;\n        claimedAt = time;\n        payCreator(AMOUNT);\n    }\n\n    /// @dev A bridge',
    breaks: 'provesTheRecipientGetsTheAmountOrNothing',
  },
]
