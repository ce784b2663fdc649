// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {CancelReason, EscrowTerms, HopRoute} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {ShortTokenHome} from "./support/Bridges.sol";
import {EscrowTest} from "./support/EscrowTest.sol";

/// @dev Every place that raises one of the contracts' own errors and that no other test reaches.
contract ErrorsTest is EscrowTest {
    function test_InvalidParties_creatorIsZero() public {
        EscrowTerms memory terms = _terms();
        terms.creator = address(0);
        vm.expectRevert(EscrowRegistry.InvalidParties.selector);
        registry.createEscrow(terms);
    }

    function test_InvalidToken_nativeTokenCannotBePulled() public {
        EscrowTerms memory terms = _nativeTerms();
        vm.prank(CREATOR);
        vm.expectRevert(EscrowRegistry.InvalidToken.selector);
        registry.createEscrowSigned(terms, 0, "");
    }

    function test_InvalidHopBridge_nativeTokenCannotHop() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.hopBridge = address(bridge);
        vm.prank(CREATOR);
        vm.expectRevert(EscrowRegistry.InvalidHopBridge.selector);
        registry.createEscrowNative{value: 1 ether}(terms);
    }

    function test_NotVault_everyRecord() public {
        EscrowTerms memory terms = _terms();
        vm.expectRevert(EscrowRegistry.NotVault.selector);
        registry.recordClaim(terms, RECIPIENT, SECRET);
        vm.expectRevert(EscrowRegistry.NotVault.selector);
        registry.recordHop(terms, SECRET, 0, _route());
        vm.expectRevert(EscrowRegistry.NotVault.selector);
        registry.recordCancel(terms, AMOUNT, CancelReason.Expired);
        // A vault speaks for its own terms only.
        address vault = address(_open(terms));
        terms.amount += 1;
        vm.prank(vault);
        vm.expectRevert(EscrowRegistry.NotVault.selector);
        registry.recordClaim(terms, RECIPIENT, SECRET);
    }

    function test_NotAVault_everyFunctionOfTheImplementation() public {
        EscrowVault implementation = EscrowVault(registry.VAULT_IMPLEMENTATION());
        bytes[9] memory calls = [
            abi.encodeCall(EscrowVault.claim, (SECRET)),
            abi.encodeCall(EscrowVault.claimTo, (SECRET, ELSEWHERE, NOW, "")),
            abi.encodeCall(EscrowVault.claimHop, (SECRET, _route(), "")),
            abi.encodeCall(EscrowVault.cancel, ()),
            abi.encodeCall(EscrowVault.cancelTo, (ELSEWHERE, NOW, "")),
            abi.encodeCall(EscrowVault.cancelWithConsent, (NOW, "")),
            abi.encodeCall(EscrowVault.sweep, (address(token))),
            abi.encodeCall(EscrowVault.recover, (address(this))),
            abi.encodeCall(EscrowVault.terms, ())
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(address(registry));
            (bool isDone, bytes memory reason) = address(implementation).call(calls[i]);
            vm.assertFalse(isDone, "refused");
            vm.assertEq(reason, abi.encodeWithSelector(EscrowVault.NotAVault.selector));
        }
    }

    function test_NotRegistry() public {
        EscrowVault vault = _open(_terms());
        vm.expectRevert(EscrowVault.NotRegistry.selector);
        vault.recover(address(this));
    }

    function test_AlreadySettled_everySettlement() public {
        EscrowVault vault = _open(_hopTerms());
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.prank(RECIPIENT);
        vm.expectRevert(EscrowVault.AlreadySettled.selector);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.prank(RECIPIENT);
        vm.expectRevert(EscrowVault.AlreadySettled.selector);
        vault.claimHop(SECRET, _route(), "");
        vm.prank(RECIPIENT);
        vm.expectRevert(EscrowVault.AlreadySettled.selector);
        vault.cancelWithConsent(0, "");
        vm.warp(NOW + HOUR);
        vm.expectRevert(EscrowVault.AlreadySettled.selector);
        vault.cancel();
        vm.prank(CREATOR);
        vm.expectRevert(EscrowVault.AlreadySettled.selector);
        vault.cancelTo(CREATOR, 0, "");
    }

    function test_InvalidPayee() public {
        EscrowVault vault = _open(_hopTerms());
        vm.prank(RECIPIENT);
        vm.expectRevert(EscrowVault.InvalidPayee.selector);
        vault.claimTo(SECRET, address(0), 0, "");
        HopRoute memory route = _route();
        route.hopRecipient = address(0);
        vm.prank(RECIPIENT);
        vm.expectRevert(EscrowVault.InvalidPayee.selector);
        vault.claimHop(SECRET, route, "");
        vm.warp(NOW + HOUR);
        vm.prank(CREATOR);
        vm.expectRevert(EscrowVault.InvalidPayee.selector);
        vault.cancelTo(address(0), 0, "");
    }

    function test_SignatureExpired_deadlinesAreInclusive() public {
        EscrowVault vault = _open(_terms());
        bytes memory signature = _sign(RECIPIENT_KEY, _consentHash(vault, NOW + 5));
        vm.warp(NOW + 6);
        vm.expectRevert(EscrowVault.SignatureExpired.selector);
        vault.cancelWithConsent(NOW + 5, signature);
        vm.warp(NOW + 5);
        vault.cancelWithConsent(NOW + 5, signature);

        EscrowTerms memory terms = _terms();
        terms.amount += 1;
        _approve(terms.amount);
        signature = _sign(CREATOR_KEY, _createHash(terms, NOW + 5));
        registry.createEscrowSigned(terms, NOW + 5, signature);
    }

    function test_InvalidRoute() public {
        bytes32 there = keccak256("another");
        address home = address(tokenHome);
        vm.expectRevert(HopBridge.InvalidRoute.selector);
        bridge.addRoute(STRANGER, there, home, address(0xDE57), 250_000);
        vm.expectRevert(HopBridge.InvalidRoute.selector);
        bridge.addRoute(address(token), there, STRANGER, address(0xDE57), 250_000);
        vm.expectRevert(HopBridge.InvalidRoute.selector);
        bridge.addRoute(address(token), there, home, address(0), 250_000);
        vm.expectRevert(HopBridge.InvalidRoute.selector);
        bridge.addRoute(address(token), there, home, address(0xDE57), 0);
        vm.assertEq(bridge.getRoute(address(token), there).opensAt, 0, "none was added");
    }

    function test_RouteNotOpen_missingAndClosed() public {
        bytes32 there = keccak256("nowhere");
        vm.expectRevert(HopBridge.RouteNotOpen.selector);
        bridge.closeRoute(address(token), there);
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.expectRevert(HopBridge.RouteNotOpen.selector);
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.assertTrue(bridge.getRoute(address(token), DEST_BLOCKCHAIN_ID).isClosed, "closed");
        HopRoute memory route = _route();
        route.destBlockchainId = there;
        vm.expectRevert(HopBridge.RouteNotOpen.selector);
        bridge.dispatch(address(token), AMOUNT, route);
    }

    function test_RouteNotOpen_aRouteNotOpenYetCanBeClosed() public {
        bytes32 there = keccak256("another");
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE57), 250_000);
        bridge.closeRoute(address(token), there);
        vm.warp(NOW + 1 days);
        vm.assertFalse(bridge.isRouteOpen(address(token), there), "never open");
    }

    function test_InvalidFee() public {
        HopRoute memory route = _route();
        route.relayerFee = AMOUNT;
        vm.expectRevert(HopBridge.InvalidFee.selector);
        bridge.dispatch(address(token), AMOUNT, route);
        route = _route();
        route.feeToken = STRANGER;
        vm.expectRevert(HopBridge.InvalidFee.selector);
        bridge.dispatch(address(token), AMOUNT, route);
    }

    function test_TransferrerMismatch() public {
        bytes32 there = keccak256("a short way");
        ShortTokenHome short = new ShortTokenHome(messenger, IERC20(address(token)));
        bridge.addRoute(address(token), there, address(short), address(0xDE57), 250_000);
        vm.warp(NOW + 1 days);
        HopRoute memory route = _route();
        route.destBlockchainId = there;
        vm.prank(CREATOR);
        token.approve(address(bridge), AMOUNT);
        vm.prank(CREATOR);
        vm.expectRevert(HopBridge.TransferrerMismatch.selector);
        bridge.dispatch(address(token), AMOUNT, route);
    }

    function test_OwnableUnauthorizedAccount_everyOwnersFunction() public {
        bytes memory refusal = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER);
        vm.prank(STRANGER);
        vm.expectRevert(refusal);
        bridge.addRoute(address(token), keccak256("another"), address(tokenHome), STRANGER, 250_000);
        vm.prank(STRANGER);
        vm.expectRevert(refusal);
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.assertTrue(bridge.isRouteOpen(address(token), DEST_BLOCKCHAIN_ID), "still open");
    }
}
