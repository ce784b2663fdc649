// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {CancelReason, EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {MockMessenger} from "./support/Bridges.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {BlacklistToken} from "./support/Tokens.sol";
import {VaultCalls} from "./support/VaultCalls.sol";
import {Log} from "./support/Vm.sol";

/// @dev The small ways to lose money that an audit found. Each is either closed or documented.
contract NoLossTest is EscrowTest {
    using VaultCalls for EscrowVault;

    /// @dev The vault holds less than its amount, because its token rebased, or introduced a fee, after the creation.
    function test_shortVault_theRecipientTakesWhatItHolds() public {
        EscrowVault vault = _open(_terms());
        _lose(vault, 1);
        vm.expectRevert();
        vault.claim(SECRET);
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.assertEq(_balance(RECIPIENT), AMOUNT - 1, "all that is left");
        _assertState(vault, VaultState.Claimed);
    }

    /// @dev A vault may be short of its amount only for a moment, so nobody but the recipient may settle it for less.
    function test_shortVault_nobodyElseSettlesForLess() public {
        EscrowVault vault = _open(_terms());
        _lose(vault, 1);
        vm.prank(CREATOR);
        vm.expectRevert();
        vault.claim(SECRET);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, RECIPIENT, NOW + HOUR, "");
    }

    function test_emptyVault_isNotClaimedForNothing() public {
        EscrowVault vault = _open(_terms());
        _lose(vault, AMOUNT);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.NothingToPay.selector);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        _assertState(vault, VaultState.Open);
    }

    /// @dev This is documented: two permits set the same allowance, so only the later one counts. Nothing is lost by
    ///      that. Permit2 and EIP-3009 share no allowance.
    function test_documented_twoPendingPermitsCollideWithoutLoss() public {
        EscrowTerms memory first = _terms();
        EscrowTerms memory second = _terms();
        second.amount = AMOUNT / 2;
        Permit memory permit = _permit(first.amount);
        token.permit(CREATOR, address(registry), first.amount, NOW + HOUR, permit.v, permit.r, permit.s);
        permit = _permit(second.amount);
        token.permit(CREATOR, address(registry), second.amount, NOW + HOUR, permit.v, permit.r, permit.s);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(first, NOW + HOUR));
        vm.expectRevert();
        registry.createEscrowSigned(first, NOW + HOUR, signature);
        signature = _sign(CREATOR_KEY, _createHash(second, NOW + HOUR));
        registry.createEscrowSigned(second, NOW + HOUR, signature);
        vm.assertEq(_balance(CREATOR), type(uint128).max - second.amount, "no more than was signed");
    }

    function test_recovery_aStrangerCannotCancelWhatNeverWas() public {
        EscrowTerms memory terms = _terms();
        vm.warp(terms.cancelAfter);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.NothingToPay.selector);
        registry.recoverPrefund(terms, terms.creator);
        vm.assertEq(registry.vaultAddress(terms).code.length, 0, "nothing there");
        vm.prank(CREATOR);
        vm.assertEq(registry.recoverPrefund(terms, terms.creator), 0, "its creator may use the address up");
    }

    function test_bridge_keepsItsOwner() public {
        vm.expectRevert(HopBridge.OwnerNeeded.selector);
        bridge.renounceOwnership();
        vm.assertEq(bridge.owner(), address(this), "owner");
    }

    function test_bridge_namesTheMessageOfTheMessengerThatSentIt() public {
        MockMessenger newer = new MockMessenger();
        newer.sendMessage(DEST_BLOCKCHAIN_ID);
        messenger.replaceBy(newer);
        bytes32 expected = newer.getNextMessageID(DEST_BLOCKCHAIN_ID);
        EscrowVault vault = _open(_hopTerms());
        vm.recordLogs();
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs[logs.length - 1].topics[3], expected, "message id");
    }

    function test_sweepTo_aBlockedCreatorsRestIsPaidElsewhere() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowTerms memory terms = _termsIn(address(listed));
        EscrowVault vault = _open(terms);
        listed.mint(address(vault), 5);
        vault.claim(SECRET);
        listed.setBlocked(CREATOR, true);
        vm.expectRevert();
        vault.sweep(address(listed));
        bytes32 typeHash = keccak256("SweepTo(address vault,address token,address to,uint256 deadline)");
        bytes32 structHash = keccak256(abi.encode(typeHash, address(vault), address(listed), ELSEWHERE, NOW + HOUR));
        bytes memory signature = _sign(RECIPIENT_KEY, structHash);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.sweepTo(address(listed), ELSEWHERE, NOW + HOUR, signature);
        signature = _sign(CREATOR_KEY, structHash);
        vm.recordLogs();
        vault.sweepTo(address(listed), ELSEWHERE, NOW + HOUR, signature);
        vm.assertEq(listed.balanceOf(ELSEWHERE), 5, "paid elsewhere");
        Log memory swept = vm.getRecordedLogs()[1];
        vm.assertEq(swept.topics[0], IEscrowRegistry.EscrowSwept.selector, "event");
        vm.assertEq(swept.topics[1], bytes32(uint256(uint160(address(vault)))), "vault");
        vm.assertEq(swept.topics[2], bytes32(uint256(uint160(address(listed)))), "token");
        vm.assertEq(swept.topics[3], bytes32(uint256(uint160(ELSEWHERE))), "to");
        vm.assertEq(swept.data, abi.encode(uint256(5)));
    }

    function test_sweepTo_notWhileOpenNorToTheVault() public {
        EscrowVault vault = _open(_terms());
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        vault.sweepTo(address(token), ELSEWHERE, 0, "");
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.sweepTo(address(token), address(vault), 0, "");
    }

    function test_payee_theVaultIsNone() public {
        EscrowVault vault = _open(_terms());
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.claimTo(SECRET, address(vault), 0, "");
        vm.warp(NOW + HOUR);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.cancelTo(address(vault), 0, "");
    }

    function test_cancelTo_anEventNamesThePayee() public {
        EscrowVault vault = _open(_terms());
        vm.warp(NOW + HOUR);
        vm.recordLogs();
        vm.prank(CREATOR);
        vault.cancelTo(ELSEWHERE, 0, "");
        Log[] memory logs = vm.getRecordedLogs();
        Log memory last = logs[logs.length - 1];
        vm.assertEq(last.topics[0], IEscrowRegistry.EscrowRedirected.selector, "event");
        vm.assertEq(last.topics[1], bytes32(uint256(uint160(address(vault)))), "vault");
        vm.assertEq(last.topics[2], bytes32(uint256(uint160(ELSEWHERE))), "to");
    }

    function test_lateDeposit_isTheCreatorsAndSettlesNothing() public {
        EscrowVault vault = _open(_terms());
        vault.claim(SECRET);
        token.mint(address(vault), AMOUNT);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claim(SECRET);
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.cancel();
        uint256 before = _balance(CREATOR);
        vault.sweep(address(token));
        vm.assertEq(_balance(CREATOR) - before, AMOUNT, "all of it");
    }

    /// @dev The states of 128 vaults share a storage word, in which each has its own two bits.
    function test_states_neighboursDoNotTouchEachOther() public {
        EscrowVault[] memory vaults = new EscrowVault[](260);
        for (uint256 i = 0; i < vaults.length; ++i) {
            EscrowTerms memory terms = _terms();
            terms.amount = uint128(1 + i);
            vaults[i] = _open(terms);
        }
        for (uint256 i = 0; i < vaults.length; ++i) {
            if (i % 3 == 0) vaults[i].claim(SECRET);
            if (i % 3 != 1) continue;
            vm.prank(RECIPIENT);
            vaults[i].cancelWithConsent(0, "");
        }
        VaultState[3] memory expected = [VaultState.Claimed, VaultState.Cancelled, VaultState.Open];
        for (uint256 i = 0; i < vaults.length; ++i) {
            _assertState(vaults[i], expected[i % 3]);
        }
    }

    function _lose(EscrowVault vault, uint256 amount) private {
        vm.prank(address(vault));
        token.transfer(STRANGER, amount);
    }
}
