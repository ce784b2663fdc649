// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title The life of one vault as `EscrowRegistry` rules it, without assembly, tokens and signatures
/// @notice solc's SMTChecker proves the assertions for any number of calls, in any order, by anybody, at any time. Whoever
///         is paid, `claimed` and `repaid` count it; time is a number that only grows; the token is honest. Signatures and
///         identities are inputs: an attacker may choose all of them, and the rules say which combinations count.
contract SettlementModel {
    enum State {
        Missing,
        Open,
        Claimed,
        Cancelled
    }

    uint256 private constant NEVER = type(uint256).max;

    uint256 private immutable AMOUNT;
    uint256 private immutable CANCEL_AFTER;

    State private state;
    uint256 private time;
    uint256 private held;
    uint256 private paidIn;
    uint256 private claimed;
    uint256 private repaid;
    uint256 private settlements;
    uint256 private claimedAt = NEVER;
    uint256 private cancelledAt = NEVER;
    uint256 private createdAt = NEVER;
    bool private hadSecret;
    bool private wasUnsigned;
    bool private hadConsent;

    constructor(uint128 amount, uint40 cancelAfter, uint40 start) {
        require(amount != 0);
        AMOUNT = amount;
        CANCEL_AFTER = cancelAfter;
        time = start;
    }

    function pass(uint40 seconds_) external {
        time += seconds_;
    }

    function fund(uint128 value) external {
        held += value;
        paidIn += value;
    }

    function create() external {
        require(state == State.Missing);
        require(CANCEL_AFTER >= time + 60 && CANCEL_AFTER <= time + 30 days);
        require(held >= AMOUNT);
        state = State.Open;
        createdAt = time;
    }

    /// @dev `claim`, and `claimTo` by the recipient.
    function claim(bool isSecret) external {
        settle(State.Claimed);
        require(time < CANCEL_AFTER);
        require(isSecret);
        hadSecret = isSecret;
        claimedAt = time;
        payRecipient(AMOUNT);
    }

    /// @dev A bridge takes the amount whole, or the recipient is paid here.
    function claimHop(bool isSecret, bool isSigned) external {
        require(isSigned);
        wasUnsigned = !isSigned;
        settle(State.Claimed);
        require(time < CANCEL_AFTER);
        require(isSecret);
        hadSecret = isSecret;
        claimedAt = time;
        payRecipient(AMOUNT);
    }

    function cancel() external {
        require(time >= CANCEL_AFTER);
        settle(State.Cancelled);
        cancelledAt = time;
        payCreator(held);
    }

    function cancelWithConsent(bool isSignedByRecipient) external {
        require(isSignedByRecipient);
        settle(State.Cancelled);
        hadConsent = isSignedByRecipient;
        cancelledAt = time;
        payCreator(held);
    }

    function recoverPrefund(bool isCreator) external {
        require(isCreator || time >= CANCEL_AFTER);
        require(state == State.Missing);
        require(isCreator || held != 0);
        state = State.Open;
        settle(State.Cancelled);
        hadConsent = isCreator;
        cancelledAt = time;
        payCreator(held);
    }

    function sweep() external {
        require(state == State.Claimed || state == State.Cancelled);
        payCreator(held);
    }

    function settle(State into) private {
        require(state == State.Open);
        state = into;
        ++settlements;
    }

    function payRecipient(uint256 value) private {
        require(held >= value);
        held -= value;
        claimed += value;
    }

    function payCreator(uint256 value) private {
        require(held >= value);
        held -= value;
        repaid += value;
    }

    /// @dev By which the forge tests hold the registry against the model.
    function look() external view returns (State, uint256, uint256, uint256) {
        return (state, held, claimed, repaid);
    }

    // The invariants after any calls.

    function provesOneSettlement() external view {
        assert(settlements <= 1);
    }

    function provesNothingIsLostOrMade() external view {
        assert(paidIn == held + claimed + repaid);
    }

    function provesAnOpenVaultHoldsItsAmount() external view {
        assert(state != State.Open || held >= AMOUNT);
    }

    function provesTheRecipientGetsTheAmountOrNothing() external view {
        assert(state == State.Claimed || claimed == 0);
        assert(state != State.Claimed || claimed == AMOUNT);
    }

    function provesClaimsNeedSecretAndTime() external view {
        assert(claimedAt == NEVER || (hadSecret && claimedAt < CANCEL_AFTER));
    }

    function provesHopsAreSigned() external view {
        assert(!wasUnsigned);
    }

    function provesTheWindow() external view {
        assert(createdAt == NEVER || (CANCEL_AFTER >= createdAt + 60 && CANCEL_AFTER <= createdAt + 30 days));
    }

    function provesCancellationsNeedTimeOrConsent() external view {
        assert(cancelledAt == NEVER || hadConsent || cancelledAt >= CANCEL_AFTER);
    }

    function provesTheCreatorWaits() external view {
        assert(state != State.Open || repaid == 0);
        assert(state != State.Missing || claimed + repaid == 0);
    }

    function provesNeverBothSides() external view {
        assert(claimedAt == NEVER || state == State.Claimed);
        assert(cancelledAt == NEVER || state == State.Cancelled);
    }
}
