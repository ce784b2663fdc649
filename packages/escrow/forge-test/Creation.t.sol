// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {EscrowTest, IMintable} from "./support/EscrowTest.sol";
import {FeeToken, PhantomPermitToken, PlainToken, UsdtLike} from "./support/Tokens.sol";
import {PlainDelegate, Wallet1271} from "./support/Accounts.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev The four ways to create an escrow, and the attacks on them.
contract CreationTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_prefunded_anyoneMayAnnounce() public {
        EscrowTerms memory terms = _terms();
        address vault = _fund(terms);
        vm.prank(STRANGER);
        vm.assertEq(registry.createEscrow(terms), vault, "address");
        _assertState(_known(terms, vault), VaultState.Open);
        vm.assertEq(_balance(vault), AMOUNT, "balance");
        vm.assertTrue(_isVault(vault), "isVault");
        vm.assertEq(vault.code.length, 49, "a clone and its index");
    }

    function test_native_theValueIsTheEscrow() public {
        EscrowTerms memory terms = _nativeTerms();
        vm.prank(CREATOR);
        address vault = registry.createEscrowNative{value: 1 ether}(terms);
        vm.assertEq(vault.balance, 1 ether, "balance");
    }

    function test_native_anotherValueIsRefused() public {
        EscrowTerms memory terms = _nativeTerms();
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidValue.selector);
        registry.createEscrowNative{value: 1 ether - 1}(terms);
    }

    function test_native_onlyForTheNativeToken() public {
        EscrowTerms memory terms = _terms();
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.InvalidToken.selector);
        registry.createEscrowNative{value: AMOUNT}(terms);
    }

    function test_signed_theRelayerCreates() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(STRANGER);
        address vault = registry.createEscrowSigned(terms, NOW + HOUR, signature);
        vm.assertEq(_balance(vault), AMOUNT, "balance");
    }

    function test_signed_theCreatorNeedsNoSignature() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        vm.prank(CREATOR);
        vm.assertTrue(_isVault(registry.createEscrowSigned(terms, 0, "")), "vault");
    }

    function test_permit_theRelayerCreates() public {
        EscrowTerms memory terms = _terms();
        Permit memory p = _permit(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(STRANGER);
        registry.createEscrowPermit(terms, NOW + HOUR, p.v, p.r, p.s, NOW + HOUR, signature);
        vm.assertEq(_balance(registry.vaultAddress(terms)), AMOUNT, "balance");
    }

    function test_attack_permitFundsAttackersTerms() public {
        EscrowTerms memory terms = _terms();
        terms.recipient = STRANGER;
        Permit memory p = _permit(AMOUNT);
        bytes memory signature = _sign(STRANGER_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowPermit(terms, NOW + HOUR, p.v, p.r, p.s, NOW + HOUR, signature);
    }

    function test_attack_permitFrontRunDoesNotBlockCreation() public {
        EscrowTerms memory terms = _terms();
        Permit memory p = _permit(AMOUNT);
        token.permit(CREATOR, address(registry), AMOUNT, NOW + HOUR, p.v, p.r, p.s);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        registry.createEscrowPermit(terms, NOW + HOUR, p.v, p.r, p.s, NOW + HOUR, signature);
        vm.assertEq(_balance(registry.vaultAddress(terms)), AMOUNT, "balance");
    }

    function test_attack_standingAllowanceIsNotASignature() public {
        EscrowTerms memory terms = _terms();
        terms.recipient = STRANGER;
        _approve(type(uint256).max);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, "");
    }

    function test_attack_authorizationExpires() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW));
        vm.warp(NOW + 1);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
        registry.createEscrowSigned(terms, NOW, signature);
    }

    function test_attack_authorizationCanBeRevoked() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, terms.creator);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, registry.vaultAddress(terms)));
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function test_attack_onlyTheCreatorRevokes() public {
        EscrowTerms memory terms = _terms();
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.NotCreator.selector);
        registry.recoverPrefund(terms, terms.creator);
    }

    function test_attack_signatureOfAnotherRegistryOrChain() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes32 other = new EscrowRegistry().domainSeparator();
        bytes memory signature = _signDigest(CREATOR_KEY, _digestIn(other, _createHash(terms, NOW + HOUR)));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);

        bytes memory here = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.chainId(4242);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, here);
    }

    function test_attack_malleableSignatureIsRefused() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(CREATOR_KEY, _digest(_createHash(terms, NOW + HOUR)));
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory twin = abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, twin);
    }

    function test_wallet1271_signs() public {
        Wallet1271 wallet = new Wallet1271(CREATOR);
        EscrowTerms memory terms = _terms();
        terms.creator = address(wallet);
        token.mint(address(wallet), AMOUNT);
        vm.prank(address(wallet));
        token.approve(address(registry), AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.assertTrue(_isVault(registry.createEscrowSigned(terms, NOW + HOUR, signature)), "vault");
    }

    function test_delegatedAccountStillSignsWithItsKey() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.etch(CREATOR, abi.encodePacked(hex"ef0100", address(new PlainDelegate())));
        vm.assertTrue(_isVault(registry.createEscrowSigned(terms, NOW + HOUR, signature)), "vault");
    }

    function test_attack_amountIsPartOfTheIdentity() public {
        EscrowTerms memory terms = _terms();
        EscrowTerms memory dust = _terms();
        dust.amount = 1;
        token.mint(registry.vaultAddress(dust), 1);
        vm.assertTrue(registry.createEscrow(dust) != registry.vaultAddress(terms), "other address");
        _open(terms);
    }

    function test_attack_secondCreationAtTheSameAddress() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        uint256 gasBefore = gasleft();
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, address(vault)));
        registry.createEscrow(terms);
        // A second CREATE2 at the same address would have burned 63/64 of the gas.
        vm.assertLt(gasBefore - gasleft(), 100_000, "gas");
    }

    function test_underfundedIsRefused() public {
        EscrowTerms memory terms = _terms();
        token.mint(registry.vaultAddress(terms), AMOUNT - 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, AMOUNT - 1, AMOUNT));
        registry.createEscrow(terms);
    }

    function test_attack_feeOnTransferTokenIsRefused() public {
        FeeToken fee = new FeeToken();
        EscrowTerms memory terms = _terms();
        terms.token = address(fee);
        fee.mint(CREATOR, AMOUNT);
        vm.prank(CREATOR);
        fee.approve(address(registry), AMOUNT);
        vm.prank(CREATOR);
        vm.expectRevert();
        registry.createEscrowSigned(terms, 0, "");
    }

    function test_usdtLikeToken() public {
        UsdtLike usdt = new UsdtLike();
        EscrowTerms memory terms = _terms();
        terms.token = address(usdt);
        usdt.mint(CREATOR, AMOUNT);
        EscrowVault vault = _open(terms);
        vault.claim(SECRET);
    }

    function test_phantomPermitStillNeedsAnAllowance() public {
        PhantomPermitToken phantom = new PhantomPermitToken();
        EscrowTerms memory terms = _terms();
        terms.token = address(phantom);
        phantom.mint(CREATOR, AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.expectRevert();
        registry.createEscrowPermit(terms, NOW + HOUR, 27, 0, 0, NOW + HOUR, signature);
    }

    function test_windowBounds() public {
        EscrowTerms memory terms = _terms();
        terms.cancelAfter = uint40(NOW + registry.MIN_WINDOW());
        _open(terms);
        terms.cancelAfter = uint40(NOW + registry.MAX_WINDOW());
        _open(terms);
        terms.cancelAfter = uint40(NOW + registry.MIN_WINDOW() - 1);
        _fund(terms);
        vm.expectRevert(IEscrowRegistry.InvalidCancelAfter.selector);
        registry.createEscrow(terms);
        terms.cancelAfter = type(uint40).max;
        _fund(terms);
        vm.expectRevert(IEscrowRegistry.InvalidCancelAfter.selector);
        registry.createEscrow(terms);
    }

    function test_invalidTerms() public {
        EscrowTerms memory terms = _terms();
        terms.recipient = CREATOR;
        vm.expectRevert(IEscrowRegistry.InvalidParties.selector);
        registry.createEscrow(terms);
        terms.recipient = address(0);
        vm.expectRevert(IEscrowRegistry.InvalidParties.selector);
        registry.createEscrow(terms);
        terms = _terms();
        terms.amount = 0;
        vm.expectRevert(IEscrowRegistry.InvalidAmount.selector);
        registry.createEscrow(terms);
        terms = _terms();
        terms.commitmentHash = 0;
        vm.expectRevert(IEscrowRegistry.InvalidCommitmentHash.selector);
        registry.createEscrow(terms);
        terms = _terms();
        terms.token = address(0xBEEF);
        vm.expectRevert(IEscrowRegistry.InvalidToken.selector);
        registry.createEscrow(terms);
        terms = _nativeTerms();
        terms.hopBridge = address(bridge);
        vm.expectRevert(IEscrowRegistry.InvalidHopBridge.selector);
        registry.createEscrow(terms);
    }

    function test_batch_oneThatFailsDoesNotStopTheOthers() public {
        EscrowTerms[] memory batch = new EscrowTerms[](3);
        for (uint256 i = 0; i < 3; ++i) {
            batch[i] = _terms();
            batch[i].amount = uint128(AMOUNT + i);
            if (i != 1) _fund(batch[i]);
        }
        address[] memory vaults = registry.createEscrowBatch(batch);
        vm.assertTrue(_isVault(vaults[0]) && _isVault(vaults[2]), "created");
        vm.assertEq(vaults[1], address(0), "left out");
    }

    function test_recoverPrefund_theCreatorAtAnyTimeOthersAfterwards() public {
        EscrowTerms memory terms = _terms();
        _fund(terms);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.NotCreator.selector);
        registry.recoverPrefund(terms, terms.creator);
        uint256 before = _balance(CREATOR);
        vm.prank(CREATOR);
        vm.assertEq(registry.recoverPrefund(terms, terms.creator), AMOUNT, "amount");
        vm.assertEq(_balance(CREATOR) - before, AMOUNT, "repaid");
        vm.expectRevert();
        registry.createEscrow(terms);

        terms.amount = AMOUNT + 1;
        _fund(terms);
        vm.warp(terms.cancelAfter);
        vm.prank(STRANGER);
        registry.recoverPrefund(terms, terms.creator);
    }

    function test_isVault_notForOthers() public {
        vm.assertFalse(_isVault(address(registry)), "registry");
        vm.assertFalse(_isVault(STRANGER), "account");
        EscrowTerms memory terms = _terms();
        EscrowRegistry other = new EscrowRegistry();
        address elsewhere = other.vaultAddress(terms);
        token.mint(elsewhere, AMOUNT);
        vm.assertFalse(_isVault(other.createEscrow(terms)), "vault of another registry");
    }

    function testFuzz_predictedIsDeployed(uint128 amount, uint40 window, bytes32 hash, address recipient) public {
        vm.assume(amount > 0 && hash != 0 && recipient != address(0) && recipient != CREATOR);
        EscrowTerms memory terms = _terms();
        terms.amount = amount;
        terms.commitmentHash = hash;
        terms.recipient = recipient;
        terms.cancelAfter = uint40(NOW + 60 + (window % (30 days - 60)));
        token.mint(registry.vaultAddress(terms), amount > type(uint128).max - 1 ? 0 : amount);
        vm.assume(_balance(registry.vaultAddress(terms)) >= amount);
        vm.assertEq(registry.createEscrow(terms), registry.vaultAddress(terms), "address");
        vm.assertEq(abi.encode(_known(terms, registry.vaultAddress(terms)).terms()), abi.encode(terms));
    }
}
