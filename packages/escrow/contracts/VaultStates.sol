// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {StorageSlot} from "@openzeppelin/contracts/utils/StorageSlot.sol";
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
        (StorageSlot.Uint256Slot storage word, uint256 unit) = _placeOf(vault);
        return VaultState(Rules.stateIn(word.value, unit));
    }

    /// @dev Marks an open vault as settled. It must come before anything is paid.
    function settle(address vault, VaultState state) internal {
        (StorageSlot.Uint256Slot storage word, uint256 unit) = _placeOf(vault);
        uint256 states = word.value;
        if (Rules.stateIn(states, unit) != uint256(VaultState.Open)) revert IEscrowRegistry.AlreadySettled();
        word.value = Rules.settled(states, unit, uint256(state));
    }

    /// @dev Refuses sweeps while the vault pays: what it pays is not a rest. The state refuses a second settlement.
    function setLock(address vault, bool isOn) internal {
        assembly ("memory-safe") {
            tstore(vault, isOn)
        }
    }

    function isLocked(address vault) internal view returns (bool answer) {
        assembly ("memory-safe") {
            answer := tload(vault)
        }
    }

    /// @dev The index has 40 bits, so the sum cannot reach the slot of another variable.
    function _placeOf(address vault) private view returns (StorageSlot.Uint256Slot storage word, uint256 unit) {
        uint256 index = VaultCode.indexOf(vault);
        if (index == 0) revert IEscrowRegistry.NotCreated(vault);
        uint256 number;
        (number, unit) = Rules.placeOf(index);
        unchecked {
            word = StorageSlot.getUint256Slot(bytes32(WORDS + number));
        }
    }
}
