// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev An account that is no party and has no signature makes calls at random times, with random amounts, in random
///      order.
contract AttacksByStrangersTest is EscrowTest {
    using VaultCalls for EscrowVault;

    /// @dev At every second the vault is either claimable or cancellable, never both and never neither.
    function testFuzz_attack_theSecondsAroundTheDeadline(uint40 window, int8 offset) public {
        EscrowTerms memory terms = _terms();
        terms.cancelAfter = uint40(NOW + 600 + window % (30 days - 600));
        EscrowVault vault = _open(terms);
        uint256 time = uint256(int256(uint256(terms.cancelAfter)) + offset);
        vm.warp(time);
        if (time < terms.cancelAfter) {
            vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
            vault.cancel();
            vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
            vm.prank(CREATOR);
            vault.cancelTo(CREATOR, 0, "");
            vault.claim(SECRET);
            vm.assertEq(_balance(RECIPIENT), AMOUNT, "claimed");
        } else {
            vm.expectRevert(IEscrowRegistry.ClaimWindowClosed.selector);
            vault.claim(SECRET);
            vm.expectRevert(IEscrowRegistry.ClaimWindowClosed.selector);
            vm.prank(RECIPIENT);
            vault.claimTo(SECRET, RECIPIENT, 0, "");
            vault.cancel();
            vm.assertEq(_balance(CREATOR), type(uint128).max, "repaid");
        }
    }

    function testFuzz_attack_theWindowOfACreation(uint40 cancelAfter) public {
        EscrowTerms memory terms = _terms();
        terms.cancelAfter = cancelAfter;
        _fund(terms);
        bool isInside = cancelAfter >= NOW + 60 && cancelAfter <= NOW + 30 days;
        (bool isCreated,) = address(registry).call(abi.encodeCall(EscrowRegistry.createEscrow, (terms)));
        vm.assertEq(isCreated ? 1 : 0, isInside ? 1 : 0, "created");
    }

    /// @dev The latest time that the terms can hold, which is in the year 36812.
    function test_attack_theEndOfUint40() public {
        vm.warp(type(uint40).max - 100);
        EscrowTerms memory terms = _terms();
        terms.cancelAfter = type(uint40).max;
        EscrowVault vault = _open(terms);
        vm.assertEq(vault.terms().cancelAfter, type(uint40).max, "not cut off");
        vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
        vault.cancel();
        vm.warp(uint256(type(uint40).max) + 1);
        vm.expectRevert(IEscrowRegistry.ClaimWindowClosed.selector);
        vault.claim(SECRET);
        vault.cancel();
        vm.assertEq(_balance(CREATOR), type(uint128).max, "repaid");
    }

    function testFuzz_attack_anyAmountIsPaidExactly(uint128 amount, uint128 donation) public {
        vm.assume(amount > 0);
        EscrowTerms memory terms = _terms();
        terms.amount = amount;
        EscrowVault vault = _open(terms);
        token.mint(address(vault), donation);
        vault.claim(SECRET);
        vm.assertEq(_balance(RECIPIENT), amount, "recipient");
        vault.sweep(address(token));
        vm.assertEq(_balance(CREATOR), type(uint128).max - uint256(amount) + donation, "creator");
    }

    function test_attack_theLargestAmount() public {
        EscrowTerms memory terms = _terms();
        terms.amount = type(uint128).max;
        _open(terms).claim(SECRET);
        vm.assertEq(_balance(RECIPIENT), type(uint128).max, "token");
        terms = _nativeTerms();
        terms.amount = type(uint128).max;
        vm.deal(CREATOR, type(uint128).max);
        vm.prank(CREATOR);
        _known(terms, registry.createEscrowNative{value: type(uint128).max}(terms)).claim(SECRET);
        vm.assertEq(RECIPIENT.balance, type(uint128).max, "native");
    }

    function testFuzz_attack_anyAmountHopsExactly(uint128 amount, uint128 fee) public {
        vm.assume(amount > 1);
        EscrowTerms memory terms = _hopTerms();
        terms.amount = amount;
        EscrowVault vault = _open(terms);
        HopRoute memory route = _route();
        route.relayerFee = fee % amount;
        vm.prank(RECIPIENT);
        vault.claimHop(SECRET, route, "");
        vm.assertEq(_balance(address(tokenHome)), amount, "bridged");
        vm.assertEq(_balance(address(vault)), 0, "vault");
    }

    /// @dev The stranger knows the secret and makes any calls in any order, but gains nothing: every unit belongs to
    ///      the creator or the recipient or is still in a vault, and each vault has paid at most one party.
    function testFuzz_attack_anyOrderOfCallsByAStranger(uint256[24] calldata seeds) public {
        EscrowTerms[3] memory list = [_terms(), _hopTerms(), _nativeTerms()];
        _fund(list[0]);
        _open(list[1]);
        _open(list[2]);
        uint256[3] memory held = [uint256(list[0].amount), list[1].amount, list[2].amount];
        uint256 tokens = _balance(CREATOR) + held[0] + held[1];
        uint256 native = CREATOR.balance + held[2];
        for (uint256 i = 0; i < seeds.length; ++i) {
            if (seeds[i] % 5 == 0) vm.warp(block.timestamp + (seeds[i] >> 8) % (HOUR / 2));
            EscrowTerms memory terms = list[(seeds[i] >> 16) % 3];
            _callAsStranger(terms, (seeds[i] >> 32) % 13, seeds[i]);
            _assertSettledOnce(terms);
        }
        address[3] memory vaults = _addresses(list);
        uint256 inVaults = _balance(vaults[0]) + _balance(vaults[1]);
        vm.assertEq(_balance(CREATOR) + _balance(RECIPIENT) + inVaults, tokens, "tokens");
        vm.assertEq(CREATOR.balance + RECIPIENT.balance + vaults[2].balance, native, "native");
        vm.assertEq(_balance(STRANGER) + STRANGER.balance, 0, "stranger");
        vm.assertTrue(_balance(RECIPIENT) == 0 || _balance(RECIPIENT) == AMOUNT, "paid once or never");
        vm.assertTrue(RECIPIENT.balance == 0 || RECIPIENT.balance == 1 ether, "paid once or never");
    }

    function _callAsStranger(EscrowTerms memory terms, uint256 choice, uint256 seed) private {
        bytes32 secret = seed % 2 == 0 ? SECRET : bytes32(seed);
        HopRoute memory route = _route();
        route.hopRecipient = STRANGER;
        bytes memory data = [
            abi.encodeCall(EscrowRegistry.claim, (terms, secret)),
            abi.encodeCall(EscrowRegistry.claimTo, (terms, secret, STRANGER, type(uint256).max, "")),
            abi.encodeCall(EscrowRegistry.claimHop, (terms, secret, route, "")),
            abi.encodeCall(EscrowRegistry.cancel, (terms)),
            abi.encodeCall(EscrowRegistry.cancelTo, (terms, STRANGER, type(uint256).max, "")),
            abi.encodeCall(EscrowRegistry.cancelWithConsent, (terms, type(uint256).max, "")),
            abi.encodeCall(EscrowRegistry.sweep, (terms, seed % 3 == 0 ? NATIVE_TOKEN : address(token), terms.creator, 0, "")),
            abi.encodeCall(EscrowVault.vaultPay, (terms.token, STRANGER, terms.amount)),
            abi.encodeCall(EscrowRegistry.createEscrow, (terms)),
            abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, type(uint256).max, "")),
            abi.encodeCall(EscrowRegistry.recoverPrefund, (terms, terms.creator)),
            abi.encodeCall(EscrowRegistry.recoverPrefund, (terms, STRANGER)),
            abi.encodeCall(EscrowRegistry.sweep, (terms, terms.token, STRANGER, type(uint256).max, ""))
        ][choice];
        address target = choice == 7 ? registry.vaultAddress(terms) : address(registry);
        vm.prank(STRANGER);
        (bool isDone,) = target.call(data);
        bool isForParties = choice == 1 || choice == 2 || choice == 4 || choice == 5 || choice == 7 || choice > 10;
        if (target.code.length > 0) vm.assertFalse(isDone && isForParties, "for parties only");
    }

    function _assertSettledOnce(EscrowTerms memory terms) private view {
        address vault = registry.vaultAddress(terms);
        if (vault.code.length == 0 || registry.stateOf(terms) != VaultState.Open) return;
        uint256 balance = terms.token == NATIVE_TOKEN ? vault.balance : _balance(vault);
        vm.assertEq(balance, terms.amount, "an open vault holds its amount");
    }

    function _addresses(EscrowTerms[3] memory list) private view returns (address[3] memory vaults) {
        for (uint256 i = 0; i < list.length; ++i) {
            vaults[i] = registry.vaultAddress(list[i]);
        }
    }
}
