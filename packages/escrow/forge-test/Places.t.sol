// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Rules} from "../contracts/Rules.sol";
import {VaultCode} from "../contracts/VaultCode.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

/// @dev Where the state of a vault is kept: by the index in its code, in two bits of a word for 128 vaults.
contract PlacesTest is EscrowTest {
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
}
