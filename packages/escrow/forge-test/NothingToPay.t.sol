// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {RefusingToken} from "./support/Tokens.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev When nothing is to be paid, the token is not called. So a token that is paused, refuses transfers of zero or
///      has lost its code cannot stop anybody from voiding a signature or ending a vault.
contract NothingToPayTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_recoverPrefund_voidsASignatureOverATokenThatRefusesZero() public {
        EscrowTerms memory terms = _termsIn(address(new RefusingToken()));
        _voidsTheSignature(terms);
    }

    function test_recoverPrefund_voidsASignatureOverAPausedToken() public {
        RefusingToken paused = new RefusingToken();
        EscrowTerms memory terms = _termsIn(address(paused));
        paused.setPaused(true);
        _voidsTheSignature(terms);
    }

    function test_recoverPrefund_voidsASignatureOverATokenWithoutCode() public {
        EscrowTerms memory terms = _termsIn(address(new RefusingToken()));
        vm.etch(terms.token, "");
        _voidsTheSignature(terms);
    }

    function test_recoverPrefund_ofNothingByAStranger() public {
        EscrowTerms memory terms = _termsIn(address(new RefusingToken()));
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.NothingToPay.selector);
        registry.recoverPrefund(terms, CREATOR);
    }

    function test_cancel_endsAVaultThatCameToHoldNothing() public {
        RefusingToken refusing = new RefusingToken();
        EscrowTerms memory terms = _termsIn(address(refusing));
        EscrowVault vault = _open(terms);
        refusing.confiscate(address(vault));
        vm.warp(NOW + HOUR);
        vault.cancel();
        vm.assertEq(uint256(registry.stateOf(terms)), uint256(VaultState.Cancelled), "cancelled");
    }

    function test_cancel_endsAVaultWhoseTokenHasNoCode() public {
        EscrowTerms memory terms = _termsIn(address(new RefusingToken()));
        EscrowVault vault = _open(terms);
        vm.etch(terms.token, "");
        vm.warp(NOW + HOUR);
        vault.cancel();
        vm.assertEq(uint256(registry.stateOf(terms)), uint256(VaultState.Cancelled), "cancelled");
    }

    function test_cancel_ofAPausedTokenWaitsForItsMoney() public {
        RefusingToken paused = new RefusingToken();
        EscrowTerms memory terms = _termsIn(address(paused));
        EscrowVault vault = _open(terms);
        paused.setPaused(true);
        vm.warp(NOW + HOUR);
        vm.expectRevert("paused");
        vault.cancel();
        paused.setPaused(false);
        vault.cancel();
        vm.assertEq(paused.balanceOf(CREATOR), 2 * uint256(AMOUNT), "repaid");
    }

    function test_sweep_ofNothing() public {
        RefusingToken refusing = new RefusingToken();
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        vault.claim(SECRET);
        registry.sweep(terms, address(refusing), CREATOR, 0, "");
        refusing.setPaused(true);
        registry.sweep(terms, address(refusing), CREATOR, 0, "");
        registry.sweep(terms, address(0xC0DE1E55), CREATOR, 0, "");
        vm.assertEq(uint256(registry.stateOf(terms)), uint256(VaultState.Claimed), "still claimed");
    }

    function test_claimTo_ofNothing() public {
        RefusingToken refusing = new RefusingToken();
        EscrowTerms memory terms = _termsIn(address(refusing));
        EscrowVault vault = _open(terms);
        refusing.confiscate(address(vault));
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.NothingToPay.selector);
        registry.claimTo(terms, SECRET, ELSEWHERE, 0, "");
    }

    /// @dev The creator ends the terms before anything is funded. After that, nobody can create the vault with a
    ///      signature.
    function _voidsTheSignature(EscrowTerms memory terms) private {
        vm.prank(CREATOR);
        uint256 repaid = registry.recoverPrefund(terms, CREATOR);
        vm.assertEq(repaid, 0, "nothing to repay");
        vm.assertEq(uint256(registry.stateOf(terms)), uint256(VaultState.Cancelled), "used up");
    }
}
