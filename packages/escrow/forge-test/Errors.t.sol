// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {HopBridge} from "../contracts/HopBridge.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {ShortTokenHome} from "./support/Bridges.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Every place in which the contracts revert with an error of their own and that no other test reaches.
contract ErrorsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_InvalidParties_creatorIsZero() public {
        EscrowTerms memory terms = _terms();
        terms.creator = address(0);
        vm.expectRevert(IEscrowRegistry.InvalidParties.selector);
        registry.createEscrow(terms);
    }

    function test_InvalidToken_nativeTokenCannotBePulled() public {
        EscrowTerms memory terms = _nativeTerms();
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidToken.selector);
        registry.createEscrowSigned(terms, 0, "");
    }

    function test_InvalidToken_isToldBeforeAWrongValue() public {
        EscrowTerms memory terms = _terms();
        vm.expectRevert(IEscrowRegistry.InvalidToken.selector);
        registry.createEscrowNative{value: 0}(terms);
    }

    function test_InvalidHopBridge_nativeTokenCannotHop() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.hopBridge = address(bridge);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidHopBridge.selector);
        registry.createEscrowNative{value: 1 ether}(terms);
    }

    /// @dev A vault delegates to its registry's code. Called there by anybody, every function of that code must revert.
    function test_NotRegistry_everyFunctionCalledOnAVault() public {
        EscrowTerms memory terms = _terms();
        address vault = address(_open(terms));
        bytes[] memory calls = _everyCall(terms);
        for (uint256 i = 0; i < calls.length; ++i) {
            _refusesCall(vault, STRANGER, calls[i], EscrowVault.NotRegistry.selector);
            _refusesCall(vault, address(registry), calls[i], EscrowVault.NotRegistry.selector);
        }
        vm.assertEq(_balance(vault), AMOUNT, "untouched");
    }

    /// @dev A vault's money moves only when the registry calls the vault.
    function test_NotVault_moneyMovesByTheRegistryAlone() public {
        EscrowTerms memory terms = _terms();
        address vault = address(_open(terms));
        bytes[2] memory calls = [
            abi.encodeCall(EscrowVault.vaultPay, (address(token), STRANGER, AMOUNT)),
            abi.encodeCall(EscrowVault.vaultDispatch, (address(bridge), address(token), AMOUNT, _route()))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            _refusesCall(vault, STRANGER, calls[i], EscrowVault.NotVault.selector);
            _refusesCall(vault, vault, calls[i], EscrowVault.NotVault.selector);
            _refusesCall(vault, CREATOR, calls[i], EscrowVault.NotVault.selector);
            _refusesCall(address(registry), STRANGER, calls[i], EscrowVault.NotVault.selector);
            _refusesCall(address(registry), address(registry), calls[i], EscrowVault.NotVault.selector);
        }
        vm.assertEq(_balance(vault), AMOUNT, "untouched");
    }

    function test_NotCreated_everySettlement() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _known(terms, registry.vaultAddress(terms));
        bytes memory refusal = abi.encodeWithSelector(IEscrowRegistry.NotCreated.selector, address(vault));
        vm.expectRevert(refusal);
        vault.claim(SECRET);
        vm.prank(RECIPIENT);
        vm.expectRevert(refusal);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.prank(RECIPIENT);
        vm.expectRevert(refusal);
        vault.cancelWithConsent(0, "");
        vm.expectRevert(refusal);
        vault.sweep(address(token));
        vm.expectRevert(refusal);
        vault.state();
        vm.warp(NOW + HOUR);
        vm.expectRevert(refusal);
        vault.cancel();
    }

    function _everyCall(EscrowTerms memory terms) private view returns (bytes[] memory calls) {
        EscrowTerms[] memory list = new EscrowTerms[](1);
        list[0] = terms;
        calls = new bytes[](19);
        calls[0] = abi.encodeCall(EscrowRegistry.claim, (terms, SECRET));
        calls[1] = abi.encodeCall(EscrowRegistry.claimTo, (terms, SECRET, ELSEWHERE, NOW, ""));
        calls[2] = abi.encodeCall(EscrowRegistry.claimHop, (terms, SECRET, _route(), ""));
        calls[3] = abi.encodeCall(EscrowRegistry.cancel, (terms));
        calls[4] = abi.encodeCall(EscrowRegistry.cancelTo, (terms, ELSEWHERE, NOW, ""));
        calls[5] = abi.encodeCall(EscrowRegistry.cancelWithConsent, (terms, NOW, ""));
        calls[6] = abi.encodeCall(EscrowRegistry.sweep, (terms, address(token), terms.creator, 0, ""));
        calls[7] = abi.encodeCall(EscrowRegistry.sweep, (terms, address(token), ELSEWHERE, NOW, ""));
        calls[8] = abi.encodeCall(EscrowRegistry.claimBatch, (new IEscrowRegistry.BatchClaim[](0)));
        calls[9] = abi.encodeCall(EscrowRegistry.createEscrow, (terms));
        calls[10] = abi.encodeCall(EscrowRegistry.createEscrowBatch, (list));
        calls[11] = abi.encodeCall(EscrowRegistry.createEscrowNative, (terms));
        calls[12] = abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, 0, ""));
        calls[13] = abi.encodeCall(EscrowRegistry.createEscrowPermit, (terms, NOW, 27, 0, 0, NOW, ""));
        calls[14] = abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, NOW, ""));
        calls[15] = abi.encodeCall(EscrowRegistry.createEscrowSignedBatch, (new IEscrowRegistry.SignedCreation[](0)));
        calls[16] = abi.encodeCall(EscrowRegistry.createEscrowPermit2, (terms, 0, NOW, ""));
        calls[17] = abi.encodeCall(
            EscrowRegistry.createEscrowAuthorized, (terms, IEscrowRegistry.Authorization(0, NOW, 0, ""))
        );
        calls[18] = abi.encodeCall(EscrowRegistry.recoverPrefund, (terms, terms.creator));
    }

    function _refusesCall(address target, address caller, bytes memory data, bytes4 error) private {
        vm.prank(caller);
        (bool isDone, bytes memory reason) = target.call(data);
        vm.assertFalse(isDone, "refused");
        vm.assertEq(reason, abi.encodeWithSelector(error));
    }

    function test_AlreadySettled_everySettlement() public {
        EscrowVault vault = _open(_hopTerms());
        vm.prank(RECIPIENT);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claimTo(SECRET, RECIPIENT, 0, "");
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claimHop(SECRET, _route(), "");
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.cancelWithConsent(0, "");
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.cancel();
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.cancelTo(CREATOR, 0, "");
    }

    function test_InvalidPayee() public {
        EscrowVault vault = _open(_hopTerms());
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.claimTo(SECRET, address(0), 0, "");
        HopRoute memory route = _route();
        route.hopRecipient = address(0);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.claimHop(SECRET, route, "");
        vm.warp(NOW + HOUR);
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidPayee.selector);
        vault.cancelTo(address(0), 0, "");
    }

    function test_SignatureExpired_deadlinesAreInclusive() public {
        EscrowVault vault = _open(_terms());
        bytes memory signature = _sign(RECIPIENT_KEY, _consentHash(vault, NOW + 5));
        vm.warp(NOW + 6);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
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
