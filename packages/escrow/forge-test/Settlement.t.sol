// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {BlacklistToken} from "./support/Tokens.sol";
import {BombPayee, HungryPayee, RefusingPayee} from "./support/Accounts.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Claims and cancellations, and everything that must refuse them.
contract SettlementTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_claim_paysTheRecipientOnce() public {
        EscrowVault vault = _open(_terms());
        vm.prank(STRANGER);
        vault.claim(SECRET);
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid");
        _assertState(vault, VaultState.Claimed);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claim(SECRET);
    }

    function test_claim_upToTheLastSecond() public {
        EscrowVault vault = _open(_terms());
        vm.warp(NOW + HOUR - 1);
        vault.claim(SECRET);
    }

    function test_attack_claimAfterExpiry() public {
        EscrowVault vault = _open(_terms());
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.ClaimWindowClosed.selector);
        vault.claim(SECRET);
        vault.cancel();
    }

    function test_attack_wrongSecret() public {
        EscrowVault vault = _open(_terms());
        vm.expectRevert(IEscrowRegistry.WrongSecret.selector);
        vault.claim(bytes32(uint256(SECRET) ^ 1));
        vm.expectRevert(IEscrowRegistry.WrongSecret.selector);
        vault.claim(0);
    }

    function test_cancel_notOneSecondEarly() public {
        EscrowVault vault = _open(_terms());
        vm.warp(NOW + HOUR - 1);
        vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
        vault.cancel();
        vm.warp(NOW + HOUR);
        uint256 before = _balance(CREATOR);
        vm.prank(STRANGER);
        vault.cancel();
        vm.assertEq(_balance(CREATOR) - before, AMOUNT, "repaid");
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.cancel();
    }

    function test_attack_claimAfterCancel() public {
        EscrowVault vault = _open(_terms());
        vm.prank(RECIPIENT);
        vault.cancelWithConsent(0, "");
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claim(SECRET);
    }

    function test_consent_isTheRecipients() public {
        EscrowVault vault = _open(_terms());
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelWithConsent(NOW + HOUR, "");
        bytes memory byCreator = _sign(CREATOR_KEY, _consentHash(vault, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelWithConsent(NOW + HOUR, byCreator);
        bytes memory signature = _sign(RECIPIENT_KEY, _consentHash(vault, NOW + HOUR));
        uint256 before = _balance(CREATOR);
        vm.prank(STRANGER);
        vault.cancelWithConsent(NOW + HOUR, signature);
        vm.assertEq(_balance(CREATOR) - before, AMOUNT, "repaid");
    }

    function test_attack_consentForAnotherVault() public {
        EscrowVault vault = _open(_terms());
        EscrowTerms memory terms = _terms();
        terms.amount += 1;
        EscrowVault other = _open(terms);
        bytes memory signature = _sign(RECIPIENT_KEY, _consentHash(vault, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        other.cancelWithConsent(NOW + HOUR, signature);
    }

    function test_attack_blacklistedRecipientTakesItElsewhere() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowTerms memory terms = _terms();
        terms.token = address(listed);
        listed.mint(CREATOR, AMOUNT);
        EscrowVault vault = _open(terms);
        listed.setBlocked(RECIPIENT, true);
        vm.expectRevert();
        vault.claim(SECRET);
        bytes memory signature = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, signature);
        vm.assertEq(listed.balanceOf(ELSEWHERE), AMOUNT, "paid elsewhere");
    }

    function test_attack_blacklistedCreatorIsRepaidElsewhere() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowTerms memory terms = _terms();
        terms.token = address(listed);
        listed.mint(CREATOR, AMOUNT);
        EscrowVault vault = _open(terms);
        listed.setBlocked(CREATOR, true);
        vm.warp(NOW + HOUR);
        vm.prank(CREATOR);
        vault.cancelTo(ELSEWHERE, 0, "");
        vm.assertEq(listed.balanceOf(ELSEWHERE), AMOUNT, "repaid elsewhere");
    }

    function test_attack_redirectByAStranger() public {
        EscrowVault vault = _open(_terms());
        bytes memory signature = _sign(STRANGER_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, STRANGER, NOW + HOUR));
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, STRANGER, NOW + HOUR, signature);
    }

    function test_attack_nativePayoutWithoutGasCap() public {
        HungryPayee payee = new HungryPayee();
        EscrowTerms memory terms = _nativeTerms();
        terms.recipient = address(payee);
        EscrowVault vault = _open(terms);
        vault.claim(SECRET);
        vm.assertEq(address(payee).balance, 1 ether, "paid");
    }

    function test_attack_refusingNativePayee() public {
        RefusingPayee payee = new RefusingPayee();
        EscrowTerms memory terms = _nativeTerms();
        terms.recipient = address(payee);
        EscrowVault vault = _open(terms);
        vm.expectRevert(EscrowVault.NativeTransferFailed.selector);
        vault.claim(SECRET);
        vm.prank(address(payee));
        vault.claimTo(SECRET, ELSEWHERE, 0, "");
        vm.assertEq(ELSEWHERE.balance, 1 ether, "paid elsewhere");
    }

    function test_attack_fakeVaultInABatch() public {
        // This code is as long as a vault's code, and answers every call with success.
        bytes memory code = address(_open(_terms())).code;
        code[0] = 0x00;
        vm.etch(STRANGER, code);
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](2);
        claims[0] = IEscrowRegistry.BatchClaim(_known(STRANGER).terms(), SECRET, 150_000);
        claims[1] = IEscrowRegistry.BatchClaim(_known(ELSEWHERE).terms(), SECRET, 150_000);
        bool[] memory claimed = registry.claimBatch(claims);
        vm.assertFalse(claimed[0], "not a vault");
        vm.assertFalse(claimed[1], "no code");
    }

    function test_attack_returnBombInABatch() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.recipient = address(new BombPayee());
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](2);
        claims[0] = IEscrowRegistry.BatchClaim(_open(terms).terms(), SECRET, 150_000);
        claims[1] = IEscrowRegistry.BatchClaim(_open(_terms()).terms(), SECRET, 150_000);
        bool[] memory claimed = registry.claimBatch(claims);
        vm.assertTrue(claimed[1], "the other is paid");
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid");
    }

    function test_donationsGoToTheCreator() public {
        EscrowVault vault = _open(_terms());
        token.mint(address(vault), 5);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        vault.sweep(address(token));
        vault.claim(SECRET);
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "exactly the amount");
        uint256 before = _balance(CREATOR);
        vm.prank(STRANGER);
        vault.sweep(address(token));
        vm.assertEq(_balance(CREATOR) - before, 5, "the rest");
    }

    function test_hop_claimBridgesExactly() public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        vm.prank(STRANGER);
        vault.claimHop(SECRET, _route(), signature);
        vm.assertEq(_balance(address(tokenHome)), AMOUNT, "bridged");
        vm.assertEq(token.allowance(address(vault), address(bridge)), 0, "vault allowance");
        vm.assertEq(token.allowance(address(bridge), address(tokenHome)), 0, "bridge allowance");
        _assertState(vault, VaultState.Claimed);
    }

    function test_hop_plainClaimIsRefused() public {
        EscrowVault vault = _open(_hopTerms());
        vm.expectRevert(IEscrowRegistry.IsHopVault.selector);
        vault.claim(SECRET);
        EscrowVault plain = _open(_terms());
        vm.expectRevert(IEscrowRegistry.NotHopVault.selector);
        plain.claimHop(SECRET, _route(), "");
    }

    function test_attack_hopRedirected() public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        HopRoute memory route = _route();
        route.hopRecipient = STRANGER;
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimHop(SECRET, route, signature);
    }

    function test_attack_hopFeeTheft() public {
        EscrowVault vault = _open(_hopTerms());
        HopRoute memory route = _route();
        route.relayerFee = AMOUNT;
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.InvalidHopFee.selector);
        vault.claimHop(SECRET, route, "");
    }

    function test_attack_routeClosedAfterTheSecretIsPublic() public {
        EscrowVault vault = _open(_hopTerms());
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid on this chain");
    }

    function test_bridge_routesOpenAfterTheDelayAndNeverChange() public {
        bytes32 there = keccak256("another");
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE57), 250_000);
        vm.assertFalse(bridge.isRouteOpen(address(token), there), "not yet");
        vm.warp(NOW + 1 days);
        vm.assertTrue(bridge.isRouteOpen(address(token), there), "open");
        vm.expectRevert(HopBridge.RouteExists.selector);
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE58), 250_000);
        vm.prank(STRANGER);
        vm.expectRevert();
        bridge.closeRoute(address(token), there);
    }

    function testFuzz_onlyTheSecretOpens(bytes32 guess, uint256 time) public {
        EscrowTerms memory terms = _terms();
        _open(terms);
        vm.warp(NOW + (time % (2 * HOUR)));
        bool mayClaim = guess == SECRET && block.timestamp < NOW + HOUR;
        (bool isClaimed,) = address(registry).call(abi.encodeCall(EscrowRegistry.claim, (terms, guess)));
        vm.assertEq(isClaimed ? 1 : 0, mayClaim ? 1 : 0, "claim");
        (bool isCancelled,) = address(registry).call(abi.encodeCall(EscrowRegistry.cancel, (terms)));
        vm.assertEq(isCancelled ? 1 : 0, !mayClaim && block.timestamp >= NOW + HOUR ? 1 : 0, "cancel");
        vm.assertEq(_balance(RECIPIENT), isClaimed ? AMOUNT : 0, "recipient");
    }
}
