// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {VaultCode} from "../contracts/VaultCode.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {RefusingPayee} from "./support/Accounts.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Attacks on addresses, funding, deadlines and secrets, and attempts of one party to stop another.
contract AttacksOnVaultsTest is EscrowTest {
    using VaultCalls for EscrowVault;

    /// @dev The registry has the same address on every chain. Its vaults do not, because the chain id is in their salt.
    function test_attack_sameVaultOnTwoChains() public {
        EscrowTerms memory terms = _terms();
        vm.assertEq(address(_open(terms)), _create2(block.chainid, terms), "this chain");
        vm.assertTrue(_create2(block.chainid, terms) != _create2(4242, terms), "another chain");
    }

    function test_attack_creationAfterSettlement() public {
        EscrowTerms memory terms = _nativeTerms();
        EscrowVault vault = _open(terms);
        vault.claim(SECRET);
        vm.prank(CREATOR);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, address(vault)));
        registry.createEscrowNative{value: 1 ether}(terms);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, address(vault)));
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, terms.creator);
    }

    function test_attack_strangerCreatesFirst() public {
        EscrowTerms memory terms = _terms();
        _approve(type(uint256).max);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(STRANGER);
        EscrowVault vault = _known(terms, registry.createEscrowSigned(terms, NOW + HOUR, signature));
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, address(vault)));
        vm.prank(CREATOR);
        registry.createEscrowSigned(terms, 0, "");
        vm.assertEq(_balance(address(vault)), AMOUNT, "funded once");
        vm.assertEq(abi.encode(vault.terms()), abi.encode(terms));
    }

    function test_attack_donationBeforeCreation() public {
        EscrowTerms memory terms = _terms();
        token.mint(registry.vaultAddress(terms), 5);
        _approve(AMOUNT);
        vm.prank(CREATOR);
        EscrowVault vault = _known(terms, registry.createEscrowSigned(terms, 0, ""));
        vm.assertEq(_balance(address(vault)), AMOUNT + 5, "the whole amount is pulled");
        vault.claim(SECRET);
        vm.assertEq(_balance(RECIPIENT), AMOUNT, "exactly the amount");
        vault.sweep(address(token));
        vm.assertEq(_balance(CREATOR), type(uint128).max - AMOUNT + 5, "the rest is the creator's");
    }

    function test_attack_donationBeforeANativeCreation() public {
        EscrowTerms memory terms = _nativeTerms();
        EscrowVault vault = _known(terms, registry.vaultAddress(terms));
        vm.deal(address(vault), 3);
        vm.prank(CREATOR);
        registry.createEscrowNative{value: 1 ether}(terms);
        vault.claim(SECRET);
        vm.assertEq(RECIPIENT.balance, 1 ether, "exactly the amount");
        vault.sweep(NATIVE_TOKEN);
        vm.assertEq(CREATOR.balance, 999 ether + 3, "the rest is the creator's");
    }

    function test_attack_donationAfterCreationIsRepaidWithACancellation() public {
        EscrowVault vault = _open(_terms());
        token.mint(address(vault), 5);
        vm.warp(NOW + HOUR);
        vault.cancel();
        vm.assertEq(_balance(CREATOR), type(uint128).max + uint256(5), "all of it");
    }

    function test_attack_nativeTokenSentTooLate() public {
        EscrowVault vault = _open(_nativeTerms());
        vm.prank(CREATOR);
        (bool isTaken,) = address(vault).call{value: 1}("");
        vm.assertFalse(isTaken, "no receive");
        vm.prank(CREATOR);
        (isTaken,) = address(registry).call{value: 1}(abi.encodeCall(EscrowRegistry.claim, (_nativeTerms(), SECRET)));
        vm.assertFalse(isTaken, "not payable");
    }

    function test_attack_sweepWhileOpen() public {
        EscrowVault vault = _open(_terms());
        EscrowVault native = _open(_nativeTerms());
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        vault.sweep(address(token));
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        native.sweep(NATIVE_TOKEN);
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        vault.sweep(address(token));
    }

    /// @dev The attacker deploys a vault's code at another address. The registry only settles vaults at the address
    ///      that it derives from the terms.
    function test_attack_fakeVault() public {
        EscrowTerms memory terms = _terms();
        bytes memory runtime = address(_open(terms)).code;
        address fake = address(0xFA4E);
        vm.etch(fake, runtime);
        token.mint(fake, AMOUNT);
        registry.claim(terms, SECRET);
        vm.assertEq(_balance(fake), AMOUNT, "the fake one pays nobody");
        vm.expectRevert(EscrowVault.NotRegistry.selector);
        EscrowRegistry(fake).claim(terms, SECRET);
    }

    /// @dev If bits outside a field's range were dropped after the address was derived, two encodings would name the
    ///      same terms at two addresses.
    function test_attack_dirtyBitsMakeNoAliasOfAVault() public {
        EscrowTerms memory terms = _terms();
        address vault = address(_open(terms));
        for (uint256 field = 0; field < 6; ++field) {
            bytes memory data = abi.encodeCall(EscrowRegistry.claim, (terms, SECRET));
            data[4 + 32 * field] = 0x01;
            (bool isClaimed,) = address(registry).call(data);
            vm.assertFalse(isClaimed, "claimed");
            data = abi.encodeCall(EscrowRegistry.createEscrow, (terms));
            data[4 + 32 * field] = 0x01;
            (bool isCreated,) = address(registry).call(data);
            vm.assertFalse(isCreated, "created");
            data = abi.encodeCall(EscrowRegistry.recoverPrefund, (terms, terms.creator));
            data[4 + 32 * field] = 0x01;
            vm.prank(CREATOR);
            (bool isRecovered,) = address(registry).call(data);
            vm.assertFalse(isRecovered, "recovered");
        }
        vm.assertEq(_balance(vault), AMOUNT, "untouched");
    }

    function test_attack_prefundOfTheWrongAmount() public {
        EscrowTerms memory terms = _terms();
        address vault = registry.vaultAddress(terms);
        vm.prank(CREATOR);
        token.transfer(vault, AMOUNT - 1);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, AMOUNT - 1, AMOUNT));
        registry.createEscrow(terms);
        vm.prank(CREATOR);
        vm.assertEq(registry.recoverPrefund(terms, terms.creator), AMOUNT - 1, "recovered");
        vm.assertEq(_balance(CREATOR), type(uint128).max, "repaid");
    }

    function test_attack_prefundOfImpossibleTerms() public {
        EscrowTerms[4] memory list = [_terms(), _terms(), _terms(), _nativeTerms()];
        list[0].cancelAfter = type(uint40).max;
        list[1].recipient = address(0);
        list[2].commitmentHash = 0;
        list[3].hopBridge = STRANGER;
        for (uint256 i = 0; i < list.length; ++i) {
            _fund(list[i]);
            vm.expectRevert();
            registry.createEscrow(list[i]);
            vm.prank(CREATOR);
            vm.assertEq(registry.recoverPrefund(list[i], list[i].creator), list[i].amount, "recovered");
        }
        vm.assertEq(_balance(CREATOR), type(uint128).max, "repaid");
        vm.assertEq(CREATOR.balance, 1000 ether, "repaid");
    }

    function test_attack_prefundAnnouncedTooLate() public {
        EscrowTerms memory terms = _terms();
        _fund(terms);
        vm.warp(NOW + HOUR - 1);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.NotCreator.selector);
        registry.recoverPrefund(terms, terms.creator);
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.InvalidCancelAfter.selector);
        registry.createEscrow(terms);
        vm.prank(STRANGER);
        registry.recoverPrefund(terms, terms.creator);
        vm.assertEq(_balance(CREATOR), type(uint128).max, "the stranger can only send it home");
    }

    function test_attack_recoveryOfAnOpenVault() public {
        EscrowTerms memory terms = _terms();
        EscrowVault vault = _open(terms);
        vm.prank(CREATOR);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, address(vault)));
        registry.recoverPrefund(terms, terms.creator);
        vm.prank(CREATOR);
        vm.expectRevert(EscrowVault.NotVault.selector);
        vault.vaultPay(address(token), CREATOR, AMOUNT);
    }

    function test_attack_blockNumbersMeanNothing() public {
        EscrowVault vault = _open(_terms());
        vm.roll(type(uint64).max);
        vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
        vault.cancel();
        vault.claim(SECRET);
    }

    function test_attack_creatorThatRefusesItsOwnMoney() public {
        RefusingPayee payee = new RefusingPayee();
        EscrowTerms memory terms = _nativeTerms();
        terms.creator = address(payee);
        vm.deal(address(payee), 1 ether);
        EscrowVault vault = _open(terms);
        vm.warp(NOW + HOUR);
        vm.expectRevert(EscrowVault.NativeTransferFailed.selector);
        vault.cancel();
        _assertState(vault, VaultState.Open);
        vm.prank(address(payee));
        vault.cancelTo(ELSEWHERE, 0, "");
        vm.assertEq(ELSEWHERE.balance, 1 ether, "repaid elsewhere");
    }

    function test_attack_keccakInsteadOfSha256() public {
        EscrowTerms memory terms = _terms();
        terms.commitmentHash = keccak256(abi.encodePacked(SECRET));
        EscrowVault vault = _open(terms);
        vm.expectRevert(IEscrowRegistry.WrongSecret.selector);
        vault.claim(SECRET);
    }

    /// @dev A secret that does not have 32 bytes could be valid on another chain and not on this one.
    function test_attack_secretOfAnotherLength() public {
        EscrowTerms memory terms = _terms();
        terms.commitmentHash = sha256(abi.encodePacked(bytes31(SECRET)));
        _open(terms);
        bytes memory claim = abi.encodePacked(EscrowRegistry.claim.selector, abi.encode(terms));
        (bool isClaimed,) = address(registry).call(abi.encodePacked(claim, bytes31(SECRET)));
        vm.assertFalse(isClaimed, "31 bytes");
        (isClaimed,) = address(registry).call(abi.encodePacked(claim, bytes32(bytes31(SECRET))));
        vm.assertFalse(isClaimed, "31 bytes and a zero");
        terms.commitmentHash = sha256(abi.encodePacked(SECRET, SECRET));
        _open(terms);
        claim = abi.encodePacked(EscrowRegistry.claim.selector, abi.encode(terms));
        (isClaimed,) = address(registry).call(abi.encodePacked(claim, SECRET, SECRET));
        vm.assertFalse(isClaimed, "64 bytes");
    }

    function _create2(uint256 chainId, EscrowTerms memory terms) private view returns (address) {
        bytes32 salt = keccak256(abi.encode(chainId, keccak256(abi.encode(terms))));
        bytes32 codeHash = keccak256(VaultCode.initCode(address(registry), registry.vaultCount.selector));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(registry), salt, codeHash));
        return address(uint160(uint256(hash)));
    }
}
