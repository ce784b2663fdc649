// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// @title The rules that need nothing but numbers: times, payees, and the word that holds the states of 128 vaults
/// @notice The registry decides by them. `npm run test:proof` proves them in this file, by solc's SMTChecker.
library Rules {
    /// @dev The shortest and the longest time between creation and `cancelAfter`, in seconds.
    uint256 internal constant MIN_WINDOW = 60;
    uint256 internal constant MAX_WINDOW = 30 days;

    function isWindow(uint256 time, uint256 cancelAfter) internal pure returns (bool) {
        return cancelAfter >= time + MIN_WINDOW && cancelAfter <= time + MAX_WINDOW;
    }

    function isClaimable(uint256 time, uint256 cancelAfter) internal pure returns (bool) {
        return time < cancelAfter;
    }

    /// @dev A prefund that was never announced: its creator has it repaid at any time, to any payee; any other account to the
    ///      creator, once the prefund cannot become an escrow.
    function mayRecover(address sender, address creator, address to, uint256 time, uint256 cancelAfter)
        internal
        pure
        returns (bool)
    {
        return sender == creator || (to == creator && !isClaimable(time, cancelAfter));
    }

    function isPayee(address to, address vault) internal pure returns (bool) {
        return to != address(0) && to != vault;
    }

    function isFee(address feeToken, address token, uint256 fee, uint256 amount) internal pure returns (bool) {
        return feeToken == token && fee < amount;
    }

    function payout(uint256 balance, uint256 amount) internal pure returns (uint256) {
        return balance < amount ? balance : amount;
    }

    /// @dev Where the vault with this index has its two bits: the number of the word, and the place in it, a power of four.
    function placeOf(uint256 index) internal pure returns (uint256 number, uint256 unit) {
        unchecked {
            // The linter takes it for swapped arguments: a power of two is meant.
            // forge-lint: disable-next-line(incorrect-shift)
            return (index / 128, 1 << (2 * (index % 128)));
        }
    }

    function stateIn(uint256 word, uint256 unit) internal pure returns (uint256) {
        return (word / unit) % 4;
    }

    /// @dev The word once an open vault, whose bits are zero, has taken `state`.
    function settled(uint256 word, uint256 unit, uint256 state) internal pure returns (uint256) {
        unchecked {
            return word + state * unit;
        }
    }
}
