// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {TestPermitToken} from "../contracts/devnet/TestPermitToken.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";
import {
    BlacklistToken,
    FeeToken,
    PhantomPermitToken,
    PlainToken,
    RebasingToken,
    ReturnsFalseToken,
    SecondEntryToken,
    TwoEntryToken,
    UsdtLike
} from "./support/Tokens.sol";

/// @dev Tokens that break the rules of ERC-20, and parties who try to profit from them.
contract AttacksOnTokensTest is EscrowTest {
    using VaultCalls for EscrowVault;

    function test_attack_pausedTokenOnlyWaits() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowVault vault = _open(_termsIn(address(listed)));
        listed.setPaused(true);
        vm.expectRevert(BlacklistToken.Blocked.selector);
        vault.claim(SECRET);
        _assertState(vault, VaultState.Open);
        listed.setPaused(false);
        vault.claim(SECRET);
        vm.assertEq(listed.balanceOf(RECIPIENT), AMOUNT, "paid later");
    }

    function test_attack_pausedTokenDelaysACancellation() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowVault vault = _open(_termsIn(address(listed)));
        vm.warp(NOW + HOUR);
        listed.setPaused(true);
        vm.expectRevert(BlacklistToken.Blocked.selector);
        vault.cancel();
        _assertState(vault, VaultState.Open);
        listed.setPaused(false);
        vault.cancel();
        vm.assertEq(listed.balanceOf(CREATOR), 2 * AMOUNT, "repaid later");
    }

    function test_attack_blacklistedCreatorSignsWhereElse() public {
        BlacklistToken listed = new BlacklistToken();
        EscrowVault vault = _open(_termsIn(address(listed)));
        listed.setBlocked(CREATOR, true);
        bytes memory signature = _sign(CREATOR_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, NOW + 2 * HOUR));
        vm.expectRevert(IEscrowRegistry.CancelTooEarly.selector);
        vault.cancelTo(ELSEWHERE, NOW + 2 * HOUR, signature);
        vm.warp(NOW + HOUR);
        vm.expectRevert(BlacklistToken.Blocked.selector);
        vault.cancel();
        vm.prank(STRANGER);
        vault.cancelTo(ELSEWHERE, NOW + 2 * HOUR, signature);
        vm.assertEq(listed.balanceOf(ELSEWHERE), AMOUNT, "repaid elsewhere");
    }

    function test_attack_tokenReturnsFalseAtCreation() public {
        ReturnsFalseToken lying = new ReturnsFalseToken();
        EscrowTerms memory terms = _termsIn(address(lying));
        // The vault is fully funded, so that only the transfer's answer is wrong.
        lying.mint(registry.vaultAddress(terms), AMOUNT);
        vm.prank(CREATOR);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(lying)));
        registry.createEscrowSigned(terms, 0, "");
    }

    function test_attack_tokenReturnsFalseAtSettlement() public {
        ReturnsFalseToken lying = new ReturnsFalseToken();
        EscrowTerms memory terms = _termsIn(address(lying));
        lying.mint(registry.vaultAddress(terms), AMOUNT);
        EscrowVault vault = _known(terms, registry.createEscrow(terms));
        bytes memory failure = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(lying));
        vm.expectRevert(failure);
        vault.claim(SECRET);
        vm.warp(NOW + HOUR);
        vm.expectRevert(failure);
        vault.cancel();
        _assertState(vault, VaultState.Open);
    }

    function test_attack_tokenReturnsNothing() public {
        UsdtLike usdt = new UsdtLike();
        EscrowTerms memory terms = _termsIn(address(usdt));
        vm.prank(CREATOR);
        usdt.approve(address(registry), AMOUNT);
        vm.prank(CREATOR);
        EscrowVault vault = _known(terms, registry.createEscrowSigned(terms, 0, ""));
        usdt.mint(address(vault), 5);
        vault.claim(SECRET);
        vm.assertEq(usdt.balanceOf(RECIPIENT), AMOUNT, "paid");
        vault.sweep(address(usdt));
        vm.assertEq(usdt.balanceOf(CREATOR), AMOUNT + 5, "swept");
    }

    function test_attack_tokenWithoutCodePaysNothing() public {
        PlainToken plain = new PlainToken();
        EscrowVault vault = _open(_termsIn(address(plain)));
        bytes memory code = address(plain).code;
        vm.etch(address(plain), "");
        vm.expectRevert();
        vault.claim(SECRET);
        vm.etch(address(plain), code);
        _assertState(vault, VaultState.Open);
    }

    function test_attack_feeOnTransferLeavesTheVaultShort() public {
        FeeToken fee = new FeeToken();
        EscrowTerms memory terms = _termsIn(address(fee));
        bytes memory short = abi.encodeWithSelector(IEscrowRegistry.Underfunded.selector, AMOUNT * 99 / 100, AMOUNT);
        vm.prank(CREATOR);
        fee.approve(address(registry), AMOUNT);
        vm.prank(CREATOR);
        vm.expectRevert(short);
        registry.createEscrowSigned(terms, 0, "");
        _fund(terms);
        vm.expectRevert(short);
        registry.createEscrow(terms);
    }

    function test_attack_donationHidesAFeeAndTheDonorPays() public {
        FeeToken fee = new FeeToken();
        EscrowTerms memory terms = _termsIn(address(fee));
        fee.mint(registry.vaultAddress(terms), AMOUNT / 100);
        vm.prank(CREATOR);
        fee.approve(address(registry), AMOUNT);
        vm.prank(CREATOR);
        address vault = registry.createEscrowSigned(terms, 0, "");
        vm.assertEq(fee.balanceOf(vault), AMOUNT, "full");
        vm.assertEq(fee.balanceOf(CREATOR), AMOUNT, "the creator paid no more than the amount");
    }

    function test_attack_rebaseDownIsNotPaidByOthers() public {
        RebasingToken rebasing = new RebasingToken();
        EscrowVault vault = _open(_termsIn(address(rebasing)));
        EscrowTerms memory other = _termsIn(address(rebasing));
        other.commitmentHash = keccak256("another");
        EscrowVault neighbour = _open(other);
        rebasing.rebase(50);
        vm.expectRevert();
        vault.claim(SECRET);
        _assertState(vault, VaultState.Open);
        vm.assertEq(rebasing.balanceOf(address(neighbour)), AMOUNT / 2, "the other vault lost its own half only");
        vm.warp(NOW + HOUR);
        uint256 before = rebasing.balanceOf(CREATOR);
        vault.cancel();
        vm.assertEq(rebasing.balanceOf(CREATOR) - before, AMOUNT / 2, "the creator takes what is left");
    }

    function test_attack_rebaseUpIsTheCreators() public {
        RebasingToken rebasing = new RebasingToken();
        EscrowVault vault = _open(_termsIn(address(rebasing)));
        rebasing.rebase(200);
        vault.claim(SECRET);
        vm.assertEq(rebasing.balanceOf(RECIPIENT), AMOUNT, "exactly the amount");
        uint256 before = rebasing.balanceOf(CREATOR);
        vm.prank(STRANGER);
        vault.sweep(address(rebasing));
        vm.assertEq(rebasing.balanceOf(CREATOR) - before, AMOUNT, "the rest");
    }

    function test_attack_sweepByTheSecondAddressOfTheToken() public {
        TwoEntryToken first = new TwoEntryToken();
        SecondEntryToken second = new SecondEntryToken(first);
        first.setSecondEntry(address(second));
        EscrowVault vault = _open(_termsIn(address(first)));
        vm.prank(CREATOR);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        vault.sweep(address(second));
        vm.assertEq(first.balanceOf(address(vault)), AMOUNT, "still there");
    }

    function test_attack_sweepOfAnotherToken() public {
        EscrowVault vault = _open(_terms());
        PlainToken other = new PlainToken();
        other.mint(address(vault), 7);
        vm.expectRevert(IEscrowRegistry.NotSettled.selector);
        vault.sweep(address(other));
        vault.claim(SECRET);
        vm.prank(STRANGER);
        vault.sweep(address(other));
        vm.assertEq(other.balanceOf(CREATOR), 7, "sent by mistake, and back");
    }

    /// @dev The token's `permit` does nothing and does not fail. An allowance that was given years ago must not be used
    ///      in its place.
    function test_attack_phantomPermitSpendsAStandingAllowance() public {
        PhantomPermitToken phantom = new PhantomPermitToken();
        EscrowTerms memory terms = _termsIn(address(phantom));
        terms.recipient = STRANGER;
        vm.prank(CREATOR);
        phantom.approve(address(registry), type(uint256).max);
        vm.prank(STRANGER);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowPermit(terms, NOW + HOUR, 27, 0, 0, NOW + HOUR, "");
    }

    function test_attack_permitOfAnotherFormFallsBackToTheAllowance() public {
        PlainToken plain = new PlainToken();
        EscrowTerms memory terms = _termsIn(address(plain));
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(CREATOR);
        plain.approve(address(registry), AMOUNT);
        registry.createEscrowPermit(terms, NOW + HOUR, 27, 0, 0, NOW + HOUR, signature);
        vm.assertEq(plain.balanceOf(registry.vaultAddress(terms)), AMOUNT, "by the allowance");
    }

    function test_attack_permitOfAnotherTokenGivesNothing() public {
        TestPermitToken other = new TestPermitToken("Other", "OTH", 6);
        EscrowTerms memory terms = _termsIn(address(other));
        Permit memory p = _permit(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.expectRevert();
        registry.createEscrowPermit(terms, NOW + HOUR, p.v, p.r, p.s, NOW + HOUR, signature);
        vm.assertEq(other.balanceOf(CREATOR), 2 * AMOUNT, "untouched");
    }
}
