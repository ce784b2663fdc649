// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {CancelReason, EscrowTerms, HopRoute} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";
import {Log} from "./support/Vm.sol";

/// @dev Checks each topic and each byte of every event, because watchers and relayers act on the events.
contract EventsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_created_saysAllTheTerms() public {
        EscrowTerms memory terms = _hopTerms();
        address vault = _fund(terms);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowCreated(
            vault,
            CREATOR,
            RECIPIENT,
            address(token),
            AMOUNT,
            terms.commitmentHash,
            NOW + HOUR,
            address(bridge)
        );
        registry.createEscrow(terms);
    }

    function test_claimed_saysSecretAndPayee() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowClaimed(address(vault), terms.commitmentHash, RECIPIENT, SECRET, AMOUNT);
        vault.claim(SECRET);
    }

    function test_claimTo_saysWhoWasPaid() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowClaimed(address(vault), terms.commitmentHash, ELSEWHERE, SECRET, AMOUNT);
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, ELSEWHERE, 0, "");
    }

    function test_shortClaim_saysWhatWasPaid() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        vm.prank(address(vault));
        token.transfer(STRANGER, 3);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowClaimed(address(vault), terms.commitmentHash, RECIPIENT, SECRET, AMOUNT - 3);
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
    }

    function test_hop_saysMessageRouteAndFee() public {
        EscrowTerms memory terms = _hopTerms();
        EscrowVault vault = _open(terms);
        HopRoute memory route = _route();
        route.hopRecipient = ELSEWHERE;
        bytes32 id = messenger.getNextMessageID(DEST_BLOCKCHAIN_ID);
        vm.expectEmit(address(bridge));
        emit HopBridge.HopDispatched(id, address(vault), DEST_BLOCKCHAIN_ID, address(token), AMOUNT - 1000, 1000);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowHopDispatched(
            address(vault), terms.commitmentHash, id, SECRET, DEST_BLOCKCHAIN_ID, ELSEWHERE, AMOUNT - 1000, 1000
        );
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
    }

    function test_cancelled_saysTheWholeBalanceAndWhy() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        token.mint(address(vault), 7);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowCancelled(
            address(vault), terms.commitmentHash, CREATOR, AMOUNT + 7, CancelReason.Consent
        );
        vm.prank(RECIPIENT);
        vault.cancelWithConsent(0, "");

        terms.amount += 1;
        vault = _open(terms);
        vm.warp(NOW + HOUR);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowCancelled(
            address(vault), terms.commitmentHash, CREATOR, AMOUNT + 1, CancelReason.Expired
        );
        vault.cancel();
    }

    function test_recovered_saysSo() public {
        EscrowTerms memory terms = _terms();
        address vault = _fund(terms);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowCancelled(vault, terms.commitmentHash, CREATOR, AMOUNT, CancelReason.PrefundRecovered);
        vm.expectEmit(address(registry));
        emit IEscrowRegistry.EscrowRedirected(vault, ELSEWHERE);
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, ELSEWHERE);
    }

    /// @dev Each settlement emits one event, after the payment. An event of a repayment to the creator names no other
    ///      payee.
    function test_settlements_tellOneEventAfterThePayment() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        vm.recordLogs();
        vault.claim(SECRET);
        _isPaymentThen(IEscrowRegistry.EscrowClaimed.selector);

        terms.amount += 1;
        vault = _open(terms);
        vm.warp(NOW + HOUR);
        vm.recordLogs();
        vault.cancel();
        _isPaymentThen(IEscrowRegistry.EscrowCancelled.selector);
    }

    function _isPaymentThen(bytes32 topic) private {
        Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2, "logs");
        vm.assertEq(logs[0].emitter, address(token), "the payment");
        vm.assertEq(logs[1].topics[0], topic, "the event");
    }

    function test_routes_sayAllOfThem() public {
        bytes32 there = keccak256("another");
        vm.expectEmit(address(bridge));
        emit HopBridge.RouteAdded(
            address(token), there, address(tokenHome), address(0xDE57), 250_000, block.timestamp + 1 days
        );
        bridge.addRoute(address(token), there, address(tokenHome), address(0xDE57), 250_000);
        vm.expectEmit(address(bridge));
        emit HopBridge.RouteClosed(address(token), there);
        bridge.closeRoute(address(token), there);
    }

    /// @dev A native value above the amount is refused, and so is one below it.
    function test_native_noMoreAndNoLess() public {
        EscrowTerms memory terms = _nativeTerms();
        vm.deal(CREATOR, 10 ether);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidValue.selector);
        registry.createEscrowNative{value: 1 ether + 1}(terms);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidValue.selector);
        registry.createEscrowNative{value: 1 ether - 1}(terms);
    }
}
