// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, HopRoute, NATIVE_TOKEN, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {HookToken} from "./support/Tokens.sol";
import {ReenteringPayee} from "./support/Accounts.sol";
import {RudeBridge} from "./support/Bridges.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev The payee, the payer or the bridge calls the registry back while money moves. Every vault here holds twice its
///      amount, so that a second payment would succeed if it were allowed.
contract AttacksByReentrancyTest is EscrowTest {
    using VaultCalls for EscrowVault;

    HookToken private hooks;
    ReenteringPayee private payee;

    /// @dev A call that is made while another call runs.
    struct Reentry {
        address target;
        bytes data;
    }

    function setUp() public override {
        super.setUp();
        hooks = new HookToken();
        payee = new ReenteringPayee();
        vm.deal(address(payee), 1000 ether);
        hooks.mint(address(payee), 1000 * AMOUNT);
        vm.prank(address(payee));
        hooks.approve(address(registry), type(uint256).max);
    }

    function test_attack_tokenHookReentersClaim() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.recipient = address(payee);
        _reenterClaim(terms);
    }

    function test_attack_nativePayeeReentersClaim() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.recipient = address(payee);
        _reenterClaim(terms);
    }

    function test_attack_tokenHookReentersCancel() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.creator = address(payee);
        _reenterCancel(terms);
    }

    function test_attack_nativePayeeReentersCancel() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.creator = address(payee);
        _reenterCancel(terms);
    }

    function test_attack_tokenHookReentersSweep() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.creator = address(payee);
        _reenterSweep(terms);
    }

    function test_attack_nativePayeeReentersSweep() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.creator = address(payee);
        _reenterSweep(terms);
    }

    function test_attack_tokenHookReentersRecovery() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.creator = address(payee);
        _reenterRecovery(terms);
    }

    function test_attack_nativePayeeReentersRecovery() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.creator = address(payee);
        _reenterRecovery(terms);
    }

    /// @dev The token calls its sender before it moves anything. At that time the vault exists and is still empty.
    function test_attack_tokenHookReentersCreation() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.creator = address(payee);
        for (uint256 i = 0; i < _reentries(terms).length; ++i) {
            ++terms.amount;
            _prepare(_reentries(terms)[i]);
            payee.run(address(registry), abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, 0, "")));
            _assertRefused(i);
            vm.assertEq(hooks.balanceOf(registry.vaultAddress(terms)), terms.amount, "pulled once");
        }
    }

    function test_attack_tokenHookCreatesTheSameEscrowTwice() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.creator = address(payee);
        bytes memory create = abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, 0, ""));
        _prepare(Reentry(address(registry), create));
        payee.run(address(registry), create);
        _assertRefused(0);
        vm.assertEq(hooks.balanceOf(registry.vaultAddress(terms)), AMOUNT, "pulled once");
    }

    /// @dev The vault is settled while its tokens are still arriving. Only the creator can get these tokens.
    function test_attack_consentWhileTheTokensArrive() public {
        EscrowTerms memory terms = _terms();
        terms.token = address(hooks);
        terms.creator = address(payee);
        EscrowVault vault = _known(terms, registry.vaultAddress(terms));
        bytes memory signature = _sign(RECIPIENT_KEY, _consentHash(vault, NOW + HOUR));
        uint256 before = hooks.balanceOf(address(payee));
        _prepare(Reentry(address(registry), abi.encodeCall(EscrowRegistry.cancelWithConsent, (terms, NOW + HOUR, signature))));
        payee.run(address(registry), abi.encodeCall(EscrowRegistry.createEscrowSigned, (terms, 0, "")));
        vm.assertTrue(payee.isSuccess(), "cancelled on the way");
        vm.expectRevert(IEscrowRegistry.AlreadySettled.selector);
        vault.claim(SECRET);
        vault.sweep(address(hooks));
        vm.assertEq(hooks.balanceOf(address(payee)), before, "all of it is the creator's");
    }

    function test_attack_payeeReentersTheBatchThatPaysIt() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.recipient = address(payee);
        EscrowVault vault = _openTwiceFunded(terms);
        IEscrowRegistry.BatchClaim[] memory claims = new IEscrowRegistry.BatchClaim[](1);
        claims[0] = IEscrowRegistry.BatchClaim(vault.terms(), SECRET, 500_000);
        _prepare(Reentry(address(registry), abi.encodeCall(EscrowRegistry.claimBatch, (claims))));
        uint256 before = address(payee).balance;
        vm.assertTrue(registry.claimBatch(claims)[0], "claimed");
        vm.assertTrue(payee.isSuccess(), "the batch inside ran");
        vm.assertFalse(abi.decode(payee.answer(), (bool[]))[0], "and claimed nothing");
        vm.assertEq(address(payee).balance - before, terms.amount, "paid once");
    }

    function test_attack_bridgeReentersTheVaultItServes() public {
        EscrowTerms memory terms = _terms();
        RudeBridge rude = new RudeBridge();
        terms.hopBridge = address(rude);
        HopRoute memory route = _route();
        for (uint256 i = 0; i < _reentries(terms).length; ++i) {
            ++terms.amount;
            EscrowVault vault = _openTwiceFunded(terms);
            Reentry memory reentry = _reentries(terms)[i];
            rude.take(terms.amount);
            rude.reenter(reentry.target, reentry.data);
            uint256 before = _balance(address(rude));
            vm.prank(RECIPIENT);
            vault.claimHop(SECRET, route, "");
            vm.assertFalse(rude.isReentered(), _name(i));
            vm.assertEq(_balance(address(rude)) - before, terms.amount, "the bridge got its amount and no more");
            vault.sweep(address(token));
            vm.assertEq(_balance(address(vault)), 0, "the rest is swept in the same transaction");
        }
    }

    /// @dev A sweep would be allowed once the vault is settled, but not while the payment of the settlement is still
    ///      running.
    function test_attack_sweepWhileAnotherPayeeIsPaid() public {
        EscrowTerms memory terms = _nativeTerms();
        EscrowVault claimed = _armedForSweep(terms);
        vm.prank(RECIPIENT);
        claimed.claimTo(SECRET, address(payee), 0, "");
        _assertRefused(4);
        ++terms.amount;
        EscrowVault cancelled = _armedForSweep(terms);
        vm.warp(terms.cancelAfter);
        vm.prank(CREATOR);
        cancelled.cancelTo(address(payee), 0, "");
        _assertRefused(4);
    }

    function test_attack_sweepWhileAConsentIsCarriedOut() public {
        EscrowTerms memory terms = _nativeTerms();
        terms.creator = address(payee);
        EscrowVault vault = _armedForSweep(terms);
        vm.prank(RECIPIENT);
        vault.cancelWithConsent(0, "");
        _assertRefused(4);
    }

    function _armedForSweep(EscrowTerms memory terms) private returns (EscrowVault vault) {
        vault = _openTwiceFunded(terms);
        _prepare(_reentries(terms)[4]);
    }

    function _reenterClaim(EscrowTerms memory terms) private {
        for (uint256 i = 0; i < _reentries(terms).length; ++i) {
            ++terms.amount;
            EscrowVault vault = _openTwiceFunded(terms);
            _prepare(_reentries(terms)[i]);
            uint256 before = _balanceOf(terms.token, address(payee));
            vault.claim(SECRET);
            _assertRefused(i);
            vm.assertEq(_balanceOf(terms.token, address(payee)) - before, terms.amount, "paid once");
            vm.assertEq(_balanceOf(terms.token, address(vault)), terms.amount, "the rest is still there");
            _assertState(vault, VaultState.Claimed);
        }
    }

    function _reenterCancel(EscrowTerms memory terms) private {
        for (uint256 i = 0; i < _reentries(terms).length; ++i) {
            ++terms.amount;
            EscrowVault vault = _openTwiceFunded(terms);
            _prepare(_reentries(terms)[i]);
            vm.warp(terms.cancelAfter);
            uint256 before = _balanceOf(terms.token, address(payee));
            vault.cancel();
            _assertRefused(i);
            vm.assertEq(_balanceOf(terms.token, address(payee)) - before, 2 * uint256(terms.amount), "repaid once");
            _assertState(vault, VaultState.Cancelled);
            vm.warp(NOW);
        }
    }

    function _reenterSweep(EscrowTerms memory terms) private {
        for (uint256 i = 0; i < _reentries(terms).length; ++i) {
            ++terms.amount;
            EscrowVault vault = _openTwiceFunded(terms);
            vault.claim(SECRET);
            _prepare(_reentries(terms)[i]);
            uint256 before = _balanceOf(terms.token, address(payee));
            vault.sweep(terms.token);
            _assertRefused(i);
            vm.assertEq(_balanceOf(terms.token, address(payee)) - before, terms.amount, "swept once");
            _assertState(vault, VaultState.Claimed);
        }
    }

    function _reenterRecovery(EscrowTerms memory terms) private {
        for (uint256 i = 0; i < _reentries(terms).length; ++i) {
            ++terms.amount;
            address vault = _fund(terms);
            _prepare(_reentries(terms)[i]);
            uint256 before = _balanceOf(terms.token, address(payee));
            payee.run(address(registry), abi.encodeCall(EscrowRegistry.recoverPrefund, (terms, terms.creator)));
            _assertRefused(i);
            vm.assertEq(_balanceOf(terms.token, address(payee)) - before, terms.amount, "recovered once");
            _assertState(_known(terms, vault), VaultState.Cancelled);
        }
    }

    /// @dev Every call that could pay a second time or change the outcome, with the signatures that the registry asks
    ///      for.
    function _reentries(EscrowTerms memory terms) private returns (Reentry[] memory list) {
        EscrowVault vault = _known(terms, registry.vaultAddress(terms));
        bytes memory claimTo = "";
        bytes memory cancelTo = "";
        if (terms.recipient == RECIPIENT) {
            claimTo = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, STRANGER, NOW + 2 * HOUR));
        }
        if (terms.creator == CREATOR) {
            cancelTo = _sign(CREATOR_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, STRANGER, NOW + 2 * HOUR));
        }
        list = new Reentry[](8);
        list[0] = Reentry(address(registry), abi.encodeCall(EscrowRegistry.claim, (terms, SECRET)));
        list[1] =
            Reentry(address(registry), abi.encodeCall(EscrowRegistry.claimTo, (terms, SECRET, STRANGER, NOW + 2 * HOUR, claimTo)));
        list[2] = Reentry(address(registry), abi.encodeCall(EscrowRegistry.cancel, (terms)));
        list[3] = Reentry(address(registry), abi.encodeCall(EscrowRegistry.cancelTo, (terms, STRANGER, NOW + 2 * HOUR, cancelTo)));
        list[4] = Reentry(address(registry), abi.encodeCall(EscrowRegistry.sweep, (terms, terms.token, terms.creator, 0, "")));
        list[5] = Reentry(address(vault), abi.encodeCall(EscrowVault.vaultPay, (terms.token, STRANGER, terms.amount)));
        list[6] = Reentry(address(registry), abi.encodeCall(EscrowRegistry.createEscrow, (terms)));
        list[7] = Reentry(address(registry), abi.encodeCall(EscrowRegistry.recoverPrefund, (terms, terms.creator)));
    }

    function _name(uint256 i) private pure returns (string memory) {
        return ["claim", "claimTo", "cancel", "cancelTo", "sweep", "vaultPay", "createEscrow", "recoverPrefund"][i];
    }

    function _prepare(Reentry memory reentry) private {
        payee.prepare(reentry.target, reentry.data);
    }

    function _assertRefused(uint256 i) private view {
        vm.assertTrue(payee.isCalled(), "the payee called back");
        vm.assertFalse(payee.isSuccess(), _name(i));
    }

    /// @dev The second half of the money is paid before the vault exists, because an existing vault takes no native
    ///      token.
    function _openTwiceFunded(EscrowTerms memory terms) private returns (EscrowVault) {
        address vault = registry.vaultAddress(terms);
        if (terms.token == NATIVE_TOKEN) vm.deal(vault, terms.amount);
        else if (terms.token == address(hooks)) hooks.mint(vault, terms.amount);
        else token.mint(vault, terms.amount);
        if (terms.token == address(hooks)) hooks.mint(terms.creator, terms.amount);
        return _open(terms);
    }

    function _balanceOf(address asset, address owner) private view returns (uint256) {
        return asset == NATIVE_TOKEN ? owner.balance : hooks.balanceOf(owner);
    }
}
