// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {Log} from "./support/Vm.sol";
import {MockTokenHome, RudeBridge, ShortTokenHome, StickyAllowanceToken} from "./support/Bridges.sol";
import {UsdtLike} from "./support/Tokens.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Bridges that take less than they are given, keep an allowance or lie; routes that close; and hops that differ
///      from what was signed.
contract AttacksOnHopsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_attack_bridgeTakesLessThanGiven() public {
        _refusesABridgeThatTakes(AMOUNT - 1);
    }

    function test_attack_bridgeTakesNothing() public {
        _refusesABridgeThatTakes(0);
    }

    function test_attack_bridgeLeavesAnAllowance() public {
        StickyAllowanceToken sticky = new StickyAllowanceToken();
        RudeBridge rude = new RudeBridge();
        EscrowTerms memory terms = _termsIn(address(sticky));
        terms.hopBridge = address(rude);
        rude.take(AMOUNT);
        EscrowVault vault = _open(terms);
        HopRoute memory route = _route();
        route.feeToken = address(sticky);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(sticky.balanceOf(address(rude)), 0, "the bridge kept nothing");
        vm.assertEq(sticky.balanceOf(RECIPIENT), AMOUNT, "paid on this chain");
        vm.assertEq(sticky.allowance(address(vault), address(rude)), 0, "no allowance");
    }

    /// @dev A hop vault may hold more than its amount; the bridge gets an allowance for the amount alone.
    function test_attack_bridgeTakesMoreThanGiven() public {
        RudeBridge rude = new RudeBridge();
        EscrowTerms memory terms = _terms();
        terms.hopBridge = address(rude);
        rude.take(AMOUNT + 1);
        EscrowVault vault = _open(terms);
        token.mint(address(vault), AMOUNT);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        _assertTakenOnHub(vault, address(rude), AMOUNT);
    }

    function test_attack_transferrerTakesLessThanGiven() public {
        bytes32 there = keccak256("a short way");
        ShortTokenHome short = new ShortTokenHome(messenger, token);
        EscrowVault vault = _openRoute(there, short);
        HopRoute memory route = _route();
        route.destBlockchainId = there;
        route.deadline = NOW + 2 days;
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        _assertTakenOnHub(vault, address(short), 0);
    }

    /// @dev Without the payment on this chain an honest user would lose: the reverted claim would have published the
    ///      secret, the recipient would not be there to claim on this chain, and the market maker could take both
    ///      sides.
    function test_noHonestLoss_aClosedRoutePaysTheOfflineRecipientOnTheHub() public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.recordLogs();
        vm.prank(STRANGER);
        vault.claimHop(SECRET, _route(), signature);
        Log[] memory logs = vm.getRecordedLogs();
        _assertTakenOnHub(vault, address(tokenHome), 0);
        bytes32 to = _topic(logs, address(registry), IEscrowRegistry.EscrowClaimed.selector, 3);
        vm.assertEq(to, bytes32(uint256(uint160(RECIPIENT))), "the event says who was paid");
        vm.assertEq(_topic(logs, address(registry), IEscrowRegistry.EscrowHopDispatched.selector, 3), 0, "no dispatch");
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.cancel();
    }

    function test_noHonestLoss_aBridgeWithoutCodePaysOnTheHub() public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        vm.etch(address(bridge), "");
        vm.prank(STRANGER);
        vault.claimHop(SECRET, _route(), signature);
        _assertTakenOnHub(vault, address(bridge), 0);
    }

    /// @dev Whoever sends the claim must not decide by its gas limit on which chain the recipient is paid.
    function testFuzz_attack_gasDoesNotChooseTheHub(uint256 gasLimit) public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        gasLimit = 30_000 + gasLimit % 900_000;
        bytes memory data =
            abi.encodeCall(EscrowRegistry.claimHop, (_hopTerms(), SECRET, _route(), signature));
        vm.prank(STRANGER);
        (bool isDone,) = address(registry).call{gas: gasLimit}(data);
        vm.assertEq(_balance(RECIPIENT), 0, "not on this chain");
        vm.assertEq(_balance(address(tokenHome)), isDone ? AMOUNT : 0, "dispatched, or nothing happened");
    }

    /// @dev The bridge asks for the message id before it sends the message, and the message must then have this id.
    function test_attack_bridgeReportsAnotherMessageId() public {
        EscrowVault vault = _open(_hopTerms());
        messenger.sendMessage(DEST_BLOCKCHAIN_ID);
        vm.recordLogs();
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        Log[] memory logs = vm.getRecordedLogs();
        bytes32 sent = _topic(logs, address(tokenHome), MockTokenHome.TokensSent.selector, 1);
        bytes32 reported = _topic(logs, address(registry), IEscrowRegistry.EscrowHopDispatched.selector, 3);
        vm.assertTrue(sent != 0, "sent");
        vm.assertEq(reported, sent, "message id");
        vm.assertEq(_topic(logs, address(bridge), HopBridge.HopDispatched.selector, 1), sent, "the bridge's own event");
    }

    /// @dev A bridge that lies about the message misleads those who follow the message. It cannot take more money, nor
    ///      settle the vault twice.
    function test_attack_lyingMessageIdMovesNoMoney() public {
        RudeBridge rude = new RudeBridge();
        EscrowTerms memory terms = _terms();
        terms.hopBridge = address(rude);
        rude.take(AMOUNT);
        EscrowVault vault = _open(terms);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        vm.assertEq(_balance(address(rude)), AMOUNT, "the amount");
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claimHop(SECRET, _route(), "");
    }

    function test_attack_arbitraryBridge() public {
        EscrowTerms memory terms = _terms();
        terms.hopBridge = STRANGER;
        _fund(terms);
        vm.expectRevert(IEscrowRegistry.InvalidHopBridge.selector);
        registry.createEscrow(terms);

        EscrowVault vault = _open(_hopTerms());
        terms.hopBridge = address(new RudeBridge());
        EscrowVault other = _open(terms);
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        other.claimHop(SECRET, _route(), signature);
    }

    function test_attack_everyFieldOfAHopIsSigned() public {
        EscrowVault vault = _open(_hopTerms());
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, _route()));
        HopRoute[5] memory routes = [_route(), _route(), _route(), _route(), _route()];
        routes[0].destBlockchainId = keccak256("elsewhere");
        routes[1].hopRecipient = STRANGER;
        routes[2].relayerFee += 1;
        routes[3].deadline += 1;
        routes[4].dispatchGas -= 1;
        for (uint256 i = 0; i < routes.length; ++i) {
            vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
            vault.claimHop(SECRET, routes[i], signature);
        }
    }

    function test_attack_hopSignatureOutlivesItsDeadline() public {
        EscrowVault vault = _open(_hopTerms());
        HopRoute memory route = _route();
        route.deadline = NOW + 10;
        bytes memory signature = _sign(RECIPIENT_KEY, _hopHash(vault, route));
        vm.warp(NOW + 11);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
        vault.claimHop(SECRET, route, signature);
        vm.warp(NOW + 10);
        vault.claimHop(SECRET, route, signature);
    }

    function test_attack_hopAfterExpiry() public {
        EscrowVault vault = _open(_hopTerms());
        HopRoute memory route = _route();
        vm.warp(NOW + HOUR);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.ClaimWindowClosed.selector);
        vault.claimHop(SECRET, route, "");
        vault.cancel();
        vm.assertEq(_balance(CREATOR), type(uint128).max, "repaid");
    }

    function test_attack_hopWithoutTheSecret() public {
        EscrowVault vault = _open(_hopTerms());
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.WrongSecret.selector);
        vault.claimHop(keccak256("a guess"), _route(), "");
    }

    function test_attack_hopFeeInAnotherToken() public {
        EscrowVault vault = _open(_hopTerms());
        HopRoute memory route = _route();
        route.feeToken = address(0xFEE);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.InvalidHopFee.selector);
        vault.claimHop(SECRET, route, "");
    }

    function test_attack_hopFeeIsTakenOutOfTheAmount() public {
        EscrowVault vault = _open(_hopTerms());
        token.mint(address(vault), 1000);
        HopRoute memory route = _route();
        route.relayerFee = AMOUNT - 1;
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(_balance(address(tokenHome)), AMOUNT, "amount and fee together");
        vm.assertEq(_balance(address(vault)), 1000, "and not out of what is above it");
    }

    function test_attack_closedRouteAndASignedClaimTo() public {
        EscrowVault vault = _open(_hopTerms());
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, STRANGER, NOW + HOUR, "");
        bytes memory signature = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vm.prank(STRANGER);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, signature);
        vm.assertEq(_balance(ELSEWHERE), AMOUNT, "paid on this chain");
    }

    function test_attack_bridgeOwnerCannotStopACancellation() public {
        EscrowVault vault = _open(_hopTerms());
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.etch(address(bridge), "");
        vm.warp(NOW + HOUR);
        vm.prank(STRANGER);
        vault.cancel();
        vm.assertEq(_balance(CREATOR), type(uint128).max, "repaid");
    }

    function test_attack_routeUsedBeforeItOpens() public {
        bytes32 there = keccak256("a new way");
        EscrowVault vault = _open(_hopTerms());
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE57), 250_000);
        HopRoute memory route = _route();
        route.destBlockchainId = there;
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        _assertTakenOnHub(vault, address(tokenHome), 0);
    }

    function test_attack_closedRouteIsOpenedAgain() public {
        bridge.closeRoute(address(token), DEST_BLOCKCHAIN_ID);
        vm.expectRevert(HopBridge.RouteExists.selector);
        bridge.addRoute(address(token), DEST_BLOCKCHAIN_ID, address(tokenHome), address(0xDE57), 250_000);
    }

    function test_attack_bridgeSpendsSomebodyElsesAllowance() public {
        vm.prank(CREATOR);
        token.approve(address(bridge), type(uint256).max);
        HopRoute memory route = _route();
        route.hopRecipient = STRANGER;
        vm.prank(STRANGER);
        vm.expectRevert();
        bridge.dispatch(address(token), AMOUNT, route);
        vm.assertEq(_balance(CREATOR), type(uint128).max, "untouched");
    }

    function test_attack_donationToTheBridgeBlocksNothing() public {
        EscrowVault vault = _open(_hopTerms());
        token.mint(address(bridge), 1);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        vm.assertEq(_balance(address(bridge)), 1, "as it was");
    }

    /// @dev This token's `approve` returns nothing, so a call that decodes a boolean would fail.
    function test_attack_bridgedTokenReturnsNothing() public {
        UsdtLike usdt = new UsdtLike();
        MockTokenHome home = new MockTokenHome(messenger, IERC20(address(usdt)));
        bridge.addRoute(address(usdt), DEST_BLOCKCHAIN_ID, address(home), address(0xDE57), 250_000);
        vm.warp(NOW + 1 days);
        EscrowTerms memory terms = _termsIn(address(usdt));
        terms.hopBridge = address(bridge);
        terms.cancelAfter = uint40(NOW + 2 days);
        EscrowVault vault = _open(terms);
        HopRoute memory route = _route();
        route.feeToken = address(usdt);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(usdt.balanceOf(address(home)), AMOUNT, "bridged");
    }

    function _refusesABridgeThatTakes(uint256 amount) private {
        RudeBridge rude = new RudeBridge();
        EscrowTerms memory terms = _terms();
        terms.hopBridge = address(rude);
        rude.take(amount);
        EscrowVault vault = _open(terms);
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, _route(), "");
        _assertTakenOnHub(vault, address(rude), 0);
    }

    /// @dev Asserts that the vault is claimed, the recipient was paid on this chain, the bridge has got nothing, and
    ///      `rest` is still in the vault.
    function _assertTakenOnHub(EscrowVault vault, address bridgeOrHome, uint256 rest) private view {
        _assertState(vault, VaultState.Claimed);
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "paid on this chain");
        vm.assertEq(_balance(bridgeOrHome), 0, "the bridge has nothing");
        vm.assertEq(_balance(address(vault)), rest, "the rest");
    }

    function _openRoute(bytes32 there, MockTokenHome home) private returns (EscrowVault) {
        bridge.addRoute(address(token), there, address(home), address(0xDE57), 250_000);
        vm.warp(NOW + 1 days);
        EscrowTerms memory terms = _hopTerms();
        terms.cancelAfter = uint40(NOW + 2 days);
        return _open(terms);
    }

    function _topic(Log[] memory logs, address emitter, bytes32 selector, uint256 index)
        private
        pure
        returns (bytes32)
    {
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter == emitter && logs[i].topics[0] == selector) return logs[i].topics[index];
        }
        return 0;
    }
}
