// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowVault} from "../contracts/EscrowVault.sol";
import {Rules} from "../contracts/Rules.sol";
import {VaultCode} from "../contracts/VaultCode.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Where a vault's state is stored: the index in the vault's code leads to two bits of a word that 128 vaults
///      share.
contract PlacesTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_index_isTheNumberOfTheVault() public {
        vm.assertEq(VaultCode.indexOf(address(_open(_terms()))), registry.vaultCount());
    }

    function test_place_firstAndLastOfAWord() public pure {
        (uint256 number, uint256 unit) = Rules.placeOf(128);
        vm.assertEq(number, 1);
        vm.assertEq(unit, 1);
        (number, unit) = Rules.placeOf(127);
        vm.assertEq(number, 0);
        vm.assertEq(unit, 1 << 254);
    }

    /// @dev Programs read these words directly from their storage slots.
    function test_place_theWordsFollowTheirName() public {
        // The count is stored after the domain's two strings.
        bytes32 countSlot = bytes32(uint256(2));
        vm.store(address(registry), countSlot, bytes32(uint256(299)));
        EscrowVault vault = _open(_terms());
        vm.assertEq(VaultCode.indexOf(address(vault)), 300);
        vault.claim(SECRET);
        bytes32 slot = bytes32(uint256(keccak256("tandem.escrow.states")) + 2);
        vm.assertEq(uint256(vm.load(address(registry), slot)), 1 << (2 * 44));
    }
}
