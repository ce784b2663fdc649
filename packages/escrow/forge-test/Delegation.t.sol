// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {PlainDelegate, ReenteringPayee, Wallet1271} from "./support/Accounts.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Accounts that delegate to a contract (EIP-7702) by a transaction's authorization list, under Prague's rules.
///      The account's code is then `0xef0100 ‖ implementation`, and its key can still sign.
/// forge-config: default.evm_version = "prague"
contract DelegationTest is EscrowTest {
    using VaultCalls for EscrowVault;

    uint256 private constant SESSION_KEY = 0x5E55;

    function test_creator_signsByItsKeyAndByItsCode() public {
        _delegate(CREATOR_KEY, address(new Wallet1271(vm.addr(SESSION_KEY))));
        _approve(type(uint256).max);
        uint256[2] memory keys = [CREATOR_KEY, SESSION_KEY];
        for (uint256 i = 0; i < 2; ++i) {
            EscrowTerms memory terms = _terms();
            terms.cancelAfter += uint40(i);
            bytes32 structHash = _createHash(terms, NOW + HOUR);
            bytes memory foreign = _sign(STRANGER_KEY, structHash);
            bytes memory signature = _sign(keys[i], structHash);
            vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
            registry.createEscrowSigned(terms, NOW + HOUR, foreign);
            vm.assertTrue(_isVault(registry.createEscrowSigned(terms, NOW + HOUR, signature)), "created");
        }
    }

    function test_recipient_consentsByItsKeyAndByItsCode() public {
        _delegate(RECIPIENT_KEY, address(new Wallet1271(vm.addr(SESSION_KEY))));
        uint256[2] memory keys = [RECIPIENT_KEY, SESSION_KEY];
        for (uint256 i = 0; i < 2; ++i) {
            EscrowTerms memory terms = _terms();
            terms.cancelAfter += uint40(i);
            EscrowVault vault = _open(terms);
            bytes memory foreign = _sign(STRANGER_KEY, _consentHash(vault, NOW + HOUR));
            bytes memory signature = _sign(keys[i], _consentHash(vault, NOW + HOUR));
            vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
            vault.cancelWithConsent(NOW + HOUR, foreign);
            vault.cancelWithConsent(NOW + HOUR, signature);
            _assertState(vault, VaultState.Cancelled);
        }
    }

    function test_recipient_hopsByItsKeyAndByItsCode() public {
        _delegate(RECIPIENT_KEY, address(new Wallet1271(vm.addr(SESSION_KEY))));
        uint256[2] memory keys = [RECIPIENT_KEY, SESSION_KEY];
        for (uint256 i = 0; i < 2; ++i) {
            EscrowTerms memory terms = _hopTerms();
            terms.cancelAfter += uint40(i);
            EscrowVault vault = _open(terms);
            bytes memory signature = _sign(keys[i], _hopHash(vault, _route()));
            vm.prank(STRANGER);
            vault.claimHop(SECRET, _route(), signature);
        }
        vm.assertEq(_balance(address(tokenHome)), 2 * AMOUNT, "dispatched");
    }

    /// @dev An account that delegates to code without `isValidSignature` can still sign with its key, and nobody else
    ///      can sign for it.
    function test_recipient_whoseCodeSignsNothingStillHasItsKey() public {
        _delegate(RECIPIENT_KEY, address(new PlainDelegate()));
        EscrowVault vault = _open(_terms());
        bytes32 structHash = _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR);
        bytes memory foreign = _sign(STRANGER_KEY, structHash);
        bytes memory signature = _sign(RECIPIENT_KEY, structHash);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, foreign);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, signature);
        vm.assertEq(_balance(ELSEWHERE), AMOUNT, "paid");
    }

    /// @dev When the delegated code refuses the native token, the account cannot be paid. Its key can name another
    ///      payee, or end the delegation.
    function test_recipient_whoseCodeRefusesTheNativeToken() public {
        _delegate(RECIPIENT_KEY, address(new PlainDelegate()));
        EscrowVault vault = _open(_nativeTerms());
        vm.expectRevert(EscrowVault.NativeTransferFailed.selector);
        vault.claim(SECRET);
        vm.signAndAttachDelegation(address(0), RECIPIENT_KEY);
        vault.claim(SECRET);
        vm.assertEq(RECIPIENT.code.length, 0, "the delegation is over");
        vm.assertEq(RECIPIENT.balance, 1 ether, "paid");
    }

    /// @dev A delegated account runs its code when it is paid, and can call back. By then the vault has paid.
    function test_attack_delegatedRecipientReentersItsClaim() public {
        _delegate(RECIPIENT_KEY, address(new ReenteringPayee()));
        EscrowTerms memory terms = _nativeTerms();
        EscrowVault vault = _open(terms);
        ReenteringPayee payee = ReenteringPayee(payable(RECIPIENT));
        payee.prepare(address(registry), abi.encodeCall(registry.claim, (terms, SECRET)));
        vm.deal(address(vault), 3 ether);
        vault.claim(SECRET);
        vm.assertTrue(payee.isCalled() && !payee.isSuccess(), "called back, and refused");
        vm.assertEq(RECIPIENT.balance, 1 ether, "paid once");
    }

    /// @dev A creator with delegated code can fund an escrow by its allowance and is repaid, like any other creator.
    function test_creator_isRepaidThroughItsCode() public {
        _delegate(CREATOR_KEY, address(new Wallet1271(vm.addr(SESSION_KEY))));
        EscrowVault vault = _open(_nativeTerms());
        uint256 before = CREATOR.balance;
        vm.warp(NOW + HOUR);
        vault.cancel();
        vm.assertEq(CREATOR.balance, before + 1 ether, "repaid");
    }

    function _delegate(uint256 key, address implementation) private {
        vm.signAndAttachDelegation(implementation, key);
        // Forge attaches the authorization to the next call.
        token.totalSupply();
        vm.assertEq(vm.addr(key).code, abi.encodePacked(hex"ef0100", implementation));
    }
}
