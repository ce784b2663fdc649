// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {VaultState} from "./EscrowTypes.sol";
import {IEscrowRegistry} from "./IEscrowRegistry.sol";
import {Rules} from "./Rules.sol";
import {VaultCode} from "./VaultCode.sol";

/// @title What has become of each vault, and which of them is paying now
library VaultStates {
    /// @dev The first of the words that hold 128 states each. A settlement writes to a word that is in use: 5,000 gas instead
    ///      of 22,100.
    uint256 private constant WORDS = uint256(keccak256("tandem.escrow.states"));

    function stateOf(address vault) internal view returns (VaultState) {
        (, uint256 word, uint256 unit) = _read(vault);
        return VaultState(Rules.stateIn(word, unit));
    }

    /// @dev Marks an open vault as settled. It must come before anything is paid.
    function settle(address vault, VaultState state) internal {
        (uint256 slot, uint256 word, uint256 unit) = _read(vault);
        if (Rules.stateIn(word, unit) != uint256(VaultState.Open)) revert IEscrowRegistry.AlreadySettled();
        word = Rules.settled(word, unit, uint256(state));
        assembly ("memory-safe") {
            sstore(slot, word)
        }
    }

    /// @dev Refuses sweeps until `unlock`: what is paid by then is not a rest. The state refuses a second settlement.
    function lock(address vault) internal {
        assembly ("memory-safe") {
            tstore(vault, 1)
        }
    }

    function unlock(address vault) internal {
        assembly ("memory-safe") {
            tstore(vault, 0)
        }
    }

    function isLocked(address vault) internal view returns (bool answer) {
        assembly ("memory-safe") {
            answer := tload(vault)
        }
    }

    /// @dev The index has 40 bits, so the sum cannot reach the slot of another variable.
    function _read(address vault) private view returns (uint256 slot, uint256 word, uint256 unit) {
        uint256 index = VaultCode.indexOf(vault);
        if (index == 0) revert IEscrowRegistry.NotCreated(vault);
        (slot, unit) = Rules.placeOf(index);
        unchecked {
            slot += WORDS;
        }
        assembly ("memory-safe") {
            word := sload(slot)
        }
    }
}
