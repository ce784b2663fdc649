// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {TestAuthorizedToken} from "../contracts/devnet/TestAuthorizedToken.sol";
import {EscrowTerms, HopRoute, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {SignedCalls} from "./support/SignedCalls.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Every time limit, tested at its exact second: the last second before it, and the first one after it.
contract SecondsTest is SignedCalls {
    using VaultCalls for EscrowVault;

    function test_window_opensAndClosesToTheSecond() public {
        EscrowTerms memory terms = _terms();
        uint256[4] memory windows = [uint256(59), 60, 30 days, 30 days + 1];
        for (uint256 i = 0; i < windows.length; ++i) {
            terms.cancelAfter = uint40(NOW + windows[i]);
            _fund(terms);
            if (i == 0 || i == 3) vm.expectRevert(IEscrowRegistry.InvalidCancelAfter.selector);
            registry.createEscrow(terms);
        }
    }

    function test_claims_upToTheSecondBeforeCancelAfter() public {
        uint256 start = vm.snapshotState();
        for (uint256 i = 0; i < 3; ++i) {
            EscrowVault vault = _open(i == 2 ? _hopTerms() : _terms());
            vm.warp(NOW + HOUR);
            vm.expectRevert(IEscrowRegistry.ClaimWindowClosed.selector);
            _claim(vault, i);
            vm.warp(NOW + HOUR - 1);
            _claim(vault, i);
            _assertState(vault, VaultState.Claimed);
            vm.revertToState(start);
        }
    }

    function test_cancellations_fromTheSecondOfCancelAfter() public {
        uint256 start = vm.snapshotState();
        for (uint256 i = 0; i < 2; ++i) {
            EscrowVault vault = _open(_terms());
            vm.warp(NOW + HOUR - 1);
            vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
            _cancel(vault, i);
            vm.warp(NOW + HOUR);
            _cancel(vault, i);
            _assertState(vault, VaultState.Cancelled);
            vm.revertToState(start);
        }
    }

    function test_recoverPrefund_byAnyoneFromTheSecondOfCancelAfter() public {
        EscrowTerms memory terms = _terms();
        _fund(terms);
        vm.warp(NOW + HOUR - 1);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.NotCreator.selector);
        registry.recoverPrefund(terms, CREATOR);
        vm.warp(NOW + HOUR);
        vm.prank(STRANGER);
        vm.assertEq(registry.recoverPrefund(terms, CREATOR), AMOUNT, "repaid");
    }

    function test_signatures_upToTheSecondOfTheirDeadline() public {
        uint256 start = vm.snapshotState();
        for (uint256 i = 0; i <= uint256(type(Kind).max); ++i) {
            SignedCall memory one = _ready(Kind(i), RECIPIENT);
            bytes memory signature = _sign(RECIPIENT_KEY, one.structHash);
            vm.warp(one.deadline + 1);
            _assertRefused(one, signature, IEscrowRegistry.SignatureExpired.selector, "a second late");
            vm.warp(one.deadline);
            _assertAccepted(one, signature, "the last second");
            vm.revertToState(start);
        }
    }

    /// @dev The permit and the creator's signature have separate deadlines: the token checks the permit's, and the
    ///      registry the signature's.
    function test_createEscrowPermit_eachDeadlineToItsJudge() public {
        EscrowTerms memory terms = _terms();
        Permit memory p = _permit(AMOUNT);
        uint256 deadline = NOW + HOUR / 2;
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, deadline));
        vm.prank(STRANGER);
        address vault = registry.createEscrowPermit(terms, NOW + HOUR, p.v, p.r, p.s, deadline, signature);
        vm.assertEq(_balance(vault), AMOUNT, "funded");
    }

    function test_createEscrowAuthorized_betweenTheSecondsOfTheAuthorization() public {
        TestAuthorizedToken coin = new TestAuthorizedToken("USD Coin", "USDC", 6);
        EscrowTerms memory terms = _termsIn(address(coin));
        bytes32 typeHash = keccak256(
            "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        (uint256 validAfter, uint256 validBefore) = (NOW + 10, NOW + 20);
        bytes32 structHash = keccak256(
            abi.encode(typeHash, CREATOR, registry.vaultAddress(terms), terms.amount, validAfter, validBefore, bytes32(0))
        );
        bytes memory signature = _signDigest(CREATOR_KEY, _digestIn(coin.DOMAIN_SEPARATOR(), structHash));
        IEscrowRegistry.Authorization memory given =
            IEscrowRegistry.Authorization(validAfter, validBefore, 0, signature);
        uint256[4] memory times = [validAfter, validBefore, validAfter + 1, validBefore - 1];
        uint256 start = vm.snapshotState();
        for (uint256 i = 0; i < times.length; ++i) {
            vm.warp(times[i]);
            if (i < 2) vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, 0, AMOUNT));
            registry.createEscrowAuthorized(terms, given);
            vm.revertToState(start);
        }
    }

    function test_route_opensAtItsSecond() public {
        bytes32 there = keccak256("a new way");
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE57), 250_000);
        uint256 opensAt = bridge.getRoute(address(token), there).opensAt;
        vm.assertEq(opensAt, NOW + 1 days, "after the delay");
        HopRoute memory route = _route();
        route.destBlockchainId = there;
        vm.prank(CREATOR);
        token.approve(address(bridge), AMOUNT);

        vm.warp(opensAt - 1);
        vm.assertFalse(bridge.isRouteOpen(address(token), there), "a second early");
        vm.prank(CREATOR);
        vm.expectRevert(HopBridge.RouteNotOpen.selector);
        bridge.dispatch(address(token), AMOUNT, route);

        vm.warp(opensAt);
        vm.assertTrue(bridge.isRouteOpen(address(token), there), "open");
        vm.prank(CREATOR);
        bridge.dispatch(address(token), AMOUNT, route);
        vm.assertEq(_balance(address(tokenHome)), AMOUNT, "sent on");
    }

    /// @dev A claim one second before its route opens is paid on this chain. A claim from that second on goes over the
    ///      bridge.
    function test_claimHop_hopsFromTheSecondThatTheRouteOpens() public {
        bytes32 there = keccak256("a new way");
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE57), 250_000);
        EscrowTerms memory terms = _hopTerms();
        terms.cancelAfter = uint40(NOW + 2 days);
        EscrowVault vault = _open(terms);
        HopRoute memory route = _route();
        route.destBlockchainId = there;
        uint256 start = vm.snapshotState();

        vm.warp(NOW + 1 days - 1);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid on this chain");

        vm.revertToState(start);
        vm.warp(NOW + 1 days);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(_balance(address(tokenHome)), AMOUNT, "sent on");
    }

    function _claim(EscrowVault vault, uint256 way) private {
        if (way == 0) return vault.claim(SECRET);
        vm.prank(RECIPIENT);
        if (way == 1) vault.claimTo(SECRET, ELSEWHERE, 0, "");
        else vault.claimHop(SECRET, _route(), "");
    }

    function _cancel(EscrowVault vault, uint256 way) private {
        if (way == 0) return vault.cancel();
        vm.prank(CREATOR);
        vault.cancelTo(ELSEWHERE, 0, "");
    }
}
