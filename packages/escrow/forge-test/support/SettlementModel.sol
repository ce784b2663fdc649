// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title The life of one vault as `EscrowRegistry` rules it, without assembly, tokens and signatures
/// @notice `ManyVaults` holds the registry against it. The token is honest, and time is a number that only grows.
///         Whether a secret is right or a party has signed is an input.
contract SettlementModel {
    enum State {
        Missing,
        Open,
        Claimed,
        Cancelled
    }

    uint256 private immutable AMOUNT;
    uint256 private immutable CANCEL_AFTER;

    State private state;
    uint256 private time;
    uint256 private held;

    constructor(uint128 amount, uint40 cancelAfter, uint40 start) {
        AMOUNT = amount;
        CANCEL_AFTER = cancelAfter;
        time = start;
    }

    function pass(uint40 seconds_) external {
        time += seconds_;
    }

    function fund(uint128 value) external {
        held += value;
    }

    function create() external {
        require(state == State.Missing);
        require(CANCEL_AFTER >= time + 60 && CANCEL_AFTER <= time + 30 days);
        require(held >= AMOUNT);
        state = State.Open;
    }

    /// @dev The same for `claim`, and for `claimTo` when the recipient calls it.
    function claim(bool isSecret) external {
        _claim(isSecret);
    }

    /// @dev Either the bridge takes the whole amount, or the recipient is paid on this chain.
    function claimHop(bool isSecret, bool isSigned) external {
        require(isSigned);
        _claim(isSecret);
    }

    function cancel() external {
        require(time >= CANCEL_AFTER);
        _cancel();
    }

    function cancelWithConsent(bool isSignedByRecipient) external {
        require(isSignedByRecipient);
        _cancel();
    }

    function recoverPrefund(bool isCreator) external {
        require(isCreator || time >= CANCEL_AFTER);
        require(state == State.Missing);
        require(isCreator || held != 0);
        state = State.Open;
        _cancel();
    }

    function sweep() external {
        require(state == State.Claimed || state == State.Cancelled);
        held = 0;
    }

    function look() external view returns (State, uint256) {
        return (state, held);
    }

    function _claim(bool isSecret) private {
        require(state == State.Open);
        require(time < CANCEL_AFTER);
        require(isSecret);
        require(held >= AMOUNT);
        state = State.Claimed;
        held -= AMOUNT;
    }

    function _cancel() private {
        require(state == State.Open);
        state = State.Cancelled;
        held = 0;
    }
}
