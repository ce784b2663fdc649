// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowVault} from "../contracts/EscrowVault.sol";
import {Rules} from "../contracts/Rules.sol";
import {VaultCode} from "../contracts/VaultCode.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Where the state of a vault is kept: by the index in its code, in two bits of a word for 128 vaults.
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

    /// @dev Programs read the word by its slot.
    function test_place_theWordsFollowTheirName() public {
        // Behind the two texts of the domain.
        bytes32 countSlot = bytes32(uint256(2));
        vm.store(address(registry), countSlot, bytes32(uint256(299)));
        EscrowVault vault = _open(_terms());
        vm.assertEq(VaultCode.indexOf(address(vault)), 300);
        vault.claim(SECRET);
        bytes32 slot = bytes32(uint256(keccak256("tandem.escrow.states")) + 2);
        vm.assertEq(uint256(vm.load(address(registry), slot)), 1 << (2 * 44));
    }
}
